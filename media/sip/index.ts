/** Signalling of telephones. It knows neither calls nor audio. */
export type { LegEnd, LegHandlers, ReofferAnswer, SipLeg } from './leg.ts';
export { addressTowards } from './local-address.ts';
export { locate, resolverFor } from './locate.ts';
export {
  agreeOn,
  answeredCodecs,
  type MediaAgreement,
  offeredCodecs,
  rtpAgreementOf,
  widebandCodec,
} from './offer-answer.ts';
export type { DialOptions } from './outgoing-leg.ts';
export { readReferredTo } from './referral.ts';
export type { Binding } from './registrar.ts';
export type { Registration, RegistrationStatus } from './registration.ts';
export { printSdp, type SessionDescription } from './sdp.ts';
export { openSipServer, type SipOrigin, type SipServer, type SipServerOptions } from './server.ts';
export type { SipSiblings } from './siblings.ts';
export type { SipPeer, SipTransportName } from './transport.ts';
