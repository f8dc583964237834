export { createAttention } from './attention.ts';
export { createAttentionStore } from './attention-store.ts';
export { createCountedCalls } from './counted-calls.ts';
export { createCountedListStore } from './counted-list-store.ts';
export { registerDashboardRoutes } from './routes.ts';
export { leaderboard, projectQuery, stats } from './schema.ts';
export { performanceScore } from './score.ts';
export { createDashboard, type Dashboard, type Whole } from './service.ts';
export { type DashboardStats, type Funnel, successfulOutcomes } from './stats.ts';
export { createDashboardStore } from './store.ts';
export {
  type ClockOf,
  type Day,
  type DayClock,
  dateOf,
  daysOf,
  hoursOf,
  lastSpan,
  type Span,
  spanBefore,
  spanBetween,
  spanOf,
  windows,
} from './windows.ts';
