import type { CallEndReason, DialectName } from '../../../../media/ports.ts';
import type { Placement } from '../../../cluster/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { CallLogWriter } from './call-log.ts';
import type { CallRow } from './call-rows.ts';
import type { CallClosed } from './call-state.ts';
import type { InboundGate, RequestSource } from './inbound-gate.ts';
import type { Leases } from './leases.ts';
import type { OutboundStore } from './outbound-store.ts';
import type { CallStore } from './store.ts';
import type { StreamTickets } from './stream-tickets.ts';
import type { CallNames } from './unowned-calls.ts';

export interface CallRequest {
  readonly flowUuid: string;
  readonly callType: 'inbound' | 'outbound' | 'test';
  /** Name of the provider, or `browser`. */
  readonly dialect: string;
  readonly from: string;
  readonly to: string;
  /** The provider's id of the call; a repeated one returns the same call. */
  readonly providerCallId?: string;
  /** Contact in the organisation; by default, the one with the other party's number. */
  readonly contactUuid?: string;
  /** Whether the provider's signature authenticates the caller's number; absent unless the call is inbound. */
  readonly isVerified?: boolean;
  /** An agent's version that new calls do not use, for a test. */
  readonly tested?: { readonly voiceAgentUuid: string; readonly agentVersion: number };
  /** Sender of the answer request of an inbound call. */
  readonly source?: RequestSource;
}

export type CallOffer =
  | {
      readonly kind: 'stream';
      readonly callUuid: string;
      readonly token: string;
      /** Address of the node that reserves a slot for the stream; undefined for the node that received the request. */
      readonly mediaBaseUrl?: string;
    }
  /** The call is over, or its stream is already open. */
  | { readonly kind: 'over' }
  /** The server is at capacity. */
  | { readonly kind: 'busy' };

export interface ProviderCallback {
  /** Name of the provider, or `browser`. */
  readonly dialect: string;
  readonly providerCallId: string;
  /** Our uuid of the call, from the callback's URL. */
  readonly callUuid?: string;
  readonly kind: string;
  readonly fields: Readonly<Record<string, string>>;
  /** How the call ended, if the provider reports it. */
  readonly closed?: Pick<CallClosed, 'status' | 'reason'>;
  /** True when the callee's phone is ringing. */
  readonly isRinging?: boolean;
}

/** `only_by_phone`: two people are talking over a provider without a hang-up request. */
export type EndResult = 'ended' | 'unknown' | 'not_active' | 'only_by_phone';

export interface Calls {
  /** Creates a call and the token of its stream. Idempotent on the provider's call id. */
  offer(organisation: OrganisationId, request: CallRequest): Promise<CallOffer>;
  /** Returns the stream of an answered outbound call; undefined if the call does not exist. */
  offerDialled(names: CallNames): Promise<CallOffer | undefined>;
  /** Returns our uuid of a call that a provider refers to; undefined if there is none. */
  called(names: Pick<ProviderCallback, 'dialect' | 'providerCallId' | 'callUuid'>): Promise<string | undefined>;
  /**
   * Returns the organisations of the calls that a provider may refer to. Stores nothing. `mayBeNew`: the call may be a
   * new one, so it is taken for one while the database is away.
   */
  ownersOf(names: Parameters<Calls['called']>[0] & { readonly mayBeNew: boolean }): Promise<OrganisationId[]>;
  /** Stores a provider's report about a call of any organisation. Returns false if the call does not exist. */
  callback(callback: ProviderCallback): Promise<boolean>;
  end(organisation: OrganisationId, uuid: string, reason: string): Promise<EndResult>;
  /** Closes calls whose stream was not opened in time. */
  sweep(): Promise<void>;
  neverOpened(callUuid: string): void;
  /** Executes the end requested in the call's row. */
  endAsked(callUuid: string, reason: string): void;
  /** Makes `offer` return `busy` from now on. */
  drain(): void;
  readonly draining: boolean;
}

export interface CallsOptions {
  readonly store: CallStore;
  readonly tokens: StreamTickets;
  readonly log: CallLogWriter;
  readonly leases: Leases;
  /** Returns whether a request can hang up calls at this provider. */
  readonly canHangUp: (dialect: string) => boolean;
  /** Returns the wire dialect of a call's stream. */
  readonly wireOf: (dialect: string) => DialectName;
  /** Asks the process that owns this call to end it now. Never rejects. */
  readonly askOwner: (call: CallRow, reason: string) => Promise<void>;
  /** Returns whether another running process owns this call. */
  readonly isElsewhere: (call: CallRow) => Promise<boolean>;
  readonly now: () => Date;
  /** Reserves a slot for a call. Returns undefined at capacity. */
  readonly reserve: Placement['reserve'];
  readonly gate: InboundGate;
  /** Returns whether reports about a call can be stored. */
  readonly canWrite: () => boolean;
  readonly outbound: {
    readonly store: OutboundStore;
    /** Requests the provider to stop dialling, without waiting for the result. */
    readonly hangUp: (call: CallRow) => void;
  };
  /** Returns false if the media plane does not have the call. */
  readonly endStream: (callUuid: string, reason: CallEndReason) => boolean;
}
