export { refusal as documentRefusal, registerDocumentRoutes, uploadOf } from './routes.ts';
export { document, documentUuid } from './schema.ts';
export { type AddResult, createDocuments, type Documents, documentToJson, type NewUpload } from './service.ts';
export { createDocumentStore, type DocumentOwner, type DocumentRow } from './store.ts';
