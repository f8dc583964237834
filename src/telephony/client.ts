import type { Exchange, Sending } from './exchange.ts';
import type { HowEnded } from './how-ended.ts';

/** Credentials of this server's account at the provider. */
export interface ProviderAccount {
  readonly authId: string;
  readonly authToken: string;
  /** Key with which callbacks are verified, for a provider that does not sign with the token. */
  readonly signingKey?: string | undefined;
  /** URL of the account's own server, without a trailing slash, for a provider that is not a service. */
  readonly baseUrl?: string | undefined;
}

export interface ClientOptions {
  readonly account: ProviderAccount;
  /** Base URL without a trailing slash. */
  readonly baseUrl: string;
  readonly exchange: Exchange;
}

export interface PlaceRequest {
  /** This server's call uuid; the provider returns it with every report on the call. */
  readonly callUuid: string;
  /** E.164 number that belongs to the account. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** URL that the provider fetches for instructions when the call is answered. */
  readonly answerUrl: string;
  /** URL that receives how the call ended. */
  readonly hangupUrl: string;
  /** Receives all other reports. */
  readonly statusUrl: string;
  /** Address of the media stream, for a provider that does not fetch a document. */
  readonly streamUrl?: string;
  /**
   * Number dialled after the first person answers, instead of a stream, for such a provider. Both sides are recorded.
   */
  readonly connectTo?: string;
  readonly ringSeconds: number;
  readonly maxSeconds: number;
}

/** Definite reason why a call was not placed. */
export type Rejection = 'invalid_number' | 'provider_rejected' | 'over_capacity' | 'telephony_not_connected';

/** `unknown`: the phone may be ringing, so the request must not be repeated. */
export type Placed =
  | { readonly kind: 'accepted'; readonly providerCallId?: string; readonly requestId?: string }
  | { readonly kind: 'rejected'; readonly reason: Rejection; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** `done` also covers a call that was already over. */
export type HungUp =
  | { readonly kind: 'done' }
  /** The provider has no such request. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failed'; readonly detail: string };

export type Transferred =
  | { readonly kind: 'done' }
  | { readonly kind: 'gone' }
  /** The provider has no such request: its own flow fetches the destination. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failed'; readonly detail: string };

/** Known identifiers of one of this server's calls at the provider. */
export interface CallTraces {
  readonly callUuid: string;
  readonly providerCallId?: string;
  readonly requestId?: string;
  readonly from: string;
  readonly to: string;
  /** ISO 8601 time of the dial request. */
  readonly dialledAt: string;
  /** Returns those of the provider's call ids that belong to no known call; used for a call whose id is unknown. */
  readonly unclaimed?: (providerCallIds: readonly string[]) => Promise<readonly string[]>;
}

/** A call that the provider makes between two people; it dials the second once the first has answered. */
export interface TwoLegs {
  readonly isPickedUp: boolean;
  /** Whether both people are, or were, on the line. */
  readonly isJoined: boolean;
  readonly talkedSeconds: number;
  /** How the second leg ended; undefined while it continues or if it does not exist. */
  readonly second: HowEnded | undefined;
}

export type Found =
  | { readonly kind: 'live'; readonly providerCallId: string }
  | { readonly kind: 'over'; readonly providerCallId: string; readonly ended: HowEnded; readonly legs?: TwoLegs }
  /** The provider listed every possible call, and this one is not among them. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly detail: string };

/** A recording made and stored by the provider. */
export interface ProviderRecording {
  /** The provider's id of the recording. */
  readonly id: string;
  readonly url: string;
  /** Headers for the file request: contains credentials only if the host is the provider's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Start of the recording in milliseconds since 1970; undefined if the provider does not report it. */
  readonly startedMs?: number;
}

export type Recorded =
  | { readonly kind: 'found'; readonly recordings: readonly ProviderRecording[] }
  | { readonly kind: 'unknown'; readonly detail: string };

/** The caller, as reported by the provider. */
export type CallerFound =
  | { readonly kind: 'caller'; readonly from: string }
  /** The provider has no such inbound call, or does not have it yet. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Whether an account owns a number, as reported by the provider. */
export type NumberFound =
  | { readonly kind: 'owned' }
  /** The account does not own the number, or the provider rejects the credentials. */
  | { readonly kind: 'not_owned'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** A number of an account. */
export interface AccountNumber {
  /** As the provider writes it, with or without a plus. */
  readonly phoneNumber: string;
  /** URL that answers its calls; undefined if the list does not contain it. */
  readonly answerUrl?: string;
}

/** Reason why a provider did not list the numbers of an account. */
export type ListFailure =
  | 'credentials_rejected'
  | 'account_not_found'
  | 'over_limit'
  | 'provider_error'
  | 'unreachable'
  | 'timed_out'
  | 'invalid_answer';

export type NumbersListed =
  /** `isWhole`: the account has no further numbers. */
  | { readonly kind: 'listed'; readonly numbers: readonly AccountNumber[]; readonly isWhole: boolean }
  /** The provider accepts the credentials, but lists no numbers for them. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'failed'; readonly reason: ListFailure; readonly detail: string };

/** Result of entering an answer URL at the provider. */
export type AnswerUrlSet =
  | { readonly kind: 'done' }
  | { readonly kind: 'not_owned'; readonly detail: string }
  | { readonly kind: 'failed'; readonly detail: string };

/**
 * Requests to a telephony provider. None is retried automatically, and none rejects except with an error from
 * `sending`.
 */
export interface TelephonyProvider {
  place(request: PlaceRequest, sending?: Sending): Promise<Placed>;
  /** Takes the call's id or, before the provider has assigned one, the request's id. */
  hangUp(id: { readonly providerCallId?: string; readonly requestId?: string }): Promise<HungUp>;
  /** Connects the caller to the document at `url`. */
  transfer(providerCallId: string, url: string): Promise<Transferred>;
  /**
   * Connects the caller's leg with the teammate's, which then end together; for `canTransfer: 'bridge'`. Neither is
   * connected unless it resolves to `done`.
   */
  connect?(callerId: string, legId: string): Promise<Transferred>;
  find(traces: CallTraces): Promise<Found>;
  /** Answers or rejects an inbound call as its document says; for `answersByRequest`. */
  answer?(providerCallId: string, document: object): Promise<Transferred>;
  /** Returns the finished recordings of a call. A recording becomes available some time after it ends. */
  recordings(providerCallId: string): Promise<Recorded>;
  /** Returns the caller of an inbound call, if the provider supports it. */
  caller?(providerCallId: string): Promise<CallerFound>;
  /** Returns whether the account owns this E.164 number. */
  owns(phoneNumber: string): Promise<NumberFound>;
  /** Returns the numbers of the account: a request that also shows whether the credentials work. */
  numbers?(): Promise<NumbersListed>;
  /** Has the provider answer calls to this E.164 number of the account with `urls.answer`. */
  setAnswerUrl?(phoneNumber: string, urls: { readonly answer: string; readonly status: string }): Promise<AnswerUrlSet>;
}
