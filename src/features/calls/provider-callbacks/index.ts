export { registerTelephonyRoutes } from './routes.ts';
export { createTelephony, type Handoffs } from './service.ts';
export { createStreamCheck } from './stream-requests.ts';
