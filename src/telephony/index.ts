export { restrictDestinations } from './allowed-destinations.ts';
export { callbackFields, field, ourUuid, providerCallId, step } from './callback-fields.ts';
export type {
  AccountNumber,
  AnswerUrlSet,
  ClientOptions,
  Found,
  ListFailure,
  NumberFound,
  NumbersListed,
  Placed,
  PlaceRequest,
  ProviderRecording,
  Rejection,
  TelephonyProvider,
} from './client.ts';
export { authId, authToken, enteredToken, signingKey } from './credentials.ts';
export type { Exchanged } from './exchange.ts';
export type { HowEnded } from './how-ended.ts';
export type {
  Answering,
  AnswerPath,
  CallbackSignature,
  ConfigurationSite,
  ConnectionForm,
  HandoverDocuments,
  OwnAccount,
  ProviderCapabilities,
  ProviderDocument,
  ProviderModule,
  ReportKind,
  SignedCallback,
} from './provider.ts';
export {
  createProviders,
  type ProviderEndpoint,
  type ProviderSettings,
  type Providers,
  type ProvidersOptions,
} from './providers.ts';
export { type RegisteredName, registeredProviders } from './registry.ts';
