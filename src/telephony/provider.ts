import type { z } from 'zod';
import type { DialectName } from '../../media/ports.ts';
import type { ClientOptions, ProviderAccount, TelephonyProvider, TwoLegs } from './client.ts';
import type { HowEnded } from './how-ended.ts';

/** What a provider can do. The rest of the code decides by these, never by a provider's name. */
export interface ProviderCapabilities {
  /**
   * Fetches a document when somebody picks up, and carries it out. Without: a call is placed together with the address of
   * its stream.
   */
  readonly answersWithDocument: boolean;
  /** A request ends a call or a leg that rings or is connected. */
  readonly canHangUp: boolean;
  /**
   * How a call is handed to a teammate. `live`: a request moves it to another document. `after_stream`: the provider's own
   * flow fetches whom to dial once our stream is closed. False: it cannot be.
   */
  readonly canTransfer: 'live' | 'after_stream' | false;
  /** How two people are connected. `document`: the first to answer gets a document that dials the other. `request`: one request dials both. */
  readonly canBridgePeople: 'document' | 'request' | false;
  /** Rates of its media streams in Hz, the default first. With several, the operator chooses. */
  readonly streamRatesHz: readonly [number, ...number[]];
}

/** A callback's own names of the call that it is about. */
export interface CallbackNames {
  readonly providerCallId?: string | undefined;
  /** From an address that we gave for a call of ours. */
  readonly callUuid?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type CallbackFields = Readonly<Record<string, unknown>>;

/** Callbacks that report on a call; the last part of their address. */
export type ReportKind = 'hangup' | 'status' | 'stream-status' | 'recording';

/** What a report says of a call, or of one leg of it. */
export interface CallReport {
  readonly isRinging: boolean;
  /** Undefined for a call in progress. */
  readonly ended?: HowEnded | undefined;
  readonly isRecorded: boolean;
}

/** What a report says of a call between two people. */
export interface PersonReport {
  /** The teammate's phone was picked up. */
  readonly isPickedUp: boolean;
  /** Both are on the line. */
  readonly isJoined: boolean;
  readonly ended?: HowEnded | undefined;
  readonly legs?: TwoLegs | undefined;
  readonly isRecorded: boolean;
}

export interface AnswerPath {
  /** Below `/api/voice/webhooks/<name>/`. */
  readonly path: 'answer' | 'answer/inbound' | 'answer/outbound';
  /** Whose calls it answers: those that come in, those that we placed, or both. */
  readonly answers: 'inbound' | 'placed' | 'both';
}

export interface ProviderCallbacks {
  /** Known fields of a form, query or JSON body; others may come beside them. */
  readonly fields: z.ZodObject;
  /** The field that holds the provider's name of the call. */
  readonly idField: string;
  names(fields: CallbackFields): CallbackNames;
  readonly answerPaths: readonly AnswerPath[];
  readonly reports: readonly ReportKind[];
  read(kind: ReportKind, fields: CallbackFields): CallReport;
  /** Reports on a call between two people. */
  readPerson(fields: CallbackFields): PersonReport;
  /** The key that a teammate pressed, for a provider that transfers `live`. */
  digit?(fields: CallbackFields): string;
}

/** What an answer address is to say. */
export type Answering =
  | { readonly kind: 'stream'; readonly streamUrl: string; readonly statusUrl: string; readonly rateHz: number }
  | { readonly kind: 'no_match' | 'over' | 'busy' };

/** In the provider's own language. `refused` is an error status, for a provider without a document that says so. */
export type ProviderAnswer =
  | { readonly kind: 'document'; readonly body: string | object }
  | { readonly kind: 'refused'; readonly code: 'not_found' | 'unavailable'; readonly detail: string };

/** Documents of a `live` transfer, each sent as the answers are. */
export interface HandoverDocuments {
  /** To the teammate: what the call is about, and a key to accept it. Silence declines. */
  whisper(whisper: { readonly choiceUrl: string; readonly brief: string }): string;
  /** To both: one conference, which is over when either leaves. */
  room(room: string, recordingUrl?: string): string;
  /** Says something and hangs up. */
  goodbye(text: string): string;
  /** For a call that nobody takes, or that there is not. */
  none(): string;
}

export interface NextDial {
  readonly phoneNumber: string;
  readonly isRecorded: boolean;
  /** For a teammate who has not heard it yet. */
  readonly brief: string | undefined;
}

export interface BridgeDocument {
  /** What the customer sees. */
  readonly callerId: string;
  readonly to: string;
  /** Receives the status of the customer's leg. */
  readonly statusUrl: string;
  /** Receives where the recording is. */
  readonly recordingUrl: string;
}

export interface ProviderDocuments {
  /** `application/xml` documents are text; JSON ones have a schema. */
  readonly format: { readonly type: 'xml' } | { readonly type: 'json'; readonly schema: z.ZodType };
  answer(answering: Answering): ProviderAnswer;
  /** The address of a stream that is given when dialling; by default it is left as it is. */
  streamUrl?(url: string, rateHz: number): string;
  /** For `canTransfer: 'live'`. */
  readonly handover?: HandoverDocuments;
  /** For `canTransfer: 'after_stream'`: whom the provider's flow dials next. */
  readonly next?: { readonly schema: z.ZodType; print(next: NextDial): object };
  /** For `canBridgePeople: 'document'`. */
  bridge?(bridge: BridgeDocument): string;
  /** For `canBridgePeople: 'document'`: ends the call. */
  hangUp?(): string;
}

/** A callback as it came, with what its sender says of itself. */
export interface SignedCallback extends CallbackSeal {
  /** Addresses that the provider may have been given for it: the first that fits counts. */
  readonly urls: readonly string[];
  /** Fields of its form; empty for one that came without. */
  readonly form: CallbackFields;
}

export interface CallbackSeal {
  readonly nonce: string;
  /** Several, when the account's owner signs as well. */
  readonly signatures: readonly string[];
}

export interface CallbackSignature {
  /** Undefined for a callback that has none. */
  sealOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): CallbackSeal | undefined;
  isSignedBy(authToken: string, callback: SignedCallback): boolean;
}

/** What an organisation enters to connect its account. */
export interface ConnectionForm {
  /** Checks `auth_id` when it is entered; a form that was stored before stays valid. */
  readonly authId: z.ZodType<string>;
  readonly authIdLabel: string;
  /** How `auth_id` is written, for the person who enters it; empty where nothing has to be said. */
  readonly authIdHint: string;
  readonly authTokenLabel: string;
  /** What has to be entered at the provider: for what, and its path on this server. */
  readonly addresses: readonly { readonly use: string; readonly path: string }[];
}

/** A telephony provider: everything that the server knows of it. */
export interface ProviderModule {
  /** In addresses, in the database and in the API. It never changes. */
  readonly name: string;
  /** As people know it. */
  readonly displayName: string;
  /** Name of the wire dialect that its media streams speak. */
  readonly wire: DialectName;
  readonly capabilities: ProviderCapabilities;
  readonly connection: ConnectionForm;
  readonly callbacks: ProviderCallbacks;
  readonly documents: ProviderDocuments;
  /** Absent where the provider signs nothing. */
  readonly signature?: CallbackSignature;
  /** Calls that campaigns of one organisation begin in a second, unless the operator says otherwise. */
  readonly callsPerSecond: number;
  /** The provider's public endpoint for this account, without a slash at the end. */
  baseUrlOf(account: ProviderAccount): string;
  open(options: ClientOptions): TelephonyProvider;
}

/** A provider that is listed and cannot carry calls yet. */
export interface PlannedProvider {
  readonly name: string;
  readonly displayName: string;
  readonly planned: true;
}
