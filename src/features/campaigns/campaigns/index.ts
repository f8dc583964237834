export { callbackToolName } from './callback-tool.ts';
export type { CallingHours } from './calling-hours.ts';

export { createClear, createExamine } from './clearance.ts';
export { type DialerConfig, flowConfig } from './definition-schema.ts';
export {
  agentPlanOf,
  createFlows,
  type Flow,
  type Flows,
  type HandedFlow,
  voicemailPlanOf,
} from './definition-service.ts';
export {
  createFlowStore,
  type FlowRow,
  type FlowStore,
} from './definition-store.ts';
export { createFigures } from './figures.ts';
export { createMetricsStore } from './metrics-store.ts';
export { createMove } from './move.ts';
export { phoneKey } from './phone-key.ts';
export type { Audiences } from './ports.ts';
export { createPreflight } from './preflight.ts';
export { registerPreflightRoutes } from './preflight-routes.ts';
export { registerCampaignRoutes } from './routes.ts';

export { type Campaigns, createCampaigns } from './service.ts';
export { registerCampaignVersionRoutes } from './version-routes.ts';
export { type CampaignVoicesOptions, createCampaignVoices } from './voice.ts';
