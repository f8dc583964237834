export { registerOutboundCallRoutes } from './routes.ts';
export { createOutboundRequests, type OutboundRequests } from './service.ts';
export { createRequestStore } from './store.ts';
