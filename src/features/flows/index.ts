export { registerFlowRoutes } from './routes.ts';
export { brainPlanOf, createFlows, type Flows } from './service.ts';
export { createFlowStore } from './store.ts';
