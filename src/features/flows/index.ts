export { phoneKey } from './phone-key.ts';
export { type DialerConfig, flowConfig, isTimeZone } from './schema.ts';
export { brainPlanOf, createFlows, type Flow, type Flows, voicemailPlanOf } from './service.ts';
export { createFlowStore, type FlowChange, type FlowFilter, type FlowRow, type FlowStore, plainFlow } from './store.ts';
