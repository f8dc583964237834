import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { paths } from '../../server/api.d.ts';
import { clockTime, percent } from '../page/figures.ts';
import type { NumberFilter } from './counted-address.ts';

type Get<Path extends '/api/dashboard' | '/api/dashboard/trend' | '/api/dashboard/leaderboard'> =
  paths[Path]['get']['responses'][200]['content']['application/json'];
type DashboardStats = Omit<Get<'/api/dashboard'>['stats'], 'outcome_unsure'>;
type TrendPoint = Get<'/api/dashboard/trend'>['trend'][number];
type Leaderboard = Get<'/api/dashboard/leaderboard'>;

export const plain = (value: number): string => value.toLocaleString(numberLocale);
export const length = (seconds: number): string => clockTime(Math.round(seconds) * 1000);

export interface Tile {
  readonly name: string;
  readonly value: (stats: DashboardStats) => number;
  readonly text: (value: number) => string;
  /** Whether a change is expressed in percentage points. */
  readonly isShare?: boolean;
  /** Filter for the calls behind the number. */
  readonly filter: NumberFilter;
  /** The same number of one day. */
  readonly ofDay?: (day: TrendPoint) => number;
  /** Returns how many calls those are. */
  readonly calls: (stats: DashboardStats) => number;
}

const countOf = (name: string, value: Tile['value'], filter: NumberFilter): Tile => ({
  name,
  value,
  text: plain,
  filter,
  calls: value,
});

/** The kinds of calls, which add up to all calls. */
export const kindTiles: readonly Tile[] = [
  countOf(t('Inbound'), (stats) => stats.calls_inbound, { kind: 'inbound' }),
  countOf(t('Outbound'), (stats) => stats.calls_outbound, { kind: 'outbound' }),
  countOf(t('Uploaded'), (stats) => stats.calls_uploaded, { kind: 'upload' }),
];

const allCalls: Tile = { ...countOf(t('Calls'), (stats) => stats.calls_total, {}), ofDay: ({ calls }) => calls };
const shareOfPickups: Tile = {
  name: t('Pickup rate'),
  value: (stats) => stats.pickup_rate,
  ofDay: (day) => day.pickup_rate,
  text: percent,
  isShare: true,
  filter: { stage: 'picked_up' },
  calls: (stats) => stats.picked_up,
};
const averageLength: Tile = {
  name: t('Average length'),
  value: (stats) => stats.avg_duration_seconds,
  ofDay: (day) => day.avg_duration_seconds,
  text: length,
  filter: { stage: 'picked_up' },
  calls: (stats) => stats.picked_up,
};

/** The numbers that say most about a window. */
export const mainTiles: readonly Tile[] = [allCalls, shareOfPickups, averageLength];

export const tiles: readonly Tile[] = [
  allCalls,
  ...kindTiles,
  countOf(t('Picked up'), (stats) => stats.picked_up, { stage: 'picked_up' }),
  shareOfPickups,
  averageLength,
];

/** Returns the change from the previous number: in points of a share, otherwise in percent; undefined if none. */
export function changeText({ isShare }: Pick<Tile, 'isShare'>, now: number, before: number) {
  const sign = now > before ? '+' : '−';
  const size = Math.round(Math.abs(isShare === true ? now - before : (now - before) / before) * 100);
  if (now === before) return undefined;
  if (isShare === true) return size === 0 ? undefined : t('{sign}{points} points', { sign, points: size });
  if (before === 0) return t('new');
  return size === 0 ? undefined : `${sign}${plain(size)}%`;
}

type AnyLine = Leaderboard['unassigned'][number] & {
  readonly agent_id?: number;
  readonly agent_uuid?: string;
  readonly positive_sentiment_rate?: number | null;
};

export interface BoardLine extends AnyLine {
  /** Filter for the agent's calls in the list. */
  readonly filter: NumberFilter;
}

/** Voice agents and people are ranked separately, since they do not compete. */
export const groupsOf = ({ ai_agents: ai, human_agents: people, unassigned }: Leaderboard) =>
  [
    { name: t('Voice agents'), lines: ai.map((line): BoardLine => ({ ...line, filter: { agent_id: line.agent_id } })) },
    {
      name: t('Teammates'),
      lines: people.map((line): BoardLine => ({ ...line, filter: { agent_uuid: line.agent_uuid } })),
    },
    {
      name: t('No agent'),
      lines: unassigned.map((line): BoardLine => ({ ...line, filter: { agent_name: line.agent_name } })),
    },
  ].filter(({ lines }) => lines.length > 0);
