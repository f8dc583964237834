import { NativeSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import type { AnalysedSummary } from '../../server/answers.ts';
import { type AnalysedFilter, loadAnalysedCalls, useAnalysedCalls } from '../../server/call-uploads.ts';
import type { DataColumn } from '../data-table/column.ts';
import { DataTable } from '../data-table/data-table.tsx';
import type { ListAddress } from '../data-table/list-address.ts';
import { SearchField } from '../data-table/search-field.tsx';
import { serverSortOf } from '../data-table/server-sort.ts';
import { usePageSize } from '../data-table/stored.ts';
import { useListAddress } from '../data-table/use-list-address.ts';
import { DateRange } from '../form/date-range.tsx';
import { isDay, startOfDay } from '../form/day-ranges.ts';
import { useZone } from '../zone/use-zone.ts';
import { analysedColumns, exportedCallColumns, sentimentNames, statusNames } from './analysed-columns.tsx';
import { MoreFilters, moreFilterNames } from './more-filters.tsx';
import { outcomeNames } from './value-text.ts';
import { WordsSaid } from './words-said.tsx';

interface AnalysedListProps {
  /** Path of the page. */
  readonly path: string;
  readonly what: string;
  readonly id: string;
  /** Default filter of the list, overridden by values in the URL. */
  readonly only: AnalysedFilter;
  readonly columns?: readonly DataColumn<AnalysedSummary>[];
  /** Filters shown before those of the analysis. */
  readonly filters?: (address: ListAddress) => ReactNode;
  readonly onTrouble: (sentence: string) => void;
  readonly empty: ReactNode;
  /** Replaces `empty` where filters match nothing. */
  readonly noMatch?: ReactNode;
}

/** Pairs of URL parameter and request parameter. */
const filterNames = [
  ['q', 'q'],
  ['source', 'source'],
  ['channel', 'channel'],
  ['campaign', 'campaign_id'],
  ['agent', 'agent'],
  ['outcome', 'outcome'],
  ['sentiment', 'sentiment'],
  ['status', 'status'],
  ['direction', 'direction'],
  ['words', 'words'],
  // Moments, of a chart that leads here. Days replace them.
  ['date_from', 'date_from'],
  ['date_to', 'date_to'],
  ...moreFilterNames.map((name) => [name, name] as const),
] as const;

/** Returns the moments of the chosen days. */
function daysOf(address: ListAddress, zone: string): Pick<AnalysedFilter, 'date_from' | 'date_to'> {
  const [from, to] = [address.get('from'), address.get('to')];
  return {
    ...(isDay(from) && { date_from: startOfDay(zone, from) }),
    ...(isDay(to) && { date_to: startOfDay(zone, to, 1) }),
  };
}

/** List of finished conversations, filtered and sorted by the URL. */
export function AnalysedList({ path, id, what, only, columns = analysedColumns, ...props }: AnalysedListProps) {
  const address = useListAddress(path);
  const [pageSize, setPageSize] = usePageSize(id);
  const zone = useZone();
  const given = filterNames.flatMap(([name, asked]) => (address.get(name) === '' ? [] : [[asked, address.get(name)]]));
  // The server rejects unknown values.
  const filter = {
    ...only,
    ...(Object.fromEntries(given) as AnalysedFilter),
    ...(zone !== undefined && daysOf(address, zone)),
    ...serverSortOf(address, columns),
  };
  const hasDays = isDay(address.get('from')) || isDay(address.get('to'));
  const query = useAnalysedCalls(
    { limit: pageSize, offset: address.offset, ...filter },
    zone !== undefined || !hasDays,
  );
  const total = query.data?.total ?? 0;
  const noMatch = props.noMatch ?? <Text fw={600}>{t('No calls match these filters')}</Text>;
  return (
    <DataTable
      id={id}
      what={what}
      address={address}
      query={query}
      rows={query.data?.calls}
      total={total}
      pageSize={pageSize}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      hrefOf={({ uuid }) => `/calls/${uuid}`}
      below={({ excerpt }) => (excerpt === undefined ? null : <WordsSaid excerpt={excerpt} />)}
      exported={exportedCallColumns}
      onPageSize={(size) => {
        setPageSize(size);
        // The page may begin within another one.
        address.set({});
      }}
      searchLabel={t('Search name, number or summary')}
      filters={
        <>
          <SearchField
            label={t('Search what was said')}
            value={address.get('words')}
            onChange={(words) => address.set({ words })}
          />
          {props.filters?.(address)}
          <Choice address={address} name="outcome" label={t('Outcome')} all={t('All outcomes')} names={outcomeNames} />
          <Choice
            address={address}
            name="sentiment"
            label={t('Sentiment')}
            all={t('All sentiments')}
            names={sentimentNames}
          />
          <Choice address={address} name="status" label={t('Analysis')} all={t('All states')} names={statusNames} />
          <DateRange
            value={{ from: address.get('from'), to: address.get('to') }}
            onChange={({ from, to }) => address.set({ from, to, date_from: '', date_to: '' })}
          />
          <MoreFilters address={address} />
        </>
      }
      load={(page) => loadAnalysedCalls({ ...page, ...filter })}
      onTrouble={props.onTrouble}
      empty={given.length > 0 && total === 0 ? noMatch : props.empty}
    />
  );
}

interface ChoiceProps {
  readonly address: ListAddress;
  /** Name of the URL parameter. */
  readonly name: string;
  readonly label: string;
  /** Label for no filter. */
  readonly all: string;
  /** Labels of the values. */
  readonly names: Readonly<Record<string, string>>;
}

/** A list filter with one of several values, or all. */
export const Choice = ({ address, name, label, all, names }: ChoiceProps) => (
  <NativeSelect
    aria-label={label}
    data={[{ value: '', label: all }, ...Object.entries(names).map(([value, text]) => ({ value, label: text }))]}
    value={address.get(name)}
    onChange={({ currentTarget }) => address.set({ [name]: currentTarget.value })}
    w={{ base: '100%', xs: 160 }}
  />
);
