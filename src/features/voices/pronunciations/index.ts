export { registerPronunciationRoutes } from './routes.ts';
export { createPronunciations } from './service.ts';
export { createPronunciationStore, type PronunciationRow } from './store.ts';
