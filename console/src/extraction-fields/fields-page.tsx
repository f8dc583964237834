import { Table, Text } from '@mantine/core';
import { Announcement } from '../components/announcement.tsx';
import { ListFrame } from '../components/list-frame.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { RowActions } from '../components/row-actions.tsx';
import { t } from '../language/text.ts';
import { FieldButtons, FieldDialogs, ReadOnlyNote, useFieldWishes } from './field-dialogs.tsx';
import { isBuiltIn, typeNames } from './field-draft.ts';
import { FieldName } from './field-name.tsx';

const columns = [
  { name: t('Name') },
  { name: t('Type') },
  { name: t('Group'), from: 'sm' },
  { name: t('What to look for'), from: 'md' },
  { name: t('Actions'), isUnseen: true },
] as const;

/** The questions that are asked of every conversation. */
export function FieldsPage() {
  const wishes = useFieldWishes();
  const { query, fields, mayWrite, setWish } = wishes;
  return (
    <>
      <PageHeading
        title={t('Extraction fields')}
        lead={t(
          'Fields that the analysis extracts from every conversation, each with the words that support its value.',
        )}
        aside={mayWrite && <FieldButtons setWish={setWish} create={t('Create field')} />}
      />
      <Announcement {...wishes.announcer} />
      <ReadOnlyNote mayWrite={mayWrite} query={query} what={t('These fields')} />
      <ListFrame
        what={t('extraction fields')}
        query={query}
        columns={columns}
        empty={query.data !== undefined && fields.length === 0 ? t('No fields yet. Create the first one.') : undefined}
      >
        {fields.map((field) => (
          <Table.Tr key={field.id}>
            <Table.Td>
              <FieldName field={field} />
              <Text size="xs" className="quiet">
                {field.key}
              </Text>
            </Table.Td>
            <Table.Td>{typeNames[field.field_type]}</Table.Td>
            <Table.Td visibleFrom="sm">{field.group}</Table.Td>
            <Table.Td visibleFrom="md" maw={420}>
              <Text size="sm" lineClamp={2}>
                {isBuiltIn(field) ? t('Built in') : field.description || field.options.join(', ')}
              </Text>
            </Table.Td>
            <Table.Td>
              {mayWrite && (
                <RowActions
                  name={field.name}
                  onEdit={() => setWish({ kind: 'edit', field })}
                  onDelete={isBuiltIn(field) ? undefined : () => setWish({ kind: 'remove', field })}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      <FieldDialogs
        wishes={wishes}
        what={t('field')}
        left={t(
          'Calls analysed from now on do not have it. Values of earlier calls stay until they are analysed again.',
        )}
      />
    </>
  );
}
