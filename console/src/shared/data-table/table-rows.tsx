import { Checkbox, Table } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { navigate } from '../navigation/router.tsx';
import type { DataColumn } from './column.ts';
import styles from './data-table.module.css';
import type { ListAddress } from './list-address.ts';
import { SortButton } from './sort-button.tsx';
import type { DataTableProps, Selection } from './table-props.ts';

type TableRowsProps<Row> = DataTableProps<Row> & { readonly rows: readonly Row[] };

const widthOf = ({ from }: { readonly from?: 'sm' | 'md' | 'lg' }) => (from === undefined ? {} : { visibleFrom: from });
const sideOf = ({ isNumber }: { readonly isNumber?: boolean }) => (isNumber === true ? ({ ta: 'end' } as const) : {});

/** The table with its headings and rows. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { what, address, rows, columns, keyOf, hrefOf, selection, query, below } = props;
  return (
    <Table.ScrollContainer
      minWidth={0}
      type="native"
      tabIndex={0}
      aria-label={t('The {what}, a table that scrolls', { what })}
    >
      <Table highlightOnHover verticalSpacing="sm" aria-busy={query.isPlaceholderData === true}>
        <Table.Thead>
          <Table.Tr>
            {selection !== undefined && (
              <Table.Th scope="col" w={40}>
                <SelectAll rows={rows} keyOf={keyOf} selection={selection} />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} address={address} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <OneRow
              key={keyOf(row)}
              row={row}
              columns={columns}
              selection={selection}
              hrefOf={hrefOf}
              below={below?.(row) ?? null}
              id={keyOf(row)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface HeadingProps<Row> {
  readonly column: DataColumn<Row>;
  readonly address: ListAddress;
}

/** Heading of a column; a button if the list can be sorted by it. */
function Heading<Row>({ column, address: { sort, sortBy } }: HeadingProps<Row>) {
  const { key, name, isUnseen } = column;
  const common = { scope: 'col', ...widthOf(column), ...sideOf(column) } as const;
  if (column.order === undefined && column.sortedAs === undefined)
    return <Table.Th {...common}>{isUnseen === true ? <span className="unseen">{name}</span> : name}</Table.Th>;
  const direction = sort?.key !== key ? undefined : sort.isDescending ? 'descending' : 'ascending';
  return (
    <Table.Th {...common} aria-sort={direction ?? 'none'}>
      <SortButton name={name} direction={direction} onClick={() => sortBy(key)} />
    </Table.Th>
  );
}

interface OneRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly selection: Selection<Row> | undefined;
  readonly hrefOf: ((row: Row) => string) | undefined;
  readonly below: ReactNode;
}

function OneRow<Row>({ row, id, columns, selection, hrefOf, below }: OneRowProps<Row>) {
  const open = ({ target }: MouseEvent<HTMLTableRowElement>): void => {
    const isControl =
      target instanceof Element && target.closest('a, button, input, label, select, [role=menu]') !== null;
    // Selecting text does not count as a click.
    if (hrefOf === undefined || isControl || (window.getSelection()?.toString() ?? '') !== '') return;
    navigate(hrefOf(row));
  };
  const isSelected = selection?.keys.has(id) === true;
  const cells = (
    <Table.Tr
      className={styles.row}
      data-link={hrefOf !== undefined}
      data-selected={isSelected}
      data-above={below !== null}
      onClick={open}
    >
      {selection !== undefined && (
        <Table.Td>
          <Checkbox
            aria-label={t('Select {row}', { row: selection.nameOf(row) })}
            checked={isSelected}
            onChange={() => selection.onChange(toggled(selection.keys, [id], !isSelected))}
          />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td
          key={column.key}
          {...widthOf(column)}
          {...sideOf(column)}
          {...(column.isNumber === true ? { className: 'figures' } : {})}
          {...(column.isBreakable === true ? { style: { overflowWrap: 'anywhere' } } : {})}
        >
          {column.render(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
  if (below === null) return cells;
  return (
    <>
      {cells}
      <Table.Tr className={styles.row} data-link={hrefOf !== undefined} data-selected={isSelected} onClick={open}>
        <Table.Td colSpan={columns.length + (selection === undefined ? 0 : 1)} pt={0}>
          {below}
        </Table.Td>
      </Table.Tr>
    </>
  );
}

function SelectAll<Row>({
  rows,
  keyOf,
  selection,
}: Pick<TableRowsProps<Row>, 'rows' | 'keyOf'> & { selection: Selection<Row> }) {
  const keys = rows.map(keyOf);
  const count = keys.filter((key) => selection.keys.has(key)).length;
  return (
    <Checkbox
      aria-label={t('Select all on this page')}
      checked={count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      onChange={() => selection.onChange(toggled(selection.keys, keys, count < keys.length))}
    />
  );
}

function toggled(keys: ReadonlySet<string>, some: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  for (const key of some) {
    if (isIn) next.add(key);
    else next.delete(key);
  }
  return next;
}
