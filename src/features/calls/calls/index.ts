export type { Announce } from './call-event-store.ts';
export { type CallLogWriter, createCallLog } from './call-log.ts';
export {
  type CallNews,
  type CallStory,
  endedNews,
  isRecordedByProvider,
  publicAddressMissing,
  startedNews,
} from './call-news.ts';
export {
  type CallEnded,
  type CallOver,
  createCallEnded,
  type OnCallsOver,
  type OnSpoken,
  personOf,
} from './call-over.ts';
export { transcriptOf, withOrigin } from './call-record.ts';
export type { CallRow } from './call-rows.ts';
export { endOfLeg, newState } from './call-rows.ts';
export { openStatuses } from './call-state.ts';
export { createCallViewStore } from './call-view-store.ts';
export { websiteLine } from './channels.ts';
export type { CallOffer, Calls, CallsOptions } from './contract.ts';
export { createEventRedaction } from './event-redaction.ts';
export { createInboundGate, type RequestSource } from './inbound-gate.ts';
export { createLeases, type Leases } from './leases.ts';
export { createMediaTokens } from './media-tokens.ts';
export { createOutboundStore, type NewOutboundCall, type OutboundStore, type ProviderIds } from './outbound-store.ts';
export {
  type CallPlansOptions,
  createCallPlan,
  createHandOver,
  createRehearsal,
  expectedRateOf,
  planOf,
  planOfFlow,
  type RehearsalOptions,
  recogniserOf,
} from './plans.ts';
export { createReconciler } from './reconciler.ts';
export { createRehearsals, type RehearsalsOptions } from './rehearsals.ts';
export { registerCallRoutes } from './routes.ts';
export { liveDirectionOf } from './schema.ts';
export { createCalls } from './service.ts';
export { openSpools } from './spools.ts';
export { type CallStore, createCallStore } from './store.ts';
export { type ClaimedSession, type StreamTickets, ticketsOfNodes, ticketsOfProcess } from './stream-tickets.ts';
export { createStreamUuids, type StreamUuids } from './stream-uuids.ts';
export { uncarriedClose } from './unowned-calls.ts';
export { createVisibleCalls, type VisibleCalls } from './visible-calls.ts';
export { createWebsiteCallStore } from './website-calls-store.ts';
export { createWrittenCalls, type WrittenCall, type WrittenCalls } from './written-calls.ts';
