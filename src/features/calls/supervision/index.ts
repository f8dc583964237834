export { registerSupervisionRoutes } from './routes.ts';
export { createSupervision, type Supervision, type SupervisionOptions } from './service.ts';
export { createSupervisionStore } from './store.ts';
