import type { Exchange, Sending } from './exchange.ts';
import type { HowEnded } from './how-ended.ts';

/** Who we are to the provider. */
export interface ProviderAccount {
  readonly authId: string;
  readonly authToken: string;
}

export interface ClientOptions {
  readonly account: ProviderAccount;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly exchange: Exchange;
}

export interface PlaceRequest {
  /** Ours: it comes back with every report of the provider on the call. */
  readonly callUuid: string;
  /** E.164, and one of the account's own. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** Where the provider asks what to do once somebody answers. */
  readonly answerUrl: string;
  /** Where it tells how the call ended. */
  readonly hangupUrl: string;
  /** Receives all other reports. */
  readonly statusUrl: string;
  /** Address of the media stream, for a provider that does not ask. */
  readonly streamUrl?: string;
  /** Instead of a stream, for such a provider: who is dialled once the first has picked up. Both are recorded. */
  readonly connectTo?: string;
  readonly ringSeconds: number;
  readonly maxSeconds: number;
}

/** Why a call was not placed, for certain. */
export type Rejection = 'invalid_number' | 'provider_rejected' | 'over_capacity' | 'telephony_not_connected';

/** `unknown`: nobody knows whether the phone rings, so that it must not be asked for again. */
export type Placed =
  | { readonly kind: 'accepted'; readonly providerCallId?: string; readonly requestId?: string }
  | { readonly kind: 'rejected'; readonly reason: Rejection; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** A call that is over already is `done`. */
export type HungUp =
  | { readonly kind: 'done' }
  /** This provider has no such request. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failed'; readonly detail: string };

export type Transferred =
  | { readonly kind: 'done' }
  | { readonly kind: 'gone' }
  /** This provider has no such request: its own flow fetches where to go. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failed'; readonly detail: string };

/** What identifies a call of ours at the provider, as far as it is known. */
export interface CallTraces {
  readonly callUuid: string;
  readonly providerCallId?: string;
  readonly requestId?: string;
  readonly from: string;
  readonly to: string;
  /** When the provider was asked to dial, ISO 8601. */
  readonly dialledAt: string;
  /** Of these names of the provider's, those that no call of ours has; for calls that it has not named yet. */
  readonly unclaimed?: (providerCallIds: readonly string[]) => Promise<readonly string[]>;
}

/** A call that the provider makes between two people, the second dialled when the first has answered. */
export interface TwoLegs {
  readonly isPickedUp: boolean;
  /** Whether both are, or were, on the line. */
  readonly isJoined: boolean;
  readonly talkedSeconds: number;
  /** How the second leg ended; undefined while it continues, or without one. */
  readonly second: HowEnded | undefined;
}

export type Found =
  | { readonly kind: 'live'; readonly providerCallId: string }
  | { readonly kind: 'over'; readonly providerCallId: string; readonly ended: HowEnded; readonly legs?: TwoLegs }
  /** The provider has listed all that it may be, and it is not among them. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly detail: string };

/** A recording that the provider has made and keeps. */
export interface ProviderRecording {
  /** The provider's name of it. */
  readonly id: string;
  readonly url: string;
  /** To be sent with the request for the file: our credentials, to none but the provider's own hosts. */
  readonly headers: Readonly<Record<string, string>>;
  /** When it began, in milliseconds since 1970; undefined where the provider does not tell. */
  readonly startedMs?: number;
}

export type Recorded =
  | { readonly kind: 'found'; readonly recordings: readonly ProviderRecording[] }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Who called, as the provider itself says. */
export type CallerFound =
  | { readonly kind: 'caller'; readonly from: string }
  /** It has no such inbound call, or not yet. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Whether an account has a number, as the provider itself says. */
export type NumberFound =
  | { readonly kind: 'owned' }
  /** The account does not have it, or the provider rejects the credentials. */
  | { readonly kind: 'not_owned'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Requests to a telephony provider. None is repeated by itself, and none rejects with anything but what `sending` throws. */
export interface TelephonyProvider {
  place(request: PlaceRequest, sending?: Sending): Promise<Placed>;
  /** `id` of the call or, before the provider named it, of the request. */
  hangUp(id: { readonly providerCallId?: string; readonly requestId?: string }): Promise<HungUp>;
  /** The caller is connected to what the document at `url` says. */
  transfer(providerCallId: string, url: string): Promise<Transferred>;
  find(traces: CallTraces): Promise<Found>;
  /** What was recorded of a call and is ready: a recording is there some time after it has ended. */
  recordings(providerCallId: string): Promise<Recorded>;
  /** Of an inbound call, for a provider that tells. */
  caller?(providerCallId: string): Promise<CallerFound>;
  /** Whether the account has this E.164 number. */
  owns(phoneNumber: string): Promise<NumberFound>;
}
