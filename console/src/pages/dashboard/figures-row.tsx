import { Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberLocale } from '../../language/language.ts';
import { rich, t } from '../../language/text.ts';
import { type DashboardQuery, type DashboardStats, useTrend, useVoiceQuality } from '../../server/dashboard.ts';
import { type Figure as FigureAnswer, useFigure } from '../../server/figures.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { type Covered, callsBehind } from '../../shared/statistics/counted-address.ts';
import { changeText, kindTiles, mainTiles, plain, type Tile } from '../../shared/statistics/numbers.ts';
import styles from '../../shared/statistics/tiles.module.css';
import { coverageText, valueText as figureText } from './own-figures.ts';
import { Sparkline } from './sparkline.tsx';

/** Days behind the lines. */
const lineDays = 14;

interface FiguresRowProps {
  readonly query: DashboardQuery;
  readonly stats: DashboardStats | undefined;
  /** Statistics of the previous window, for comparison. */
  readonly before: DashboardStats | undefined;
  readonly covered: Covered;
}

/** The main numbers of a window, each with the last days as a line and the change from the window before. */
export function FiguresRow({ query, stats, before, covered }: FiguresRowProps) {
  const days = useTrend(lineDays, query.segments).data?.trend ?? [];
  const role = useMe().data?.role;
  const cost = useFigure(costOf(query, covered.project), covered.project !== undefined).data;
  const hasCost = cost !== undefined && cost.currency !== null;
  const maySeeQuality = role === 'manager' || role === 'admin';
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 + Number(maySeeQuality) + Number(hasCost) }} spacing="sm" mb="md">
      {mainTiles.map((tile) => (
        <Figure
          key={tile.name}
          name={tile.name}
          value={
            stats && (
              <Link href={callsBehind(covered, tile.filter)} className={`${styles.value} ${styles.number}`}>
                {tile.text(tile.value(stats))}
                <span className="unseen"> {t('{name}: show the calls', { name: tile.name.toLowerCase() })}</span>
              </Link>
            )
          }
          line={tile.ofDay === undefined ? [] : days.map(tile.ofDay)}
          detail={stats && <Detail tile={tile} stats={stats} before={before} covered={covered} />}
        />
      ))}
      {maySeeQuality && <WaitFigure query={query} />}
      {hasCost && <CostFigure cost={cost} covered={covered} />}
    </SimpleGrid>
  );
}

interface FigureProps {
  readonly name: string;
  /** Undefined while loading. */
  readonly value: ReactNode;
  readonly line: readonly number[];
  readonly detail: ReactNode;
}

const Figure = ({ name, value, line, detail }: FigureProps) => (
  <Paper className={`surface ${styles.tile}`}>
    <Text size="sm" className="quiet">
      {name}
    </Text>
    <Group justify="space-between" gap="xs" wrap="nowrap">
      {value === undefined ? <Skeleton height={30} width={60} /> : value}
      <Sparkline values={line} />
    </Group>
    <Text size="xs" className="quiet figures" component="div">
      {detail}
    </Text>
  </Paper>
);

interface DetailProps extends Pick<FiguresRowProps, 'before' | 'covered'> {
  readonly tile: Tile;
  readonly stats: DashboardStats;
}

/** The change from the window before; under the number of calls, also their kinds. */
function Detail({ tile, stats, before, covered }: DetailProps) {
  // A share or a mean of no calls is nothing to compare with.
  const isComparable = before !== undefined && (before.calls_total > 0 || tile === mainTiles[0]);
  const was = isComparable ? tile.value(before) : undefined;
  const change = was === undefined ? undefined : changeText(tile, tile.value(stats), was);
  return (
    <>
      {was !== undefined &&
        (change === undefined
          ? t('No change')
          : rich('{change}{text}, was {before}', {
              change,
              text: <span className="unseen"> {t('compared with the time before')}</span>,
              before: tile.text(was),
            }))}
      {tile === mainTiles[0] && (
        <Group gap={10} component="span">
          {kindTiles
            .filter((kind) => kind.value(stats) > 0)
            .map((kind) => {
              const text = `${plain(kind.value(stats))} ${kind.name.toLowerCase()}`;
              return (
                <Link
                  key={kind.name}
                  href={callsBehind(covered, kind.filter)}
                  aria-label={t('{name}: show the calls', { name: text })}
                >
                  {text}
                </Link>
              );
            })}
        </Group>
      )}
    </>
  );
}

const costOf = ({ window, segments }: DashboardQuery, project = 'none') =>
  ({ measure: 'cost', window, project, ...(segments.length > 0 && { segment_uuids: segments.join(',') }) }) as const;

/** What the calls cost together, as far as their services have prices. */
function CostFigure({ cost, covered }: { readonly cost: FigureAnswer; readonly covered: Covered }) {
  const { is_at_least: isAtLeast } = cost;
  const text = figureText('cost', { ...cost, is_at_least: false });
  return (
    <Figure
      name={t('Cost')}
      value={
        <Link
          href={callsBehind(covered, {})}
          className={`${styles.value} ${styles.number}`}
          aria-label={t('{name}: show the calls', { name: text })}
        >
          {text}
        </Link>
      }
      line={[]}
      detail={isAtLeast ? t('At least, {coverage}', { coverage: coverageText(cost) }) : coverageText(cost)}
    />
  );
}

/** How long callers wait for an answer of the agent. */
function WaitFigure({ query }: Pick<FiguresRowProps, 'query'>) {
  const { data, isError } = useVoiceQuality(query.window);
  const { p50, p95 } = data?.total.latency_ms.total ?? { p50: null, p95: null };
  const text = (ms: number | null): string =>
    ms === null
      ? '–'
      : t('{seconds} s', { seconds: (ms / 1000).toLocaleString(numberLocale, { maximumFractionDigits: 2 }) });
  if (isError) return null;
  return (
    <Figure
      name={t('Wait for an answer')}
      value={
        data && (
          <Link
            href={`/voice-quality?window=${query.window}`}
            className={`${styles.value} ${styles.number}`}
            aria-label={t('{name}: show the voice quality', { name: text(p50) })}
          >
            {text(p50)}
          </Link>
        )
      }
      line={(data?.days ?? []).flatMap(({ latency_ms: { total } }) => total.p50 ?? [])}
      detail={data && (p95 === null ? t('No answered turns') : t('Median. 95% within {time}', { time: text(p95) }))}
    />
  );
}
