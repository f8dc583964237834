export { createCallLog } from './call-log.ts';
export { createLeases } from './leases.ts';
export { createMediaTokens } from './media-tokens.ts';
export { createCallPlans } from './plans.ts';
export { createReconciler } from './reconciler.ts';
export { createRecordingFiles } from './recordings.ts';
export { registerCallRoutes } from './routes.ts';
export { type CallOffer, type Calls, createCalls } from './service.ts';
export { createCallStore } from './store.ts';
