import { NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { PageHeading } from '../components/page-heading.tsx';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { type DashboardWindow, useAttention, useStats } from '../server/dashboard.ts';
import { SampleNotice } from '../test-call/sample-notice.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LeaderboardTable } from './leaderboard.tsx';
import { Breakdown, StatTiles } from './stat-tiles.tsx';
import { TrendChart } from './trend-chart.tsx';
import { windowOptions } from './window-options.ts';

const words = (key: string): string => {
  const text = key.replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The number of calls and their results. */
export function DashboardPage() {
  const [window, setWindow] = useState<DashboardWindow>('today');
  const { data, isError, error, refetch } = useStats(window);
  const timezone = useAttention(window).data?.timezone;
  const yesterday = useStats('yesterday', window === 'today').data;
  // What was shown before stays while another window is loaded.
  const isToday = window === 'today' && data?.window === 'today' && yesterday?.window === 'yesterday';
  return (
    <>
      <PageHeading
        title="Dashboard"
        lead={`Days begin at midnight${timezone === undefined ? '' : `, ${timezone}`}. Browser tests are not counted.`}
        aside={
          <NativeSelect
            aria-label="Time"
            data={[...windowOptions]}
            value={window}
            onChange={({ currentTarget }) => setWindow(currentTarget.value as DashboardWindow)}
          />
        }
      />
      <SampleNotice />
      <FirstSteps />
      <AttentionPanel window={window} />
      {isError ? (
        <TroubleNotice title="Could not load the statistics" advice={error.message} onRetry={() => void refetch()} />
      ) : (
        <>
          <StatTiles stats={data?.stats} before={isToday ? yesterday.stats : undefined} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
            <TrendChart />
            <Stack gap="md">
              <Breakdown
                title="Outcomes"
                id="outcomes"
                counts={data?.stats.outcome_breakdown ?? {}}
                nameOf={words}
                empty="No call has an outcome in this time."
              />
              <Breakdown
                title="Sentiment"
                id="sentiment"
                counts={data?.stats.sentiment_breakdown ?? {}}
                nameOf={words}
                empty="No call has a sentiment in this time."
              />
            </Stack>
            <LeaderboardTable window={window} />
          </SimpleGrid>
        </>
      )}
    </>
  );
}
