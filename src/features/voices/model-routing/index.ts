export { createRoutedLanguageModel } from './routed-language-model.ts';
export { registerModelRoutingRoutes } from './routes.ts';
export type { ModelRouting } from './schema.ts';
export { createModelRouting, type ModelRoutings } from './service.ts';
export { createModelRoutingStore } from './store.ts';
export { createStageTrials } from './trial.ts';
export { tryLanguageModel } from './try-language-model.ts';
