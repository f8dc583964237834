export { createDownloadTokens } from './download-tokens.ts';
export { registerDocumentRoutes } from './routes.ts';
export { createDocuments, type Documents } from './service.ts';
export { createDocumentStore, type DocumentOwner, type DocumentRow } from './store.ts';
