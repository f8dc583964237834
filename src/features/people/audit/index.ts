export { registerAuditRoutes, watchChanges } from './routes.ts';
export { type Audit, createAudit } from './service.ts';
export { createAuditStore } from './store.ts';
