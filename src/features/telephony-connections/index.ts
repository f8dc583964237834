export { registerConnectionRoutes } from './routes.ts';
export { createConnections } from './service.ts';
