import type { z } from 'zod';
import type { DialectName } from '../../media/ports.ts';
import type { OrganisationId } from '../data/index.ts';
import type { ClientOptions, ProviderAccount, TelephonyProvider, TwoLegs } from './client.ts';
import type { HowEnded } from './how-ended.ts';

/** A provider's capabilities. Other code branches on these, never on a provider's name. */
export interface ProviderCapabilities {
  /** Whether the provider sends HTTP requests to this server, which then needs a public address. */
  readonly callsBack: boolean;
  /**
   * Whether the provider fetches and executes a document when a call is answered. Otherwise the stream address is given
   * when placing the call.
   */
  readonly answersWithDocument: boolean;
  /** Whether a request can end a ringing or connected call or leg. */
  readonly canHangUp: boolean;
  /**
   * How a call is transferred to a teammate. `live`: a request moves it to another document. `bridge`: the teammate hears
   * the brief over a stream of this server, and a request connects both legs. `after_stream`: the provider's flow fetches
   * the number to dial once the stream closes. `here`: this server has the legs and connects them. False: not supported.
   */
  readonly canTransfer: 'live' | 'bridge' | 'after_stream' | 'here' | false;
  /**
   * How two people are connected. `document`: the first to answer gets a document that dials the other. `request`: one
   * request dials both. `here`: this server has both legs.
   */
  readonly canBridgePeople: 'document' | 'request' | 'here' | false;
  /** Whether a request, `client.answer`, answers an inbound call. Otherwise the response to its callback does. */
  readonly answersByRequest?: true;
  /** Whether the provider has no list of recordings. */
  readonly listsNoRecordings?: true;
  /** Whether a call continues after its stream has closed, so that a request must hang it up. */
  readonly outlivesStream?: true;
  /** Whether a stream may also be opened over AudioSocket. */
  readonly opensAudioSockets?: true;
  /** Sample rates of media streams in Hz, default first. If there are several, the operator chooses. */
  readonly streamRatesHz: readonly [number, ...number[]];
}

/** Identifiers of the call in a callback. */
export interface CallbackNames {
  readonly providerCallId?: string | undefined;
  /** Uuid from an address that this server issued for its call. */
  readonly callUuid?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type CallbackFields = Readonly<Record<string, unknown>>;

/** Callbacks that report on a call, named by the last part of their address. */
export type ReportKind = 'hangup' | 'status' | 'stream-status' | 'recording';

/** A report's statement about a call or one of its legs. */
export interface CallReport {
  readonly isRinging: boolean;
  /** Undefined for a call in progress. */
  readonly ended?: HowEnded | undefined;
  readonly isRecorded: boolean;
}

/** A report's statement about a call between two people. */
export interface PersonReport {
  /** Whether the teammate answered. */
  readonly isPickedUp: boolean;
  /** Whether both are on the line. */
  readonly isJoined: boolean;
  readonly ended?: HowEnded | undefined;
  readonly legs?: TwoLegs | undefined;
  readonly isRecorded: boolean;
}

export interface AnswerPath {
  /** Path below `/api/voice/webhooks/<name>/`. */
  readonly path: 'answer' | 'answer/inbound' | 'answer/outbound';
  /** Direction of the calls it answers: inbound, placed by this server, or both. */
  readonly answers: 'inbound' | 'placed' | 'both';
}

export interface ProviderCallbacks {
  /** Known fields of a form, query or JSON body; additional ones are allowed. */
  readonly fields: z.ZodObject;
  /** Field that contains the provider's call id. */
  readonly idField: string;
  names(fields: CallbackFields): CallbackNames;
  readonly answerPaths: readonly AnswerPath[];
  readonly reports: readonly ReportKind[];
  /**
   * Returns the kind of an event at an answer address that announces no inbound call, for a provider that sends all
   * events of a number to one address.
   */
  reportAt?(fields: CallbackFields): ReportKind | undefined;
  read(kind: ReportKind, fields: CallbackFields): CallReport;
  /** Reads a report on a call between two people. */
  readPerson(fields: CallbackFields): PersonReport;
  /** Returns the key that a teammate pressed; for providers that transfer `live`. */
  digit?(fields: CallbackFields): string;
}

/** Content of the response at an answer address. */
export type Answering =
  | {
      readonly kind: 'stream';
      readonly streamUrl: string;
      /** Receives reports on the stream or, from a provider without them, on the call. */
      readonly statusUrl: string;
      readonly rateHz: number;
      /** Stands for the ticket over AudioSocket; absent if this server does not listen for it. */
      readonly streamUuid?: string | undefined;
      /** The provider's id of the call, for reports on a leg that the document dials. */
      readonly providerCallId?: string | undefined;
    }
  /** `isPlaced`: this server placed the call, which has been answered. */
  | { readonly kind: 'no_match' | 'over' | 'busy'; readonly isPlaced?: boolean };

/**
 * Response in the provider's format. `refused` is an error status, for a provider that has no document for it; never a
 * status 5xx, after which providers repeat the request or play an error.
 */
export type ProviderAnswer =
  | { readonly kind: 'document'; readonly body: ProviderDocument }
  | { readonly kind: 'refused'; readonly code: 'not_found' | 'conflict'; readonly detail: string };

/** A document in the format of the provider. */
export type ProviderDocument = string | object;

/** Documents of a `live` transfer, sent like answer documents. */
export interface HandoverDocuments {
  /** Played to the teammate: a summary of the call and a key to accept it. Silence declines. */
  whisper(whisper: { readonly choiceUrl: string; readonly brief: string }): ProviderDocument;
  /** Sent to both: joins a conference that ends when either leaves. */
  room(room: string, recordingUrl?: string): ProviderDocument;
  /** Speaks the text and hangs up. */
  goodbye(text: string): ProviderDocument;
  /** For a call that nobody accepts or that does not exist. */
  none(): ProviderDocument;
}

export interface NextDial {
  readonly phoneNumber: string;
  readonly isRecorded: boolean;
  /** Summary for a teammate who has not heard it yet. */
  readonly brief: string | undefined;
}

export interface BridgeDocument {
  /** The teammate's number, to be shown to the customer. */
  readonly callerId: string;
  /** The account's number from which the teammate was dialled, as the provider reports it. */
  readonly placedFrom: string | undefined;
  readonly to: string;
  /** URL that receives the status of the customer's leg. */
  readonly statusUrl: string;
  /** URL that receives the recording's address. */
  readonly recordingUrl: string;
}

export interface ProviderDocuments {
  /** `application/xml` documents are text; JSON documents have a schema. */
  readonly format: { readonly type: 'xml' } | { readonly type: 'json'; readonly schema: z.ZodType };
  answer(answering: Answering): ProviderAnswer;
  /** Adapts the stream address given when dialling; unchanged by default. */
  streamUrl?(url: string, rateHz: number): string;
  /** Required for `canTransfer: 'live'`. */
  readonly handover?: HandoverDocuments;
  /** Required for `canTransfer: 'after_stream'`: the number that the provider's flow dials next. */
  readonly next?: { readonly schema: z.ZodType; print(next: NextDial): object };
  /** Required for `canBridgePeople: 'document'`. */
  bridge?(bridge: BridgeDocument): string;
  /** Required for `canBridgePeople: 'document'`: ends the call. */
  hangUp?(): string;
}

/** A received callback with its signature data. */
export interface SignedCallback extends CallbackSeal {
  /** URLs that the provider may have signed; any match is valid. */
  readonly urls: readonly string[];
  /** Form fields; empty for a callback without a form. */
  readonly form: CallbackFields;
  /** JSON body as received; absent for a form. */
  readonly jsonText?: string;
}

export interface CallbackSeal {
  readonly nonce: string;
  /** More than one if the account's owner signs as well. */
  readonly signatures: readonly string[];
  /** Milliseconds since 1970 at which it was signed, if the signature covers a time; NaN for an invalid one. */
  readonly signedAtMs?: number;
}

export interface CallbackSignature {
  /** Undefined for an unsigned callback. */
  sealOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): CallbackSeal | undefined;
  /** `key` is the account's signing key, or its token if the provider has no separate one. */
  isSignedBy(key: string, callback: SignedCallback): boolean | Promise<boolean>;
  /** Whether the provider signs every callback, so that an unsigned one about a connected account is forged. */
  readonly signsAll?: true;
  /** Whether the provider also signs the request that opens a stream: the URL of the stream, without a form. */
  readonly signsStreams?: true;
}

/** What the files of a provider need to know of this server and of the account. */
export interface ConfigurationSite {
  /** URL at which the provider reaches this server. */
  readonly baseUrl: string;
  /** ws(s) URL of the streams. */
  readonly mediaUrl: string;
  /** Port for AudioSocket; absent if this server does not listen for it. */
  readonly audioSocketPort?: number | undefined;
  readonly authId: string;
}

export interface ConfigurationFile {
  readonly name: string;
  readonly text: string;
}

/** Form in which an organisation enters its account credentials. */
export interface ConnectionForm {
  /** Validates `auth_id` on entry; previously stored values stay valid. */
  readonly authId: z.ZodType<string>;
  readonly authIdLabel: string;
  /** Format hint for `auth_id`, shown to the user; may be empty. */
  readonly authIdHint: string;
  readonly authTokenLabel: string;
  /** Validates and normalises the token; by default one line without invisible characters. */
  readonly authToken?: z.ZodType<string, string>;
  /** For a provider that signs callbacks with another key than the token. */
  readonly signingKey?: {
    readonly label: string;
    readonly hint: string;
    readonly form: z.ZodType<string>;
    /** Whether the organisation chooses the key, so that one may be generated. */
    readonly isChosen?: true;
  };
  /** Addresses to enter at the provider: their purpose and their path on this server. */
  readonly addresses: readonly { readonly use: string; readonly path: string }[];
  /** Returns files to copy to the provider. They contain `<label of the signing key>` in place of the key. */
  files?(site: ConfigurationSite): readonly ConfigurationFile[];
}

/** An account that its provider keeps. */
export type OwnAccount =
  | {
      readonly kind: 'ready';
      readonly provider: TelephonyProvider;
      /** Number of calls for which no other is wanted. */
      readonly phoneNumber: string;
      readonly otherNumbers: readonly string[];
      readonly connectedAt: string;
    }
  | { readonly kind: 'not_ready'; readonly detail: string };

/** Everything that the server knows about a telephony provider. */
export interface ProviderModule {
  /** Permanent name, used in addresses, the database and the API. */
  readonly name: string;
  /** Name shown to people. */
  readonly displayName: string;
  /** Wire dialect of the provider's media streams. */
  readonly wire: DialectName;
  readonly capabilities: ProviderCapabilities;
  /** Absent for a provider with `accountOf`. */
  readonly connection?: ConnectionForm;
  readonly callbacks: ProviderCallbacks;
  readonly documents: ProviderDocuments;
  /** Absent if the provider does not sign callbacks. */
  readonly signature?: CallbackSignature;
  /** Default number of calls per second that one organisation's campaigns start. */
  readonly callsPerSecond: number;
  /** Where the operator's own server answers by default, for a provider that is not a service. */
  readonly ownBaseUrl?: string;
  /** The provider's public endpoint for this account, without a trailing slash. */
  baseUrlOf?(account: ProviderAccount): string;
  open?(options: ClientOptions): TelephonyProvider;
  /**
   * Returns an organisation's account, for a provider whose accounts are not credentials of a `connection`. Undefined
   * without one.
   */
  accountOf?(organisation: OrganisationId): Promise<OwnAccount | undefined>;
}

/** A provider that is listed but cannot carry calls yet. */
export interface PlannedProvider {
  readonly name: string;
  readonly displayName: string;
  readonly planned: true;
}
