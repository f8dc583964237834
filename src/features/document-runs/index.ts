export { registerRunRoutes } from './routes.ts';
export { createDocumentRuns, type DocumentRuns, type Run, type RunResult } from './service.ts';
export { createRunStore, type RunKind, type RunState } from './store.ts';
