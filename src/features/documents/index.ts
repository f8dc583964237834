export { registerDocumentRoutes } from './routes.ts';
export { document, documentUuid } from './schema.ts';
export { createDocuments, type Documents, documentToJson } from './service.ts';
export { createDocumentStore, type DocumentOwner, type DocumentRow } from './store.ts';
