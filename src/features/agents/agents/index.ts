export { registerAgentRoutes } from './routes.ts';
export { type Agent, type AgentModel, agentModel } from './schema.ts';
export { type Agents, createAgents } from './service.ts';
export { type AgentStore, createAgentStore } from './store.ts';
export { schemaTrouble } from './tool-input.ts';
export { createVoiceUse, type VoiceUse } from './voice-use-store.ts';
