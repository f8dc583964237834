export type { Sending } from './exchange.ts';
export type {
  Found,
  HungUp,
  Placed,
  PlaceRequest,
  ProviderAccount,
  ProviderName,
  ProviderRecording,
  Recorded,
  Rejection,
  TelephonyProvider,
  Transferred,
  TwoLegs,
} from './provider.ts';
export { endedAs, type HowEnded } from './provider-words.ts';
export { createProviders, type Providers } from './providers.ts';
export { recordElement } from './record-element.ts';
export { responseXml } from './response-xml.ts';
export { twoLegsTold } from './two-legs.ts';
