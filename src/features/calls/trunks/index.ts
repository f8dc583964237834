export { createTrunkInbound } from './inbound-calls.ts';
export { createPeopleCalls, type PeopleCalls } from './people-calls.ts';
export { createTrunkProvider, type TrunkLink } from './provider.ts';
export { createTrunkRegistrations, type TrunkRegistrations } from './registrations.ts';
export { registerTrunkRoutes } from './routes.ts';
export { createTrunks } from './service.ts';
export { createTrunkStore } from './store.ts';
export { createTeammateCalls, type TeammateCalls } from './teammate-calls.ts';
export { createTrunkCalls } from './trunk-calls.ts';
