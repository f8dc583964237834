export { fieldAccess, registerExtractionFieldRoutes } from './routes.ts';
export { type ExtractionField, fieldPatch, measure, newField } from './schema.ts';
export { createExtractionFieldStore, type ExtractionFieldStore } from './store.ts';
