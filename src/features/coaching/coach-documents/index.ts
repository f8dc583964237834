export { registerCoachDocumentRoutes } from './routes.ts';
export { type CoachDocuments, createCoachDocuments } from './service.ts';
export { createCoachDocumentStore } from './store.ts';
