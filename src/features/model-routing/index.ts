export { registerModelRoutingRoutes } from './routes.ts';
export type { ModelRouting } from './schema.ts';
export { createModelRouting, type ModelRoutings } from './service.ts';
export { createModelRoutingStore } from './store.ts';
export { createStageTrials } from './trial.ts';
