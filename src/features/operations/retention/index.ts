export { createDeletionStore } from './deletion-store.ts';
export { createDeletions, type Deletions } from './deletions.ts';
export { createEndingStore } from './ending-store.ts';
export { createHoldStore } from './hold-store.ts';
export { createRetentionStore } from './retention-store.ts';
export { handleRetention, retentionJob } from './retention-work.ts';
export { registerRetentionRoutes } from './routes.ts';
