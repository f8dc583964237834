import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Confirm } from '../components/confirm.tsx';
import { Moment } from '../components/moment.tsx';
import { type ListedImport, undoImport, useImports } from '../server/contacts.ts';

/** The last imports, each with its undo. */
export function RecentImports() {
  const query = useImports();
  const queries = useQueryClient();
  const [asked, ask] = useState<ListedImport>();
  const imports = query.data?.imports ?? [];
  const undone = imports.filter(({ undo }) => undo.status === 'done').length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of contacts changes with each undo that is done
  useEffect(() => void queries.invalidateQueries({ queryKey: ['contacts'] }), [undone]);
  const refresh = async (): Promise<void> => {
    await query.refetch();
    ask(undefined);
  };
  if (imports.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Recent imports">
      <Text fw={600} size="sm">
        Recent imports
      </Text>
      {imports.map((one) => (
        <Group key={one.import_uuid} justify="space-between" gap="sm" wrap="nowrap">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text size="sm">
              {one.file_name}, <Moment iso={one.created_at} />
            </Text>
            <Text size="sm" className="quiet" role="status">
              {countsText(one)}
            </Text>
          </div>
          {one.undo.status === 'available' && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Undo the import of ${one.file_name}`}
              onClick={() => ask(one)}
            >
              Undo
            </Button>
          )}
        </Group>
      ))}
      {asked !== undefined && (
        <Confirm
          title={`Undo the import of ${asked.file_name}?`}
          action="Undo the import"
          send={() => undoImport(asked.import_uuid)}
          onCancel={() => ask(undefined)}
          onGone={refresh}
          onDone={refresh}
        >
          This deletes the {count(asked.created)} contacts that it added, and gives the {count(asked.updated)} that it
          updated their former values. Contacts that were changed or called since are kept.
        </Confirm>
      )}
    </Stack>
  );
}

const count = (value: number): string => value.toLocaleString('en');

function countsText({ created, updated, failed, finished_at: end, undo }: ListedImport): string {
  if (end === null) return 'In progress';
  const { status, removed, restored, kept } = undo;
  const counts = `${count(removed)} deleted, ${count(restored)} restored, ${count(kept)} kept`;
  if (status === 'running') return `Undoing: ${counts}`;
  if (status === 'done') return `Undone: ${counts}`;
  return `${count(created)} added, ${count(updated)} updated, ${count(failed)} rejected`;
}
