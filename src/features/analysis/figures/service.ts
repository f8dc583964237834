import type { CallAnalysis } from '../call-analysis/index.ts';
import { type ClockOf, type Day, daysOf, hoursOf, spanOf } from '../dashboard/index.ts';
import type { View } from '../interactions/index.ts';
import type { Segments } from '../segments/index.ts';
import type { Figure, FigureQuery, Measure } from './schema.ts';
import type { FigureStore, Group } from './store.ts';

type Viewer = Parameters<CallAnalysis['filterOf']>[0];

export interface FiguresOptions {
  readonly store: FigureStore;
  readonly viewOf: (viewer: Viewer) => Promise<View>;
  readonly filterOf: CallAnalysis['filterOf'];
  /** Returns the calls of a project, limited to segments. */
  readonly scopeOf: Segments['scopeOf'];
  readonly clockOf: ClockOf;
  /** Returns the currency of an organisation's prices. */
  readonly currencyOf: (organisation: Viewer['organisationId']) => Promise<string | null>;
}

export type Figures = ReturnType<typeof createFigures>;

/** Measures in the calls of an organisation, by the filters of their list. */
export const createFigures = ({ store, viewOf, filterOf, scopeOf, clockOf, currencyOf }: FiguresOptions) => ({
  async of(viewer: Viewer, { measure, split, window, project, ...filters }: FigureQuery): Promise<Figure> {
    const clock = await clockOf(viewer.organisationId);
    const range = spanOf(window, clock);
    const view = await viewOf(viewer);
    const scope = await scopeOf(viewer, filters.segment_uuids, project);
    const filter = { ...(await filterOf(viewer, filters)), scope, from: range.from, before: range.to };
    const isOneDay = window === 'today' || window === 'yesterday';
    const points = split !== 'time' ? [] : isOneDay ? hoursOf(range, clock) : daysOf(range, clock);
    const nothing = nothingOf(measure);
    const [all = nothing] = await store.groups(view, filter, { measure, split: 'none', points: [] });
    const groups = split === 'none' ? [] : await store.groups(view, filter, { measure, split, points });
    return {
      range,
      calls: all.calls,
      counted: all.counted,
      value: all.value,
      currency: isCost(measure) ? await currencyOf(viewer.organisationId) : null,
      is_at_least: all.isAtLeast,
      groups:
        split === 'time'
          ? inTime(points, groups, nothing)
          : groups.map((group) => ({
              name: group.name,
              calls: group.calls,
              counted: group.counted,
              value: group.value,
              filter: filterOfGroup(split, group, groups),
            })),
    };
  },
});

type Measured = Pick<Group, 'calls' | 'counted' | 'value' | 'isAtLeast'>;

const isCost = (measure: Measure): boolean => measure === 'cost' || measure === 'cost_per_call';

/** A number of no calls is 0; their mean or share is unknown. */
const nothingOf = (measure: Measure): Measured => ({
  calls: 0,
  counted: 0,
  isAtLeast: false,
  value: measure === 'calls' || measure === 'minutes' ? 0 : null,
});

/** Every hour or day, also without calls. */
function inTime(points: readonly Day[], groups: readonly Group[], nothing: Measured): Figure['groups'] {
  const byStart = new Map(groups.map((group) => [group.key, group]));
  return points.map(({ date, from, to }) => {
    const { calls, counted, value } = byStart.get(from) ?? nothing;
    return { name: date, calls, counted, value, filter: { date_from: from, date_to: to } };
  });
}

/** Filters of the list by the split; those of null have none. */
const names = {
  agent: 'agent',
  campaign: 'campaign_id',
  outcome: 'outcome',
  sentiment: 'sentiment',
  direction: 'direction',
  source: 'source',
  end_reason: 'end_reason',
} as const;

function filterOfGroup(
  split: keyof typeof names | 'none' | 'time',
  { key }: Group,
  groups: readonly Group[],
): Record<string, string> | null {
  if (key === null || split === 'none' || split === 'time') return null;
  // A name also selects the calls of the agent with an id that has this name.
  const isShared = split === 'agent' && groups.some((other) => other.name === key && other.key !== key);
  return isShared ? null : { [names[split]]: key };
}
