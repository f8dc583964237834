export { type AgentCallOptions, answerWithAgent } from './agent-call.ts';
export { endLeg, fieldsOfAudio, fieldsOfEnd } from './leg-reports.ts';
export { createMediaSession } from './media-session.ts';
export { createOpenLegs, type OpenLegs } from './open-legs.ts';
export { createPhoneCalls } from './phone-calls.ts';
export { registerPhoneRoutes } from './routes.ts';
export type { phoneServer } from './schema.ts';
export { createPhones, type Phones } from './service.ts';
export { createPhoneStore } from './store.ts';
