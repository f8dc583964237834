import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type ListedImport, undoImport, useImports } from '../../server/contacts.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Moment } from '../../shared/page/moment.tsx';

/** The latest imports, each with an undo. */
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
    <Stack gap="xs" component="section" aria-label={t('Recent imports')}>
      <Text fw={600} size="sm">
        {t('Recent imports')}
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
              aria-label={t('Undo the import of {fileName}', { fileName: one.file_name })}
              onClick={() => ask(one)}
            >
              {t('Undo')}
            </Button>
          )}
        </Group>
      ))}
      {asked !== undefined && (
        <Confirm
          title={t('Undo the import of {fileName}?', { fileName: asked.file_name })}
          action={t('Undo the import')}
          send={() => undoImport(asked.import_uuid)}
          onCancel={() => ask(undefined)}
          onGone={refresh}
          onDone={refresh}
        >
          {t(
            'This deletes {created, plural, one {the # contact} other {the # contacts}} that it added, and restores {updated, plural, one {the # contact} other {the # contacts}} that it updated. Contacts that were changed or called since are kept.',
            { created: asked.created, updated: asked.updated },
          )}
        </Confirm>
      )}
    </Stack>
  );
}

const count = (value: number): string => value.toLocaleString(numberLocale);

function countsText({ created, updated, failed, finished_at: end, undo }: ListedImport): string {
  if (end === null) return t('In progress');
  const { status, removed, restored, kept } = undo;
  const counts = t('{removed} deleted, {restored} restored, {kept} kept', {
    removed: count(removed),
    restored: count(restored),
    kept: count(kept),
  });
  if (status === 'running') return t('Undoing: {counts}', { counts });
  if (status === 'done') return t('Undone: {counts}', { counts });
  return t('{created} added, {updated} updated, {failed} rejected', {
    created: count(created),
    updated: count(updated),
    failed: count(failed),
  });
}
