import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { DataTable } from '../components/data-table/data-table.tsx';
import { type ListAddress, useListAddress } from '../components/data-table/use-list-address.ts';
import { Link } from '../frame/router.tsx';
import { useAgents } from '../server/agents.ts';
import type { CallSummary, Flow } from '../server/answers.ts';
import { type CallFilter, loadCalls, useCalls } from '../server/calls.ts';
import { callColumns } from './call-columns.tsx';
import { outcomeChoices } from './outcome.tsx';

const pageSize = 20;

interface CallListProps {
  readonly flows: readonly Flow[];
  readonly nameOf: (call: CallSummary) => string;
  readonly onTrouble: (sentence: string) => void;
}

/** All calls, newest first, by what the address filters them by. */
export function CallList({ flows, nameOf, onTrouble }: CallListProps) {
  const address = useListAddress('/calls');
  const filter = filterOf(address);
  const query = useCalls({ limit: pageSize, offset: address.offset, ...filter });
  const total = query.data?.total ?? 0;
  return (
    <DataTable
      what="calls"
      address={address}
      query={query}
      rows={query.data?.calls}
      total={total}
      pageSize={pageSize}
      columns={callColumns(nameOf)}
      keyOf={({ uuid }) => uuid}
      hrefOf={({ uuid }) => `/calls/${uuid}`}
      searchLabel="Search name or number"
      filters={<Filters address={address} flows={flows} />}
      load={(page) => loadCalls({ ...page, ...filter })}
      onTrouble={onTrouble}
      empty={<NoCalls isPastEnd={total > 0} isFiltered={address.search !== ''} />}
    />
  );
}

const filterNames = [
  ['q', 'q'],
  ['campaign', 'campaign_id'],
  ['agent', 'agent_id'],
  ['outcome', 'outcome'],
  ['direction', 'direction'],
  ['from', 'date_from'],
  ['to', 'date_to'],
] as const;

/** What the server is asked with. It refuses values that it does not know. */
function filterOf(address: ListAddress): CallFilter {
  const given = filterNames.flatMap(([name, asked]) => (address.get(name) === '' ? [] : [[asked, address.get(name)]]));
  return Object.fromEntries(given) as CallFilter;
}

function Filters({ address, flows }: { readonly address: ListAddress; readonly flows: readonly Flow[] }) {
  const agents = useAgents({ limit: 100, offset: 0 }).data?.agents ?? [];
  const named = (list: readonly { readonly uuid: string; readonly name: string }[]) =>
    list.map(({ uuid, name }) => ({ value: uuid, label: name }));
  const choice = (name: string, label: string, all: string, data: readonly { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...data]}
      value={address.get(name)}
      onChange={({ currentTarget }) => address.set({ [name]: currentTarget.value })}
      w={{ base: '100%', xs: 148 }}
    />
  );
  const day = (name: string, label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth={56}
      value={address.get(name)}
      onChange={({ currentTarget }) => address.set({ [name]: currentTarget.value })}
      w={{ base: '100%', xs: 190 }}
    />
  );
  return (
    <>
      {choice('campaign', 'Campaign', 'All campaigns', named(flows))}
      {choice('agent', 'Agent', 'All agents', named(agents))}
      {choice('outcome', 'Outcome', 'All outcomes', outcomeChoices)}
      {choice('direction', 'Direction', 'All directions', [
        { value: 'inbound', label: 'Inbound' },
        { value: 'outbound', label: 'Outbound' },
      ])}
      <Group gap={8} w={{ base: '100%', xs: 'auto' }}>
        {day('from', 'From')}
        {day('to', 'To')}
      </Group>
    </>
  );
}

function NoCalls({ isPastEnd, isFiltered }: { readonly isPastEnd: boolean; readonly isFiltered: boolean }) {
  if (isFiltered && !isPastEnd) {
    return (
      <>
        <Text fw={600}>No calls match these filters</Text>
        <Text className="quiet" mt={4}>
          <Link href="/calls">Show all calls</Link>
        </Text>
      </>
    );
  }
  return (
    <>
      <Text fw={600}>{isPastEnd ? 'There are no calls on this page' : 'No calls yet'}</Text>
      <Text className="quiet" mt={4}>
        {isPastEnd ? (
          <Link href="/calls">Back to the newest calls</Link>
        ) : (
          <>
            <Link href="/test-call">Make a test call</Link>, and it will be listed here with its transcript and
            recording.
          </>
        )}
      </Text>
    </>
  );
}
