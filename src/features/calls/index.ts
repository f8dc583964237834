export { createCallLog } from './call-log.ts';
export { createMediaTokens } from './media-tokens.ts';
export { createCallPlans } from './plans.ts';
export { createRecordingFiles } from './recordings.ts';
export { registerCallRoutes } from './routes.ts';
export { type CallOffer, type Calls, createCalls } from './service.ts';
export { createCallStore } from './store.ts';
