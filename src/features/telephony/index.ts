export { registerTelephonyRoutes } from './routes.ts';
export { createTelephony } from './service.ts';
