import { Alert, Button, Flex, Group, Loader, Paper, RingProgress, SimpleGrid, Text, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { t } from '../../language/text.ts';
import { exportReport, type Report, useReport } from '../../server/reports.ts';
import { ChartPanel } from '../../shared/charts/chart-panel.tsx';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { percent } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { saveBlob } from '../../shared/page/save-file.ts';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { type Covered, callsBehind } from '../../shared/statistics/counted-address.ts';
import { StatTiles } from '../../shared/statistics/stat-tiles.tsx';
import { dayBars } from '../../shared/statistics/trend-chart.tsx';
import { useZone } from '../../shared/zone/use-zone.ts';
import { rangeText, windowNames } from './window-names.ts';

const Breakdowns = lazyPage(() => import('../../shared/statistics/breakdowns.tsx').then((part) => part.Breakdowns));
const LeaderboardLines = lazyPage(() =>
  import('../../shared/statistics/leaderboard.tsx').then((part) => part.LeaderboardLines),
);

/** Page of one report: headline numbers, chart, outcomes and agents, and its files. */
export function ReportPage({ id }: { readonly id: string }) {
  const { data, isError, error, refetch } = useReport(id);
  const zone = useZone();
  if (isError) {
    return (
      <>
        <PageHeading title={t('Report')} lead={<Link href="/reports">{t('All reports')}</Link>} />
        <TroubleNotice title={t('Could not load this report')} advice={error.message} onRetry={() => void refetch()} />
      </>
    );
  }
  if (data === undefined) return <PageSkeleton label={t('Loading the report')} />;
  return (
    <>
      <PageHeading
        title={t('Report: {window}', { window: windowNames[data.window].toLowerCase() })}
        lead={rangeText(data.range, zone)}
        aside={data.status === 'completed' && <Downloads id={data.id} />}
      />
      {data.status === 'pending' && (
        <Alert color="lake" variant="light" p="sm">
          <Group gap="sm" role="status">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{t('The report is being computed.')}</Text>
          </Group>
        </Alert>
      )}
      {data.status === 'failed' && (
        <TroubleNotice title={t('The report failed')} advice={data.error ?? t('Create the report again.')} />
      )}
      {data.stats !== null && <Result report={data} stats={data.stats} />}
    </>
  );
}

function Downloads({ id }: { readonly id: number }) {
  const [trouble, setTrouble] = useState<string>();
  const save = async (format: 'csv' | 'pdf'): Promise<void> => {
    const file = await exportReport(id, format);
    setTrouble(file === undefined ? t('The file could not be loaded. Try again.') : undefined);
    if (file === undefined) return;
    saveBlob(file, `report-${id}.${format}`);
  };
  return (
    <div>
      <TroubleLine text={trouble} />
      <Group gap="sm">
        <Button variant="default" onClick={() => void save('csv')}>
          {t('Download CSV')}
        </Button>
        <Button variant="default" onClick={() => void save('pdf')}>
          {t('Download PDF')}
        </Button>
      </Group>
    </div>
  );
}

const stages = [
  { key: 'calls', name: t('Calls'), filter: {} },
  { key: 'picked_up', name: t('Picked up'), filter: { stage: 'picked_up' } },
  { key: 'with_outcome', name: t('With an outcome'), filter: { stage: 'with_outcome' } },
  { key: 'successful', name: t('Successful'), filter: { stage: 'successful' } },
] as const;

function Result({ report, stats }: { readonly report: Report; readonly stats: NonNullable<Report['stats']> }) {
  const { headline_metrics: headline, performance_score: score, summary_sentences: sentences } = report;
  const all = headline?.calls ?? 0;
  // A report covers all calls of its segments, regardless of the reader's active project.
  const covered: Covered = { time: report.range, segments: report.segment_uuids, project: 'none' };
  const share = (count: number): string => (all === 0 ? '' : `, ${percent(count / all)}`);
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mb="md">
        <Paper component="section" className="surface" p="md" aria-labelledby="summary">
          <Flex direction={{ base: 'column', sm: 'row' }} align={{ base: 'center', sm: 'flex-start' }} gap="lg">
            {score !== null && (
              <RingProgress
                size={110}
                thickness={10}
                roundCaps
                aria-label={t('Performance score: {score} of 100', { score })}
                sections={[{ value: score, color: 'lake.7' }]}
                label={
                  <Text ta="center" fw={600} size="xl" className="figures">
                    {score}
                  </Text>
                }
              />
            )}
            <div>
              <Title order={2} size="h4" id="summary" mb={6}>
                {t('Summary')}
              </Title>
              {(sentences ?? []).map(({ text, metric }) => (
                <Text key={metric + text} size="sm" mb={4}>
                  {text}
                </Text>
              ))}
              {score !== null && (
                <Text size="xs" className="quiet">
                  {t(
                    'The ring is the performance score, 0 to 100: 40 % calls picked up, 40 % successful outcomes, 20 % sentiment.',
                  )}
                </Text>
              )}
            </div>
          </Flex>
        </Paper>
        <ChartPanel
          id={'funnel'}
          title={t('Funnel')}
          shape={'rows'}
          unit={t('Calls')}
          each={t('Stage')}
          bars={
            headline === null
              ? []
              : stages.map(({ key, name, filter }) => ({
                  key,
                  label: `${name}${share(headline[key])}`,
                  tick: `${name}${share(headline[key])}`,
                  value: headline[key],
                  href: callsBehind(covered, filter),
                }))
          }
        />
      </SimpleGrid>
      <StatTiles stats={stats} covered={covered} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <SimpleGrid cols={1} spacing="md" style={{ alignContent: 'start' }}>
          <ChartPanel
            id={'days'}
            title={t('Calls a day')}
            shape={'columns'}
            unit={t('Calls')}
            each={t('Day')}
            bars={dayBars(report.trend ?? [], covered)}
          />
          <Suspense fallback={null}>
            {report.leaderboard !== null && <LeaderboardLines board={report.leaderboard} covered={covered} />}
          </Suspense>
        </SimpleGrid>
        <Suspense fallback={null}>
          <Breakdowns stats={stats} covered={covered} />
        </Suspense>
      </SimpleGrid>
      <Text size="xs" className="quiet" mt="sm">
        {t(
          'Numbers are those of the day on which the report was computed. The lists behind them have the calls of today.',
        )}
      </Text>
    </>
  );
}
