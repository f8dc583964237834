import type { OrganisationId } from '../../../data/index.ts';
import type { Sight } from '../../calls/index.ts';
import type { SegmentScope } from '../segments/index.ts';
import type { View } from './counted-store.ts';
import { agentLinesOf, type Leaderboard, leaderboardOf } from './leaderboard.ts';
import { type DashboardStats, type Funnel, pickups, statsOf } from './stats.ts';
import type { DashboardStore } from './store.ts';
import {
  type ClockOf,
  type Day,
  type DayClock,
  daysOf,
  hoursOf,
  lastDays,
  previousSpanOf,
  type Span,
  spanOf,
  type Window,
} from './windows.ts';

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export interface DashboardOptions {
  readonly store: DashboardStore;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly clockOf: ClockOf;
}

interface Summary {
  readonly window: Window;
  readonly range: Span;
  readonly stats: DashboardStats;
}

type TrendPoint = Day & { readonly calls: number } & ReturnType<typeof pickups>;

/** Aggregates over the calls and uploaded recordings of a scope that the viewer may see. */
export interface Dashboard {
  summary(viewer: Viewer, window: Window, scope?: SegmentScope): Promise<Summary>;
  /** Returns the summary of the preceding window. */
  previous(viewer: Viewer, window: Window, scope?: SegmentScope): Promise<Summary>;
  /**
   * Returns calls by day for the last `days` days or for a window, oldest first, including today; by the hour for a
   * window of one day.
   */
  trend(viewer: Viewer, days: number | Window, scope?: SegmentScope): Promise<{ trend: TrendPoint[] }>;
  leaderboard(viewer: Viewer, window: Window, scope?: SegmentScope): Promise<Leaderboard>;
  /** Returns the number of calls in a span. */
  count(viewer: Viewer, span: Span, scope: SegmentScope): Promise<number>;
  /** Returns all aggregates of a span. */
  whole(viewer: Viewer, span: Span, scope: SegmentScope): Promise<Whole>;
}

export interface Whole {
  readonly stats: DashboardStats;
  readonly funnel: Funnel;
  readonly trend: readonly { readonly date: string; readonly calls: number }[];
  readonly leaderboard: Leaderboard;
  /** Number of calls in which a supervisor took over from the agent. */
  readonly takenOver: number;
}

export function createDashboard({ store, sightOf, clockOf }: DashboardOptions): Dashboard {
  const viewOf = async (viewer: Viewer, scope: SegmentScope = []): Promise<View> => ({
    organisation: viewer.organisationId,
    sight: await sightOf(viewer),
    scope,
  });
  const trendOf = async (view: View, days: readonly Day[]) => {
    const counts = await store.countByDay(view, days);
    return days.map(({ date }, index) => ({ date, calls: counts[index] ?? 0 }));
  };
  const statsIn = async (view: View, span: Span): Promise<DashboardStats> =>
    statsOf(await store.groups(view, span), await store.unsure(view, span));
  const boardOf = async (view: View, span: Span) => leaderboardOf(await agentLinesOf(store, view, span));

  return {
    async summary(viewer, window, scope) {
      const range = spanOf(window, await clockOf(viewer.organisationId));
      return { window, range, stats: await statsIn(await viewOf(viewer, scope), range) };
    },
    async previous(viewer, window, scope) {
      const range = previousSpanOf(window, await clockOf(viewer.organisationId));
      return { window, range, stats: await statsIn(await viewOf(viewer, scope), range) };
    },
    async trend(viewer, over, scope) {
      const days = spansOf(over, await clockOf(viewer.organisationId));
      const points = await store.series(await viewOf(viewer, scope), days);
      return {
        trend: days.flatMap((day, index) => {
          const point = points[index];
          return point === undefined ? [] : [{ ...day, calls: point.calls, ...pickups([point]) }];
        }),
      };
    },
    async leaderboard(viewer, window, scope) {
      const span = spanOf(window, await clockOf(viewer.organisationId));
      return boardOf(await viewOf(viewer, scope), span);
    },
    async count(viewer, span, scope) {
      const [calls = 0] = await store.countByDay(await viewOf(viewer, scope), [{ date: '', ...span }]);
      return calls;
    },
    async whole(viewer, span, scope) {
      const view = await viewOf(viewer, scope);
      return {
        stats: await statsIn(view, span),
        funnel: await store.funnel(view, span),
        trend: await trendOf(view, daysOf(span, await clockOf(viewer.organisationId))),
        leaderboard: await boardOf(view, span),
        takenOver: await store.takenOver(view, span),
      };
    },
  };
}

function spansOf(over: number | Window, clock: DayClock): readonly Day[] {
  if (typeof over === 'number') return lastDays(over, clock);
  const span = spanOf(over, clock);
  return over === 'today' || over === 'yesterday' ? hoursOf(span, clock) : daysOf(span, clock);
}
