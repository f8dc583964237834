import { Badge, NativeSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { outcomeName, outcomeNames } from '../calls/findings/value-text.ts';
import type { DataColumn } from '../components/data-table/column.ts';
import { DataTable } from '../components/data-table/data-table.tsx';
import { useListAddress } from '../components/data-table/use-list-address.ts';
import { clockTime, dateAndTime } from '../components/figures.ts';
import { Link } from '../frame/router.tsx';
import type { AnalysedSummary } from '../server/answers.ts';
import { type AnalysedFilter, loadAnalysedCalls, useAnalysedCalls } from '../server/call-uploads.ts';

const pageSize = 20;

const statusNames = {
  pending: 'Queued',
  awaiting_recording: 'Waiting for the recording',
  transcribing: 'Transcribing',
  completed: 'Analysed',
  failed: 'Failed',
} as const;

const statusColors = {
  pending: 'gray',
  awaiting_recording: 'gray',
  transcribing: 'blue',
  completed: 'teal',
  failed: 'red',
} as const;

/** How far the analysis of a call is. */
export const StatusBadge = ({ status }: Pick<AnalysedSummary, 'status'>) => (
  <Badge variant="light" color={statusColors[status]} c="var(--mantine-color-text)" tt="none">
    {statusNames[status]}
  </Badge>
);

const sentimentNames = { positive: 'Positive', neutral: 'Neutral', negative: 'Negative' } as const;

const columns: readonly DataColumn<AnalysedSummary>[] = [
  {
    key: 'called',
    name: 'Called',
    isFixed: true,
    render: ({ uuid, called_at: at }) => (
      <Link href={`/calls/${uuid}`} className="moment">
        {dateAndTime(at)}
      </Link>
    ),
    text: ({ called_at: at }) => at,
  },
  {
    key: 'customer',
    name: 'Customer',
    from: 'sm',
    render: ({ customer: { name, phone } }) => (
      <>
        {name ?? phone ?? <span className="quiet">Unknown</span>}
        {name !== null && phone !== null && (
          <Text size="xs" className="quiet figures">
            {phone}
          </Text>
        )}
      </>
    ),
    text: ({ customer: { name, phone } }) => name ?? phone ?? '',
  },
  { key: 'agent', name: 'Agent', from: 'md', render: ({ agent }) => agent.name, text: ({ agent }) => agent.name ?? '' },
  {
    key: 'length',
    name: 'Length',
    from: 'md',
    isNumber: true,
    render: ({ duration }) => (duration === null ? '' : clockTime(duration * 1000)),
    text: ({ duration }) => `${duration ?? ''}`,
  },
  {
    key: 'outcome',
    name: 'Outcome',
    render: ({ outcome }) => (outcome === null ? '' : outcomeName(outcome)),
    text: ({ outcome }) => outcome ?? '',
  },
  {
    key: 'sentiment',
    name: 'Sentiment',
    from: 'lg',
    render: ({ sentiment }) => (sentiment === null ? '' : sentimentNames[sentiment]),
    text: ({ sentiment }) => sentiment ?? '',
  },
  {
    key: 'status',
    name: 'Analysis',
    from: 'sm',
    render: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
  },
];

interface AnalysedListProps {
  /** The address of the page. */
  readonly path: string;
  readonly what: string;
  /** What the list is limited to. */
  readonly only: AnalysedFilter;
  readonly onTrouble: (sentence: string) => void;
  readonly empty: ReactNode;
}

const filterNames = ['q', 'status', 'outcome', 'sentiment'] as const;

/** Analysed calls, newest first, by what the address filters them by. */
export function AnalysedList({ path, what, only, onTrouble, empty }: AnalysedListProps) {
  const address = useListAddress(path);
  const given = filterNames.flatMap((name) => (address.get(name) === '' ? [] : [[name, address.get(name)]]));
  const filter = { ...(Object.fromEntries(given) as AnalysedFilter), ...only };
  const query = useAnalysedCalls({ limit: pageSize, offset: address.offset, ...filter });
  const choice = (name: string, label: string, all: string, names: Readonly<Record<string, string>>) => (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...Object.entries(names).map(([value, text]) => ({ value, label: text }))]}
      value={address.get(name)}
      onChange={({ currentTarget }) => address.set({ [name]: currentTarget.value })}
      w={{ base: '100%', xs: 170 }}
    />
  );
  return (
    <DataTable
      what={what}
      address={address}
      query={query}
      rows={query.data?.calls}
      total={query.data?.total ?? 0}
      pageSize={pageSize}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      hrefOf={({ uuid }) => `/calls/${uuid}`}
      searchLabel="Search name, number or summary"
      filters={
        <>
          {choice('outcome', 'Outcome', 'All outcomes', outcomeNames)}
          {choice('sentiment', 'Sentiment', 'All sentiments', sentimentNames)}
          {choice('status', 'Analysis', 'All states', statusNames)}
        </>
      }
      load={(page) => loadAnalysedCalls({ ...page, ...filter })}
      onTrouble={onTrouble}
      empty={given.length > 0 ? <Text fw={600}>No calls match these filters</Text> : empty}
    />
  );
}
