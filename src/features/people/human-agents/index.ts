export { registerHumanAgentRoutes } from './routes.ts';
export { createHumanAgents } from './service.ts';
export { createHumanAgentStore } from './store.ts';
