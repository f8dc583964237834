import { NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { ImportColumn } from '../../server/contacts.ts';
import { CountryInput } from './country-input.tsx';
import styles from './import-columns.module.css';
import { targetOptions } from './import-words.ts';
import { type ChosenTable, type Importing, targetOf } from './use-importing.ts';

/** Choice of the target of each column, and of settings for all rows. */
export function ImportColumns({ table, set }: { readonly table: ChosenTable; readonly set: Importing['set'] }) {
  return (
    <>
      <Table verticalSpacing="xs" className={styles.columns} aria-label={t('Columns of the table')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Column')}</Table.Th>
            <Table.Th scope="col">{t('Goes to')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.columns.map((column) => (
            <Row
              key={column.title}
              column={column}
              target={targetOf(table, column)}
              onChoice={(target) => set({ targets: new Map(table.targets).set(column.title, target) })}
            />
          ))}
        </Table.Tbody>
      </Table>
      <CountryInput codes={table.countries} value={table.country} onChange={(country) => set({ country })} />
      <TextInput
        label={t('Tags for all of them')}
        description={t('With commas between: City:Pune, Plan:Gold')}
        value={table.tags}
        onChange={({ currentTarget }) => set({ tags: currentTarget.value })}
        autoComplete="off"
      />
    </>
  );
}

interface RowProps {
  readonly column: ImportColumn;
  readonly target: ImportColumn['target'];
  readonly onChoice: (target: ImportColumn['target']) => void;
}

const Row = ({ column: { title, examples }, target, onChoice }: RowProps) => (
  <Table.Tr>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>
      {title}
      <Text size="sm" className="quiet" lineClamp={2}>
        {examples.length === 0 ? t('empty in the first rows') : examples.join(' · ')}
      </Text>
    </Table.Td>
    <Table.Td>
      <NativeSelect
        aria-label={t('Where “{title}” goes', { title })}
        data={targetOptions}
        value={target}
        onChange={({ currentTarget }) => onChoice(currentTarget.value as ImportColumn['target'])}
      />
    </Table.Td>
  </Table.Tr>
);
