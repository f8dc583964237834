export { safeFileName } from './file-name.ts';
export { registerDocumentRoutes } from './routes.ts';
export { registerRunRoutes } from './run-routes.ts';
export { createRunStore, type RunKind, type RunState } from './run-store.ts';
export { createDocumentRuns, type DocumentRuns, type Run, type RunResult } from './runs.ts';
export { document, documentUuid } from './schema.ts';
export { type AddResult, createDocuments, type Documents, documentToJson, type NewUpload } from './service.ts';
export { createDocumentStore, type DocumentOwner, type DocumentRow } from './store.ts';
