import type { Callback } from './callbacks.ts';
import type { ProviderCall, RecordingAtProvider } from './provider-call.ts';
import type { Talk } from './talk.ts';

export interface RestRequest {
  readonly method: string;
  readonly url: URL;
  /** Fields of a form or JSON body; values as text. */
  readonly fields: Readonly<Record<string, string>>;
}

/** An undefined `body` is an empty one. */
export interface RestReply {
  readonly status: number;
  readonly body?: object;
}

/** Operations of the provider that a request may use. */
export interface Exchange {
  /** Places a call and starts it. Its fate determines the response to the request. */
  place(ask: {
    readonly from: string;
    readonly to: string;
    readonly fields: Readonly<Record<string, string>>;
  }): ProviderCall;
  find(id: string): ProviderCall | undefined;
  /** Numbers of the account, in E.164. */
  readonly numbers: readonly string[];
  /** Addresses that answer the numbers, where one is set. */
  readonly answerUrls: Map<string, string>;
  readonly calls: readonly ProviderCall[];
  hangUp(call: ProviderCall): void;
  /** Fetches a new document for the call and executes it. */
  transfer(call: ProviderCall, url: string): void;
  /** Creates a leg to a dialled person, without callbacks. */
  dial(ask: { readonly from: string; readonly to: string }): ProviderCall;
  /** Starts a recording now; delete its `startedAt` to begin later. */
  record(call: ProviderCall, how: Pick<RecordingAtProvider, 'callbackUrl' | 'askedBy'>): RecordingAtProvider;
  /** Puts the call in a room with the others, until one of them leaves. */
  meet(call: ProviderCall, room: string, signal: AbortSignal): Promise<void>;
}

/** What an answered call needs to execute its document. */
export interface Carrying {
  readonly exchange: Exchange;
  readonly send: (callback: Callback) => Promise<{ status: number; body: string }>;
  /** Sends a callback in the way that its fate defines. */
  readonly tell: (callback: Callback | undefined) => Promise<void>;
  readonly talk: Talk;
}

/** A provider that can be emulated. */
export interface RestProvider {
  /** Parses the customer's `auth_id`: the user of basic authentication, and the account in addresses. */
  accountOf(authId: string): { readonly key: string; readonly account: string };
  open(account: string): RestDialect;
  /** File format of its recordings. */
  readonly recordingExtension: 'wav' | 'mp3';
  /** Returns the headers of a signed callback; absent if the provider signs nothing. `body` is the body as sent. */
  sign?(url: string, form: Readonly<Record<string, string>>, authToken: string, body?: string): Record<string, string>;
  /** Returns whether a request of the customer is authorised; basic authentication by default. */
  accepts?(
    authorization: string,
    account: { readonly authId: string; readonly authToken: string },
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): boolean;
}

/** The REST side of a provider: its requests and its callbacks. */
export interface RestDialect {
  /** Returns undefined for an unknown path. */
  handle(request: RestRequest, exchange: Exchange): RestReply | undefined;
  /**
   * Responses to a request to dial that is refused, is over the rate limit, meets a provider that is down, or fails
   * with an error.
   */
  readonly refusals: Readonly<Record<'refused' | 'throttled' | 'down' | 'broken', RestReply>>;
  ringing(call: ProviderCall): Callback | undefined;
  answered(call: ProviderCall): Callback | undefined;
  over(call: ProviderCall): Callback | undefined;
  recorded(call: ProviderCall, recording: RecordingAtProvider): Callback | undefined;
  /** Requests the document for the answered call, and executes it. */
  carryOut(call: ProviderCall, carrying: Carrying): Promise<void>;
}
