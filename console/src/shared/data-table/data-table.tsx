import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { TroubleNotice } from '../page/trouble-notice.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import styles from './data-table.module.css';
import { ExportButton } from './export-button.tsx';
import { PageSize, smallestPage } from './page-size.tsx';
import { PagesOf } from './pages-of.tsx';
import { SearchField } from './search-field.tsx';
import { useHiddenColumns } from './stored.ts';
import type { DataTableProps, Selection } from './table-props.ts';
import { TableRows } from './table-rows.tsx';
import { ViewsMenu } from './views-menu.tsx';

const loadingRows = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** A list with search and filters in the URL, columns and views stored in this browser, pagination and export. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { what, id, address, query, rows, total, columns, selection } = props;
  const optional = columns.filter(({ isOptional }) => isOptional).map(({ key }) => key);
  const [hidden, setHidden] = useHiddenColumns(id, optional);
  const shown = columns.filter(({ key, isFixed }) => isFixed === true || !hidden.includes(key));
  if (query.isError) {
    const retry = (): void => void query.refetch();
    return (
      <TroubleNotice
        title={t('Could not load the {what}', { what })}
        advice={query.error?.message ?? ''}
        onRetry={retry}
      />
    );
  }
  const isBare = rows?.length === 0 && address.search === '' && address.offset === 0;
  return (
    <>
      {!isBare && <Toolbar {...props} hidden={hidden} onHide={setHidden} />}
      {selection !== undefined && selection.keys.size > 0 && <SelectionBar selection={selection} />}
      <Paper className="surface" p={{ base: 'xs', sm: 'sm' }}>
        {rows === undefined && <LoadingRows what={what} />}
        {rows?.length === 0 && (
          <Text component="div" ta="center" py="xl">
            {props.empty}
          </Text>
        )}
        {rows !== undefined && rows.length > 0 && <TableRows {...props} rows={rows} columns={shown} />}
      </Paper>
      <div className={styles.foot}>
        <Text size="sm" className="quiet figures" role="status">
          {rows === undefined || isBare ? '' : countText(total, props.pageSize, address.offset)}
        </Text>
        {props.onPageSize !== undefined && total > smallestPage && (
          <PageSize pageSize={props.pageSize} onChange={props.onPageSize} />
        )}
        <PagesOf path={address.path} total={total} pageSize={props.pageSize} offset={address.offset} />
      </div>
    </>
  );
}

type ToolbarProps<Row> = DataTableProps<Row> & {
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
};

/** Search, filters and tools. On a phone, everything except the search is behind a button. */
function Toolbar<Row>({ what, id, address, columns, hidden, onHide, ...props }: ToolbarProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={styles.toolbar} aria-label={t('Filter the {what}', { what })}>
      {props.searchLabel !== undefined && (
        <SearchField label={props.searchLabel} value={address.get('q')} onChange={(q) => address.set({ q })} />
      )}
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {props.filters === undefined ? t('More') : t('Filters')}
      </Button>
      <div className={styles.more} data-open={isOpen}>
        {props.filters}
        {address.isFiltered && (
          <Button variant="subtle" onClick={() => address.show('')}>
            {t('Clear filters')}
          </Button>
        )}
        <div className={styles.tools}>
          <ViewsMenu table={id} address={address} />
          <ColumnsMenu columns={columns.filter(({ isFixed }) => isFixed !== true)} hidden={hidden} onChange={onHide} />
          {props.load !== undefined && (
            <ExportButton
              id={id}
              columns={columns}
              exported={props.exported}
              load={props.load}
              onTrouble={props.onTrouble}
            />
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
