export type { CallFilter, Direction, Sentiment, Sight } from './call-filter.ts';
export { type CallGroup, type CallStats, statsOf } from './call-stats.ts';
export { createCountFolding } from './count-folding-store.ts';
export { createKeptCounts, isKept } from './kept-count-store.ts';
export { quantile } from './quantile.ts';
export { seenBy } from './visibility-store.ts';
