export { registerAgentRoutes } from './routes.ts';
export { type Agent, type AgentDefinition, type AgentModel, agentDefinition, agentModel } from './schema.ts';
export { type Agents, createAgents } from './service.ts';
export { type AgentSplitStore, createAgentSplitStore, type SplitRow } from './split-store.ts';
export { type AgentStore, createAgentStore } from './store.ts';
export { schemaTrouble } from './tool-input.ts';
export { createVoiceUse, type VoiceUse } from './voice-use-store.ts';
