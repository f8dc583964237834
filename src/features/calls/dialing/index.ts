export { createAudiences } from './audience-store.ts';
export { createCallEnds } from './call-ends.ts';
export { createCallbacks } from './callbacks.ts';
export { callerCheckJob, callerCheckKind, createCallerCheck } from './caller-check.ts';
export { createDialWatch, type DialWatchOptions, idsOf } from './dial-watch.ts';
export { createDialer, type Dialer } from './dialer.ts';
export {
  type Account,
  createOutboundCalls,
  type DialRefusal,
  type DialResult,
  type OutboundCalls,
  type OutboundLine,
} from './outbound-calls.ts';
export { createOutboundRequests, type OutboundRequests } from './place-call.ts';
export { registerOutboundCallRoutes } from './place-call-routes.ts';
export { createRequestStore } from './place-call-store.ts';
export { createPlaces, type Places } from './places.ts';
export { createProgress } from './progress-store.ts';
export { registerTargetRoutes } from './target-routes.ts';
export { createTargetStore } from './target-store.ts';
