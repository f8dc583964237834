export { registerFlowRoutes } from './routes.ts';
export { brainPlanOf, createFlows, type Flow, type Flows, voicemailPlanOf } from './service.ts';
export { createFlowStore } from './store.ts';
