import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { dateLocale } from '../../language/language.ts';
import { rich, t } from '../../language/text.ts';
import { useAttention, usePreviousStats, useStats } from '../../server/dashboard.ts';
import { SampleNotice } from '../../shared/account/sample-notice.tsx';
import { FirstSteps } from '../../shared/first-steps/first-steps.tsx';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { Breakdowns } from '../../shared/statistics/breakdowns.tsx';
import { LeaderboardTable } from '../../shared/statistics/leaderboard.tsx';
import { TrendChart } from '../../shared/statistics/trend-chart.tsx';
import { windowOptions } from '../../shared/statistics/window-options.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { FiguresRow } from './figures-row.tsx';
import { LiveStrip } from './live-strip.tsx';
import { SegmentFilter } from './segment-filter.tsx';
import { useCovered } from './use-covered.ts';

const OwnFiguresSection = lazyPage(() => import('./own-figures-section.tsx').then((part) => part.OwnFiguresSection));

const moment = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });

/** Page of the number of calls and their results. */
export function DashboardPage() {
  const { query, covered, active, setWindow, setSegments } = useCovered('/', 'today');
  const { data, isError, error, refetch, isPlaceholderData } = useStats(query);
  const attention = useAttention(query).data;
  const previous = usePreviousStats(query).data;
  // While a new window loads, the numbers of the old one are shown.
  const before = isPlaceholderData ? undefined : previous;
  const zone = attention?.timezone;
  return (
    <>
      <PageHeading
        title={t('Home')}
        lead={t('Days begin at midnight{value}. Browser tests are not counted.', {
          value: zone === undefined ? '' : `, ${zone}`,
        })}
        aside={
          <Group gap="sm">
            <SegmentFilter value={query.segments} onChange={setSegments} />
            <NativeSelect
              aria-label={t('Time')}
              data={[...windowOptions]}
              value={query.window}
              onChange={({ currentTarget }) => setWindow(currentTarget.value)}
            />
          </Group>
        }
      />
      <SampleNotice />
      <FirstSteps />
      {active !== undefined && (
        <Text size="sm" mb="sm">
          {rich('Only calls of your active project, {link}.', { link: <Link href="/projects">{active.name}</Link> })}
        </Text>
      )}
      {isError ? (
        <TroubleNotice
          title={t('Could not load the statistics')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <FiguresRow query={query} stats={data?.stats} before={before?.stats} covered={covered} />
          <LiveStrip />
          <AttentionPanel query={query} covered={covered} />
          <Stack gap="md">
            <TrendChart query={query} covered={covered} />
            <LeaderboardTable query={query} covered={covered} />
            <Breakdowns stats={data?.stats} before={before?.stats} covered={covered} isWide />
            <Suspense fallback={null}>
              <OwnFiguresSection />
            </Suspense>
          </Stack>
          {data !== undefined && (
            <Text size="xs" className="quiet" mt="sm">
              {rangeText(data.range, zone)}
              {before !== undefined && t(' Compared with {range}', { range: rangeText(before.range, zone) })}
            </Text>
          )}
        </>
      )}
    </>
  );
}

/** Returns the range in the organisation's time zone, which determines where days begin. */
function rangeText({ from, to }: { readonly from: string; readonly to: string }, zone: string | undefined): string {
  const format = zone === undefined ? moment : new Intl.DateTimeFormat(dateLocale, { ...shown, timeZone: zone });
  return t('{from} to {to}.', { from: format.format(new Date(from)), to: format.format(new Date(to)) });
}
const shown = { dateStyle: 'medium', timeStyle: 'short' } as const;
