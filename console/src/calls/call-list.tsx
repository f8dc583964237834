import { Group, Text, TextInput } from '@mantine/core';
import { type ListAddress, useListAddress } from '../components/data-table/use-list-address.ts';
import { Link } from '../frame/router.tsx';
import { useAgents } from '../server/agents.ts';
import type { AnalysedSummary, Flow } from '../server/answers.ts';
import { everyCallColumns } from './analysed-columns.tsx';
import { AnalysedList, Choice } from './analysed-list.tsx';
import { sourceNames } from './source-names.ts';

interface CallListProps {
  readonly flows: readonly Flow[];
  readonly onTrouble: (sentence: string) => void;
}

/** Finished calls of every source, newest first, by what the address filters them by. */
export function CallList({ flows, onTrouble }: CallListProps) {
  const { offset } = useListAddress('/calls');
  const nameOf = (call: AnalysedSummary): string => flows.find(({ uuid }) => uuid === call.campaign_uuid)?.name ?? '';
  return (
    <AnalysedList
      path="/calls"
      what="calls"
      only={{ source: 'all' }}
      columns={everyCallColumns(nameOf)}
      filters={(address) => <Filters address={address} flows={flows} />}
      onTrouble={onTrouble}
      empty={<NoCalls isPastEnd={offset > 0} />}
      noMatch={
        <>
          <Text fw={600}>No calls match these filters</Text>
          <Text className="quiet" mt={4}>
            <Link href="/calls">Show all calls</Link>
          </Text>
        </>
      }
    />
  );
}

function Filters({ address, flows }: { readonly address: ListAddress; readonly flows: readonly Flow[] }) {
  const agents = useAgents({ limit: 100, offset: 0 }).data?.agents ?? [];
  const named = (list: readonly { readonly uuid: string; readonly name: string }[]) =>
    Object.fromEntries(list.map(({ uuid, name }) => [uuid, name]));
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
      <Choice address={address} name="source" label="Source" all="All sources" names={sourceNames} />
      <Choice address={address} name="campaign" label="Campaign" all="All campaigns" names={named(flows)} />
      <Choice address={address} name="agent" label="Agent" all="All agents" names={named(agents)} />
      <Choice
        address={address}
        name="direction"
        label="Direction"
        all="All directions"
        names={{ inbound: 'Inbound', outbound: 'Outbound' }}
      />
      <Group gap={8} w={{ base: '100%', xs: 'auto' }}>
        {day('from', 'From')}
        {day('to', 'To')}
      </Group>
    </>
  );
}

function NoCalls({ isPastEnd }: { readonly isPastEnd: boolean }) {
  return (
    <>
      <Text fw={600}>{isPastEnd ? 'There are no calls on this page' : 'No calls yet'}</Text>
      <Text className="quiet" mt={4}>
        {isPastEnd ? (
          <Link href="/calls">Back to the newest calls</Link>
        ) : (
          <>
            <Link href="/test-call">Make a test call</Link> or <Link href="/uploads">upload recordings</Link>, and they
            will be listed here with their transcripts.
          </>
        )}
      </Text>
    </>
  );
}
