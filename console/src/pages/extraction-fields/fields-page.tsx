import { NativeSelect, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { ExtractionField } from '../../server/answers.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import {
  FieldButtons,
  FieldDialogs,
  type FieldWishes,
  ReadOnlyNote,
  useFieldWishes,
} from '../../shared/extraction-fields/field-dialogs.tsx';
import { isBuiltIn, typeNames } from '../../shared/extraction-fields/field-draft.ts';
import { FieldName } from '../../shared/extraction-fields/field-name.tsx';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { Announcement } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';

const lookFor = (field: ExtractionField): string =>
  isBuiltIn(field) ? t('Built in') : field.description || field.options.join(', ');

const columnsOf = (
  wishes: Pick<FieldWishes, 'setWish' | 'mayChange'> | undefined,
): readonly DataColumn<ExtractionField>[] => [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    render: (field) => (
      <>
        <FieldName field={field} />
        <Text size="xs" className="quiet">
          {field.key}
        </Text>
      </>
    ),
    text: ({ name, key }) => `${name} (${key})`,
    order: ({ name }) => name,
  },
  {
    key: 'type',
    name: t('Type'),
    render: ({ field_type: type }) => typeNames[type],
    text: ({ field_type: type }) => typeNames[type],
    order: ({ field_type: type }) => typeNames[type],
  },
  {
    key: 'group',
    name: t('Group'),
    from: 'sm',
    render: ({ group }) => group,
    text: ({ group }) => group,
    order: ({ group }) => group,
  },
  {
    key: 'what',
    name: t('What to look for'),
    from: 'md',
    render: (field) => (
      <Text size="sm" lineClamp={2} maw={420}>
        {lookFor(field)}
      </Text>
    ),
    text: lookFor,
  },
  ...(wishes === undefined ? [] : [changing(wishes)]),
];

const changing = ({
  setWish: onWish,
  mayChange,
}: Pick<FieldWishes, 'setWish' | 'mayChange'>): DataColumn<ExtractionField> => ({
  key: 'actions',
  name: t('Actions'),
  isFixed: true,
  isUnseen: true,
  render: (field) =>
    mayChange(field) && (
      <RowActions
        name={field.name}
        more={[
          { text: t('Edit'), onChoose: () => onWish({ kind: 'edit', field }) },
          ...(isBuiltIn(field) ? [] : [{ text: t('Delete'), onChoose: () => onWish({ kind: 'remove', field }) }]),
        ]}
      />
    ),
});

/** Page of the questions that analysis answers for every conversation. */
export function FieldsPage() {
  const wishes = useFieldWishes();
  const { query, fields, mayWrite, setWish } = wishes;
  const address = useListAddress('/extraction-fields');
  const group = address.get('group');
  const groups = [...new Set(fields.map((field) => field.group))];
  const columns = columnsOf(mayWrite ? wishes : undefined);
  const rows = query.data && fields.filter((field) => group === '' || field.group === group);
  return (
    <>
      <PageHeading
        title={t('Extraction fields')}
        help="analysis"
        lead={t(
          'Fields that the analysis extracts from every conversation, each with the words that support its value.',
        )}
        aside={mayWrite && <FieldButtons setWish={setWish} create={t('Create field')} />}
      />
      <Announcement {...wishes.announcer} />
      <ReadOnlyNote {...wishes} />
      <DataTable
        {...wholeListOf({ rows, columns, address })}
        id="fields"
        what={t('extraction fields')}
        query={query}
        columns={columns}
        keyOf={({ id }) => `${id}`}
        searchLabel={t('Search fields')}
        filters={
          <NativeSelect
            aria-label={t('Group')}
            data={[{ value: '', label: t('All groups') }, ...groups]}
            value={group}
            onChange={({ currentTarget }) => address.set({ group: currentTarget.value })}
          />
        }
        onTrouble={wishes.announcer.sayHere}
        empty={address.isFiltered ? <NoMatch /> : t('No fields yet. Create the first one.')}
      />
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
