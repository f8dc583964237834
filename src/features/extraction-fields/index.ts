export { registerExtractionFieldRoutes } from './routes.ts';
export { type ExtractionField, fieldPatch, newField } from './schema.ts';
export { createExtractionFieldStore, type ExtractionFieldStore } from './store.ts';
