import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../account/use-account.ts';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import { ListFrame } from '../components/list-frame.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import type { ExtractionField } from '../server/answers.ts';
import { removeField, useExtractionFields } from '../server/extraction-fields.ts';
import { AgainDialog } from './again-dialog.tsx';
import { FieldDialog } from './field-dialog.tsx';
import { isBuiltIn, typeNames } from './field-draft.ts';

type Wish = { readonly kind: 'add' | 'again' } | { readonly kind: 'edit' | 'remove'; readonly field: ExtractionField };

const columns = [
  { name: 'Name' },
  { name: 'Type' },
  { name: 'Group', from: 'sm' },
  { name: 'What to look for', from: 'md' },
  { name: 'Actions', isUnseen: true },
] as const;

/** The questions that are asked of every conversation. */
export function FieldsPage() {
  const mayWrite = useMe().data?.superadmin === true;
  const query = useExtractionFields();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<Wish>();
  const close = (): void => setWish(undefined);
  const done = async (sentence: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['extraction-fields'] });
    close();
    announcer.sayHere(sentence);
  };
  const fields = query.data?.fields ?? [];
  return (
    <>
      <PageHeading
        title="Extraction fields"
        lead="Fields that the analysis extracts from every conversation, each with the words that support its value."
        aside={
          mayWrite && (
            <Group gap="sm">
              <Button variant="default" onClick={() => setWish({ kind: 'again' })}>
                Analyse calls again
              </Button>
              <Button onClick={() => setWish({ kind: 'add' })}>Create field</Button>
            </Group>
          )
        }
      />
      <Announcement {...announcer} />
      {!mayWrite && query.data !== undefined && (
        <Text className="quiet" mb="md">
          These fields apply to the whole server. The person who runs the server can change them.
        </Text>
      )}
      <ListFrame
        what="extraction fields"
        query={query}
        columns={columns}
        empty={query.data !== undefined && fields.length === 0 ? 'No fields yet. Create the first one.' : undefined}
      >
        {fields.map((field) => (
          <Table.Tr key={field.id}>
            <Table.Td>
              <Text fw={600} component="span">
                {field.name}
              </Text>{' '}
              {!field.is_active && (
                <Badge size="sm" variant="light" color="gray" tt="none">
                  Inactive
                </Badge>
              )}
              <Text size="xs" className="quiet">
                {field.key}
              </Text>
            </Table.Td>
            <Table.Td>{typeNames[field.field_type]}</Table.Td>
            <Table.Td visibleFrom="sm">{field.group}</Table.Td>
            <Table.Td visibleFrom="md" maw={420}>
              <Text size="sm" lineClamp={2}>
                {isBuiltIn(field) ? 'Built in' : field.description || field.options.join(', ')}
              </Text>
            </Table.Td>
            <Table.Td>
              {mayWrite && (
                <Group gap={6} justify="flex-end">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Edit ${field.name}`}
                    onClick={() => setWish({ kind: 'edit', field })}
                  >
                    Edit
                  </Button>
                  {!isBuiltIn(field) && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Delete ${field.name}`}
                      onClick={() => setWish({ kind: 'remove', field })}
                    >
                      Delete
                    </Button>
                  )}
                </Group>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      {(wish?.kind === 'add' || wish?.kind === 'edit') && (
        <FieldDialog
          field={wish.kind === 'edit' ? wish.field : undefined}
          keys={fields.map(({ key }) => key)}
          onCancel={close}
          onDone={(name) => void done(`${name} saved. Analyse calls again to apply it to earlier calls.`)}
        />
      )}
      {wish?.kind === 'again' && <AgainDialog onCancel={close} onDone={(sentence) => void done(sentence)} />}
      {wish?.kind === 'remove' && (
        <Confirm
          title={`Delete ${wish.field.name}?`}
          action="Delete the field"
          send={() => removeField(wish.field.id)}
          onDone={() => done(`${wish.field.name} deleted.`)}
          onGone={() => done(`${wish.field.name} had been deleted already.`)}
          onCancel={close}
        >
          Calls analysed from now on do not have it. Values of earlier calls stay until they are analysed again.
        </Confirm>
      )}
    </>
  );
}
