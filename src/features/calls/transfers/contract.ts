import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import type { HowEnded, ProviderDocument, Providers, TelephonyProvider } from '../../../telephony/index.ts';
import type { Briefings, BriefingsOptions } from './briefings.ts';
import type { Begun, TransferResult, TransferredCall, TransferStore } from './store.ts';

export interface TransferRequest {
  /** Name of a queue. */
  readonly target: string;
  /** The brief for the teammate, at most 280 characters. */
  readonly brief: string;
  /** Copied to the event unchanged. */
  readonly context: Readonly<Record<string, unknown>>;
}

export type TransferStart =
  | {
      readonly kind: 'ringing';
      readonly transferUuid: string;
      readonly target: string;
      /** True if the provider only asks for the number to dial after our stream has ended. */
      readonly whenOver: boolean;
    }
  | { readonly kind: Exclude<Begun['kind'], 'ringing'> }
  /** The call to the teammate's phone could not be placed; `detail` is the reason. */
  | { readonly kind: 'not_placed'; readonly detail: string };

/** A callback about a transfer; the step is in the callback's URL. */
export interface HandoffStep {
  /** Provider whose address received the callback; callbacks at those of others are ignored. */
  readonly dialect: string;
  readonly transferUuid: string;
  readonly step: 'caller' | 'teammate' | 'choice' | 'over';
  /** The provider's id of the leg that the callback concerns. */
  readonly providerCallId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Transfers {
  begin(organisation: OrganisationId, callUuid: string, request: TransferRequest): Promise<TransferStart>;
  /** Transfers a call for its agent. Resolves with the result. */
  transfer(callUuid: string, target: string, brief: string): Promise<TransferResult>;
  /** Returns the provider's document for a step; undefined if there is nothing to do. */
  instructionFor(step: HandoffStep): Promise<ProviderDocument | undefined>;
  /** Returns the document with the number that the provider's flow dials once our stream is closed. */
  dialFor(callUuid: string): Promise<object | undefined>;
  /**
   * Returns the stream that briefs a teammate who has answered, for a provider that fetches a document then. `busy`: this
   * server is at capacity. Undefined if there is nothing to do.
   */
  briefingFor(
    leg: Pick<HandoffStep, 'dialect' | 'transferUuid' | 'providerCallId'>,
  ): Promise<{ readonly streamUrl: string } | 'busy' | undefined>;
  /**
   * Handles the provider's report on a teammate's leg over our stream. Returns false if the transfer does not exist.
   */
  legTold(leg: Omit<HandoffStep, 'step'>): Promise<boolean>;
  /** Handles the provider's report that the caller's leg is over. */
  callOver(callUuid: string): Promise<void>;
  /** Streams that brief teammates. */
  readonly briefings: Briefings;
  /** Ends transfers that ring too long, whose call is over, or that a crash interrupted. */
  giveUpLapsed(): Promise<void>;
  /** Queries providers about some of the connected transfers. Stops waiting when the signal aborts. */
  askAfterConnected(signal: AbortSignal): Promise<void>;
}

export interface TransfersOptions {
  readonly store: TransferStore;
  /** Returns undefined if the call does not exist. */
  readonly organisationOf: (callUuid: string) => Promise<OrganisationId | undefined>;
  /** Stores pending reports about calls; rejects on failure. */
  readonly flush: () => Promise<void>;
  readonly providers: Pick<Providers, 'get' | 'streamRate' | 'wireOf'>;
  readonly accountFor: (
    call: TransferredCall,
  ) => Promise<
    | { readonly kind: 'ready'; readonly provider: TelephonyProvider; readonly phoneNumber: string }
    | { readonly kind: 'not_ready'; readonly detail: string }
  >;
  /** Legs over SIP, which this server connects itself. */
  readonly ownLegs: OwnLegs;
  readonly publicBaseUrl: () => string | undefined;
  /** Returns the single-use URL of a stream to a teammate over this provider; undefined if not supported. */
  readonly streamUrlFor: (transferUuid: string, dialect: string) => Promise<string | undefined>;
  readonly briefing: Pick<BriefingsOptions, 'voiceFor' | 'endStream' | 'onTrouble'>;
  /** Called when one transfer could not be handled; the others are unaffected. */
  readonly onTrouble: (error: unknown) => void;
  /** Returns whether the provider has reported the end of the caller's leg. */
  readonly callerGone: (call: TransferredCall) => Promise<boolean>;
  /** Returns whether the other party of the call may be recorded. */
  readonly mayRecord: (call: TransferredCall) => Promise<boolean>;
  /** Runs in the transaction that ends the conversation of the two people: it has a recording. */
  readonly expectRecording: (queries: TenantQueries, call: TransferredCall) => Promise<void>;
  /** Ends our part of a call. */
  readonly end: (organisation: OrganisationId, callUuid: string, reason: string) => Promise<unknown>;
  readonly announce: (
    queries: TenantQueries,
    organisation: OrganisationId,
    news: readonly { readonly event: 'call.transferred'; data(): Promise<object> }[],
  ) => Promise<void>;
  readonly now: () => Date;
}

/** A teammate whose leg this server calls itself. */
export interface OwnLegRequest {
  readonly organisation: OrganisationId;
  /** Id of the caller's leg. */
  readonly callerId: string;
  readonly callerNumber: string;
  readonly transferUuid: string;
  readonly userUuid: string;
  /** E.164, or an extension. */
  readonly phoneNumber: string;
  /** Stream that briefs the teammate. */
  readonly streamUrl: string;
  readonly ringSeconds: number;
  readonly maxSeconds: number;
  /** Called once, when the teammate's leg is over. */
  readonly onEnd: (ended: HowEnded) => void;
}

/** Who connected two legs. */
export type Connected = 'here' | 'by_trunk' | false;

/** Legs of this server. Once two are connected, the end of one is that of the other. */
export interface OwnLegs {
  ring(
    request: OwnLegRequest,
  ): Promise<
    { readonly kind: 'ringing'; readonly legId: string } | { readonly kind: 'not_placed'; readonly detail: string }
  >;
  /**
   * Connects them: `here`, or `by_trunk`, after which both legs end. Resolves to false if one of them is over.
   */
  connect(callerId: string, legId: string): Promise<Connected>;
  hangUp(legId: string): void;
  /** Whether this server has the leg, and it is answered. */
  isOpen(legId: string): boolean;
}

/** For a server without telephones. */
export const noOwnLegs: OwnLegs = {
  ring: async () => ({ kind: 'not_placed', detail: 'SIP_PORT is not set, so telephones are off.' }),
  connect: async () => false,
  hangUp() {},
  isOpen: () => false,
};
