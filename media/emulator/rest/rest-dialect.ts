import type { Callback } from './callbacks.ts';
import type { ProviderCall, RecordingAtProvider } from './provider-call.ts';
import type { Talk } from './talk.ts';

export interface RestRequest {
  readonly method: string;
  readonly url: URL;
  /** Form or JSON; values as text. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A body of undefined is an empty one. */
export interface RestReply {
  readonly status: number;
  readonly body?: object;
}

/** What a request may do at the provider. */
export interface Exchange {
  /** Makes a call and lets it live; the answer is what its fate has for the request. */
  place(ask: {
    readonly from: string;
    readonly to: string;
    readonly fields: Readonly<Record<string, string>>;
  }): ProviderCall;
  find(id: string): ProviderCall | undefined;
  /** Numbers of the account, in E.164. */
  readonly numbers: readonly string[];
  readonly calls: readonly ProviderCall[];
  hangUp(call: ProviderCall): void;
  /** Fetches what the call is to do instead, and does it. */
  transfer(call: ProviderCall, url: string): void;
  /** A leg to a dialled person, without callbacks. */
  dial(ask: { readonly from: string; readonly to: string }): ProviderCall;
  /** From now on, unless it is said to begin later. */
  record(call: ProviderCall, how: Pick<RecordingAtProvider, 'callbackUrl' | 'askedBy'>): RecordingAtProvider;
  /** Waits in a room with the others, until one of them leaves. */
  meet(call: ProviderCall, room: string, signal: AbortSignal): Promise<void>;
}

/** What a call that was picked up is carried out with. */
export interface Carrying {
  readonly exchange: Exchange;
  readonly send: (callback: Callback) => Promise<{ status: number; body: string }>;
  /** As its fate has it. */
  readonly tell: (callback: Callback | undefined) => Promise<void>;
  readonly talk: Talk;
}

/** A provider that can be emulated. */
export interface RestProvider {
  /** What the customer enters as its `auth_id`: the user of basic authentication, and the account in addresses. */
  accountOf(authId: string): { readonly key: string; readonly account: string };
  open(account: string): RestDialect;
  /** Of the files that it records. */
  readonly recordingExtension: 'wav' | 'mp3';
  /** Headers of a signed callback; absent where the provider signs nothing. */
  sign?(url: string, form: Readonly<Record<string, string>>, authToken: string): Record<string, string>;
}

/** The REST side of a provider: what it is asked, and what it tells. */
export interface RestDialect {
  /** Undefined for an unknown path. */
  handle(request: RestRequest, exchange: Exchange): RestReply | undefined;
  /** What a request to dial is answered with when it is refused, when there are too many, and when all is lost. */
  readonly refusals: Readonly<Record<'refused' | 'throttled' | 'down' | 'broken', RestReply>>;
  ringing(call: ProviderCall): Callback | undefined;
  answered(call: ProviderCall): Callback | undefined;
  over(call: ProviderCall): Callback | undefined;
  recorded(call: ProviderCall, recording: RecordingAtProvider): Callback | undefined;
  /** Requests the document for the person who picked up, and executes it. */
  carryOut(call: ProviderCall, carrying: Carrying): Promise<void>;
}
