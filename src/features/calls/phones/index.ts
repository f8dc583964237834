export { type AgentCallOptions, answerWithAgent } from './agent-call.ts';
export { createMediaSession, fieldsOfEnd, fieldsOfReport } from './media-session.ts';
export { createPhoneCalls } from './phone-calls.ts';
export { registerPhoneRoutes } from './routes.ts';
export type { phoneServer } from './schema.ts';
export { createPhones } from './service.ts';
export { createPhoneStore } from './store.ts';
