export { registerAgentRoutes } from './routes.ts';
export { createAgents } from './service.ts';
export { createAgentStore } from './store.ts';
