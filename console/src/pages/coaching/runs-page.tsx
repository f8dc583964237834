import { Box, Button, NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { loadRuns, type PracticeRun, type RunFilter, useAllScenarios, useRuns } from '../../server/coaching.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { ListAddress } from '../../shared/data-table/list-address.ts';
import { serverSortOf } from '../../shared/data-table/server-sort.ts';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { StatusBadge, VerdictBadge } from './run-badges.tsx';
import { statusNames, verdictNames } from './run-words.ts';
import { StartRunDialog } from './start-run-dialog.tsx';
import { useTargets } from './use-targets.ts';

const pageSize = 20;

const columnsOf = (nameOf: (run: PracticeRun) => string): readonly DataColumn<PracticeRun>[] => [
  {
    key: 'scenario',
    name: t('Scenario'),
    isFixed: true,
    render: ({ uuid, scenario_name: name }) => <Link href={`/runs/${uuid}`}>{name}</Link>,
    text: ({ scenario_name: name }) => name,
  },
  { key: 'agent', name: t('Agent'), from: 'md', render: nameOf, text: nameOf },
  {
    key: 'status',
    name: t('Status'),
    from: 'sm',
    render: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => statusNames[status].text,
  },
  {
    key: 'verdict',
    name: t('Verdict'),
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
    name: t('Score'),
    isNumber: true,
    render: ({ score }) => score ?? '–',
    text: ({ score }) => `${score ?? ''}`,
    sortedAs: 'score',
  },
  {
    key: 'created',
    name: t('Started'),
    from: 'sm',
    render: ({ created_at: at }) => <span className="moment">{dateAndTime(at)}</span>,
    text: ({ created_at: at }) => at,
    sortedAs: 'created_at',
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

/** Page of practice calls between simulated customers and agents. */
export function RunsPage() {
  const address = useListAddress('/runs');
  const announcer = useAnnouncer();
  const queries = useQueryClient();
  const { nameOf } = useTargets();
  const columns = columnsOf(nameOf);
  const filter = { ...filterOf(address), ...serverSortOf<'score'>(address, columns) };
  const query = useRuns({ limit: pageSize, offset: address.offset, ...filter });
  const [isStarting, setStarting] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [first, second] = [...chosen];
  return (
    <>
      <PageHeading
        title={t('Practice runs')}
        help="coaching"
        lead={t('A simulated customer talks to one of your agents, and the call is scored.')}
        aside={<Button onClick={() => setStarting(true)}>{t('Start a run')}</Button>}
      />
      <Announcement {...announcer} />
      <DataTable
        id="runs"
        what={t('runs')}
        address={address}
        query={query}
        rows={query.data?.results}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columns}
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
                {t('Compare')}
              </Button>
            ) : (
              <Text size="sm" className="quiet">
                {t('Select two runs to compare them.')}
              </Text>
            ),
        }}
        empty={
          address.isFiltered ? (
            <Text fw={600}>{t('No runs match these filters')}</Text>
          ) : (
            <>
              <Text fw={600}>{t('No practice runs yet')}</Text>
              <Text className="quiet" mt={4}>
                {rich('Create a {link} and a {link2}, then start a run.', {
                  link: <Link href="/personas">{t('persona')}</Link>,
                  link2: <Link href="/scenarios">{t('scenario')}</Link>,
                })}
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
        aria-label={t('Status')}
        data={optionsOf(t('Any status'), statusNames)}
        value={address.get('status')}
        onChange={({ currentTarget }) => address.set({ status: currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('Verdict')}
        data={optionsOf(t('Any verdict'), verdictNames)}
        value={address.get('verdict')}
        onChange={({ currentTarget }) => address.set({ verdict: currentTarget.value })}
      />
      {scenarios.length > 0 && (
        <NativeSelect
          aria-label={t('Scenario')}
          maw={240}
          data={[
            { value: '', label: t('Any scenario') },
            ...scenarios.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
          value={address.get('scenario')}
          onChange={({ currentTarget }) => address.set({ scenario: currentTarget.value })}
        />
      )}
    </>
  );
}
