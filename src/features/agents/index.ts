export { registerAgentRoutes } from './routes.ts';
export type { Agent } from './schema.ts';
export { createAgents } from './service.ts';
export { type AgentStore, createAgentStore } from './store.ts';
