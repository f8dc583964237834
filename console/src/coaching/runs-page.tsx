import { Box, Button, NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import type { DataColumn } from '../components/data-table/column.ts';
import { DataTable } from '../components/data-table/data-table.tsx';
import { type ListAddress, useListAddress } from '../components/data-table/use-list-address.ts';
import { dateAndTime } from '../components/figures.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { Link, navigate } from '../frame/router.tsx';
import { loadRuns, type PracticeRun, type RunFilter, useAllScenarios, useRuns } from '../server/coaching.ts';
import { StatusBadge, VerdictBadge } from './run-badges.tsx';
import { statusNames, verdictNames } from './run-words.ts';
import { StartRunDialog } from './start-run-dialog.tsx';
import { useTargets } from './use-targets.ts';

const pageSize = 20;

const columnsOf = (nameOf: (run: PracticeRun) => string): readonly DataColumn<PracticeRun>[] => [
  {
    key: 'scenario',
    name: 'Scenario',
    isFixed: true,
    render: ({ uuid, scenario_name: name }) => <Link href={`/runs/${uuid}`}>{name}</Link>,
    text: ({ scenario_name: name }) => name,
  },
  { key: 'agent', name: 'Agent', from: 'md', render: nameOf, text: nameOf },
  {
    key: 'status',
    name: 'Status',
    from: 'sm',
    render: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => statusNames[status].text,
  },
  {
    key: 'verdict',
    name: 'Verdict',
    render: (run) => (
      <>
        <VerdictBadge verdict={run.verdict} />
        {run.verdict === null && (
          <Box component="span" hiddenFrom="sm">
            <StatusBadge status={run.status} />
          </Box>
        )}
      </>
    ),
    text: ({ verdict }) => (verdict === null ? '' : verdictNames[verdict].text),
  },
  {
    key: 'score',
    name: 'Score',
    isNumber: true,
    render: ({ score }) => score ?? '–',
    text: ({ score }) => `${score ?? ''}`,
  },
  {
    key: 'created',
    name: 'Started',
    from: 'sm',
    render: ({ created_at: at }) => <span className="moment">{dateAndTime(at)}</span>,
    text: ({ created_at: at }) => at,
  },
];

const filterOf = (address: ListAddress): RunFilter => {
  const status = address.get('status');
  const verdict = address.get('verdict');
  const scenario = address.get('scenario');
  return {
    ...(Object.hasOwn(statusNames, status) ? { status: status as NonNullable<RunFilter['status']> } : {}),
    ...(Object.hasOwn(verdictNames, verdict) ? { verdict: verdict as NonNullable<RunFilter['verdict']> } : {}),
    ...(scenario === '' ? {} : { scenario_uuid: scenario }),
  };
};

/** Practice calls of simulated customers with agents. */
export function RunsPage() {
  const address = useListAddress('/runs');
  const announcer = useAnnouncer();
  const queries = useQueryClient();
  const filter = filterOf(address);
  const query = useRuns({ limit: pageSize, offset: address.offset, ...filter });
  const { nameOf } = useTargets();
  const [isStarting, setStarting] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [first, second] = [...chosen];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeading
        title="Practice runs"
        lead="A simulated customer talks to one of your agents, and the call is scored."
        aside={<Button onClick={() => setStarting(true)}>Start a run</Button>}
      />
      <Announcement {...announcer} />
      <DataTable
        what="runs"
        address={address}
        query={query}
        rows={query.data?.results}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columnsOf(nameOf)}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/runs/${uuid}`}
        filters={<RunFilters address={address} />}
        load={(page) => loadRuns({ ...page, ...filter })}
        onTrouble={announcer.sayHere}
        selection={{
          keys: chosen,
          onChange: setChosen,
          nameOf: ({ scenario_name: name, created_at: at }) => `${name}, ${dateAndTime(at)}`,
          actions:
            chosen.size === 2 ? (
              <Button size="compact-sm" onClick={() => navigate(`/runs/compare?a=${first}&b=${second}`)}>
                Compare
              </Button>
            ) : (
              <Text size="sm" className="quiet">
                Select two runs to compare them.
              </Text>
            ),
        }}
        empty={
          isFiltered ? (
            <Text fw={600}>No runs match these filters</Text>
          ) : (
            <>
              <Text fw={600}>No practice runs yet</Text>
              <Text className="quiet" mt={4}>
                Create a <Link href="/personas">persona</Link> and a <Link href="/scenarios">scenario</Link>, then start
                a run.
              </Text>
            </>
          )
        }
      />
      {isStarting && (
        <StartRunDialog
          onCancel={() => setStarting(false)}
          onStarted={({ uuid }) => {
            void queries.invalidateQueries({ queryKey: ['runs'] });
            navigate(`/runs/${uuid}`);
          }}
        />
      )}
    </>
  );
}

const optionsOf = (all: string, names: Readonly<Record<string, { readonly text: string }>>) => [
  { value: '', label: all },
  ...Object.entries(names).map(([value, { text }]) => ({ value, label: text })),
];

function RunFilters({ address }: { readonly address: ListAddress }) {
  const scenarios = useAllScenarios().data?.results ?? [];
  return (
    <>
      <NativeSelect
        aria-label="Status"
        data={optionsOf('Any status', statusNames)}
        value={address.get('status')}
        onChange={({ currentTarget }) => address.set({ status: currentTarget.value })}
      />
      <NativeSelect
        aria-label="Verdict"
        data={optionsOf('Any verdict', verdictNames)}
        value={address.get('verdict')}
        onChange={({ currentTarget }) => address.set({ verdict: currentTarget.value })}
      />
      {scenarios.length > 0 && (
        <NativeSelect
          aria-label="Scenario"
          maw={240}
          data={[
            { value: '', label: 'Any scenario' },
            ...scenarios.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
          value={address.get('scenario')}
          onChange={({ currentTarget }) => address.set({ scenario: currentTarget.value })}
        />
      )}
    </>
  );
}
