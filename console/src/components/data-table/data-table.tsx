import { Button, Checkbox, Paper, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { navigate } from '../../frame/router.tsx';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { PagesOf } from '../pages-of.tsx';
import { TroubleNotice } from '../trouble-notice.tsx';
import type { DataColumn } from './column.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import styles from './data-table.module.css';
import { ExportButton, type ExportButtonProps } from './export-button.tsx';
import { SearchField } from './search-field.tsx';
import { useHiddenColumns } from './stored.ts';
import type { ListAddress } from './use-list-address.ts';
import { ViewsMenu } from './views-menu.tsx';

const loadingRows = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Rows that are chosen for something that is done to all of them. */
export interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  readonly nameOf: (row: Row) => string;
  /** What can be done to them. */
  readonly actions: ReactNode;
}

export interface DataTableProps<Row> {
  /** One word for its rows, in small letters and in the plural: "calls". */
  readonly what: string;
  /** Names what this browser stores for the table, and its exported file, in every language. */
  readonly id: string;
  readonly address: ListAddress;
  readonly query: {
    readonly isError: boolean;
    readonly isPlaceholderData?: boolean;
    readonly error: Error | null;
    refetch(): unknown;
  };
  /** Undefined while they are loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  readonly pageSize: number;
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly hrefOf?: (row: Row) => string;
  readonly searchLabel?: string;
  readonly filters?: ReactNode;
  readonly load?: ExportButtonProps<Row>['load'];
  readonly onTrouble: (sentence: string) => void;
  readonly selection?: Selection<Row> | undefined;
  readonly empty: ReactNode;
}

/** A list of the server: search and filters in the address, columns and views kept in this browser, pages, export. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { what, id, address, query, rows, total, columns, selection } = props;
  const [hidden, setHidden] = useHiddenColumns(id);
  const shown = columns.filter(({ key, isFixed }) => isFixed === true || !hidden.includes(key));
  if (query.isError) {
    const retry = (): void => void query.refetch();
    return (
      <TroubleNotice title={t('Could not load {what}', { what })} advice={query.error?.message ?? ''} onRetry={retry} />
    );
  }
  return (
    <>
      <Toolbar {...props} hidden={hidden} onHide={setHidden} />
      {selection !== undefined && selection.keys.size > 0 && <SelectionBar selection={selection} />}
      <Paper className="surface" p={{ base: 'xs', sm: 'sm' }}>
        {rows === undefined && <LoadingRows what={what} />}
        {rows?.length === 0 && (
          <Text component="div" ta="center" py="xl">
            {props.empty}
          </Text>
        )}
        {rows !== undefined && rows.length > 0 && <Rows {...props} rows={rows} columns={shown} />}
      </Paper>
      <div className={styles.foot}>
        <Text size="sm" className="quiet figures" role="status">
          {rows === undefined ? '' : countText(total, props.pageSize, address.offset)}
        </Text>
        <PagesOf path={address.path} total={total} pageSize={props.pageSize} offset={address.offset} />
      </div>
    </>
  );
}

type ToolbarProps<Row> = DataTableProps<Row> & {
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
};

/** Search, filters and tools. On a phone, all but the search wait behind a button. */
function Toolbar<Row>({ what, id, address, columns, hidden, onHide, ...props }: ToolbarProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={styles.toolbar} aria-label={t('Filter the {what}', { what })}>
      {props.searchLabel !== undefined && (
        <SearchField
          key={address.get('q')}
          label={props.searchLabel}
          value={address.get('q')}
          onChange={(q) => address.set({ q })}
        />
      )}
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Filters')}
      </Button>
      <div className={styles.more} data-open={isOpen}>
        {props.filters}
        {address.search !== '' && (
          <Button variant="subtle" onClick={() => address.show('')}>
            {t('Clear filters')}
          </Button>
        )}
        <div className={styles.tools}>
          <ViewsMenu table={id} address={address} />
          <ColumnsMenu columns={columns.filter(({ isFixed }) => isFixed !== true)} hidden={hidden} onChange={onHide} />
          {props.load !== undefined && (
            <ExportButton id={id} columns={columns} load={props.load} onTrouble={props.onTrouble} />
          )}
        </div>
      </div>
    </search>
  );
}

function countText(total: number, pageSize: number, offset: number): string {
  const all = total.toLocaleString(numberLocale);
  if (total <= pageSize || offset >= total)
    return t('{total, plural, one {1 in all} other {{all} in all}}', { total, all });
  return t('{offset} to {total} of {all}', {
    offset: (offset + 1).toLocaleString(numberLocale),
    total: Math.min(total, offset + pageSize).toLocaleString(numberLocale),
    all,
  });
}

const LoadingRows = ({ what }: { readonly what: string }) => (
  <Stack gap="sm" p="xs" role="status" aria-label={t('Loading the {what}', { what })}>
    {loadingRows.map((row) => (
      <Skeleton key={row} height={28} />
    ))}
  </Stack>
);

const SelectionBar = <Row,>({ selection: { keys, onChange, actions } }: { readonly selection: Selection<Row> }) => (
  <section className={styles.selection} aria-label={t('Selected rows')}>
    <Text size="sm" fw={600} className="figures" role="status">
      {t('{size} selected', { size: keys.size })}
    </Text>
    {actions}
    <Button variant="subtle" size="compact-sm" onClick={() => onChange(new Set())}>
      {t('Clear the selection')}
    </Button>
  </section>
);

type RowsProps<Row> = DataTableProps<Row> & { readonly rows: readonly Row[] };

const widthOf = ({ from }: { readonly from?: 'sm' | 'md' | 'lg' }) => (from === undefined ? {} : { visibleFrom: from });

function Rows<Row>({ what, rows, columns, keyOf, hrefOf, selection, query }: RowsProps<Row>) {
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
              <Table.Th
                key={column.key}
                scope="col"
                {...widthOf(column)}
                {...(column.isNumber === true ? { ta: 'right' } : {})}
              >
                {column.isUnseen === true ? <span className="unseen">{column.name}</span> : column.name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <OneRow key={keyOf(row)} {...{ row, columns, selection, hrefOf }} id={keyOf(row)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface OneRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly selection: Selection<Row> | undefined;
  readonly hrefOf: ((row: Row) => string) | undefined;
}

function OneRow<Row>({ row, id, columns, selection, hrefOf }: OneRowProps<Row>) {
  const open = ({ target }: MouseEvent<HTMLTableRowElement>): void => {
    const isControl = target instanceof Element && target.closest('a, button, input, label') !== null;
    // Selecting text does not count as a click.
    if (hrefOf === undefined || isControl || (window.getSelection()?.toString() ?? '') !== '') return;
    navigate(hrefOf(row));
  };
  const isSelected = selection?.keys.has(id) === true;
  return (
    <Table.Tr className={styles.row} data-link={hrefOf !== undefined} data-selected={isSelected} onClick={open}>
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
          {...(column.isNumber === true ? { ta: 'right', className: 'figures' } : {})}
        >
          {column.render(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function SelectAll<Row>({
  rows,
  keyOf,
  selection,
}: Pick<RowsProps<Row>, 'rows' | 'keyOf'> & { selection: Selection<Row> }) {
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
