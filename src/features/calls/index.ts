export { type CallDesk, createCallDesk } from './call-desk.ts';
export type { Announce } from './call-event-store.ts';
export { type CallLogWriter, createCallLog } from './call-log.ts';
export { type CallNews, endedNews, isRecordedByProvider, startedNews } from './call-news.ts';
export { type CallOver, type OnCallOver, personOf } from './call-over.ts';
export type { CallRow } from './call-rows.ts';
export { openStatuses } from './call-state.ts';
export { createCallViewStore } from './call-view-store.ts';
export { uncarriedClose } from './close-uncarried.ts';
export { createCountFolding } from './count-folding-store.ts';
export { createDialWatch, type DialWatchOptions, idsOf } from './dial-watch.ts';
export { endOfLeg } from './end-of-leg.ts';
export { joinRecording } from './joined-recording.ts';
export { createLeases } from './leases.ts';
export { createMediaTokens, type MediaTokens } from './media-tokens.ts';
export { createMp3Files } from './mp3-files.ts';
export { newState } from './new-state.ts';
export {
  type Account,
  createOutboundCalls,
  type DialRefusal,
  type DialResult,
  type OutboundCalls,
  type OutboundLine,
} from './outbound.ts';
export { createOutboundStore, type NewOutboundCall } from './outbound-store.ts';
export { createCallPlans, planOf } from './plans.ts';
export { createReconciler } from './reconciler.ts';
export { createRecordingFiles, type RecordingFiles } from './recordings.ts';
export { registerCallRoutes } from './routes.ts';
export { type CallOffer, type Calls, createCalls } from './service.ts';
export { type CallStore, createCallStore } from './store.ts';
