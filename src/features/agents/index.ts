/** What other wings use of this one. */
export { builtInSwitches, namedSwitches } from './agents/built-in-switches.ts';
export { type Agent, type NewAgentBody, newAgent } from './agents/schema.ts';
export type { Agents } from './agents/service.ts';
export type { AgentStore } from './agents/store.ts';
export { isShallow } from './agents/tool-schema.ts';
export { createVersions, type Restoring, registerVersionRoutes, type Versions } from './versions/index.ts';
