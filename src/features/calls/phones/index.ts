export { type AgentCallOptions, answerWithAgent } from './agent-call.ts';
export { fieldsOfAudio, fieldsOfEnd } from './leg-reports.ts';
export { createMediaSession } from './media-session.ts';
export { createPhoneCalls } from './phone-calls.ts';
export { registerPhoneRoutes } from './routes.ts';
export type { phoneServer } from './schema.ts';
export { createPhones } from './service.ts';
export { createPhoneStore } from './store.ts';
