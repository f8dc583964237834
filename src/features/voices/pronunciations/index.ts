export { registerPronunciationRoutes } from './routes.ts';
export { createPronunciations, type Pronunciations } from './service.ts';
export { createPronunciationStore, type PronunciationRow } from './store.ts';
