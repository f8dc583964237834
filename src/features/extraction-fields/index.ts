export { registerExtractionFieldRoutes } from './routes.ts';
export { createExtractionFieldStore, type ExtractionFieldStore } from './store.ts';
