export { safeFileName } from './file-name.ts';
export { notOwned, refusal as documentRefusal, registerDocumentRoutes } from './routes.ts';
export { registerRunRoutes } from './run-routes.ts';
export { createRunStore, type RunKind, type RunState } from './run-store.ts';
export { createDocumentRuns, type DocumentRuns, type Run, type RunResult } from './runs.ts';
export { document, documentUuid, visibilities } from './schema.ts';
export { type AddResult, createDocuments, type Documents, documentToJson, type NewUpload } from './service.ts';
export {
  createDocumentStore,
  type DocumentOwner,
  type DocumentRow,
  ownerNameOf,
  type SeenDocument,
  visibleTo,
} from './store.ts';
