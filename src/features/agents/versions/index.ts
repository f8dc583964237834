export { type Restoring, registerVersionRoutes } from './routes.ts';
export { createVersions, type Versions } from './service.ts';
