import type { CallEndReason, DialectName } from '../../../../media/ports.ts';
import type { Placement } from '../../../cluster/index.ts';
import { type OrganisationId, unlessAway } from '../../../data/index.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import type { CallLogWriter } from './call-log.ts';
import type { CallRow } from './call-rows.ts';
import { type CallClosed, isOver } from './call-state.ts';
import type { InboundGate, RequestSource } from './inbound-gate.ts';
import type { Leases } from './leases.ts';
import { newCallUuid } from './new-call-uuid.ts';
import { rowOfOffered } from './offered-call.ts';
import type { OutboundStore } from './outbound-store.ts';
import type { CallStore, NewCall } from './store.ts';
import type { StreamTickets } from './stream-tickets.ts';
import { type CallNames, namedCall, takeUncarried, uncarriedClose } from './unowned-calls.ts';

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

/** Maximum number of callbacks stored for a call. Anyone who knows the provider's call id can send them. */
const maxCallbacks = 100;

/** Maximum number of waiting calls that are remembered. */
const maxOffered = 10_000;

const unknownSource: RequestSource = { address: undefined, network: 'unknown' };

/** End reason of calls beyond the capacity. */
const overCapacity = 'over_capacity';

export function createCalls(options: CallsOptions): Calls {
  const { store, tokens, log, outbound } = options;
  const closeUncarried = uncarriedClose({ calls: store, get: store.get, now: options.now });
  /** Offers by call, used or not: a provider that asks again gets the same document, and never a second stream. */
  const offered = createGrowingCache<Extract<CallOffer, { kind: 'stream' }>>(maxOffered);
  /** Calls rejected as busy, so that a repeated request is too. */
  const turnedAway = createGrowingCache<true>(maxOffered);
  /** Inbound calls rejected as busy without a row, by the provider's id. */
  const refused = createGrowingCache<true>(maxOffered);
  /** Requests in progress: simultaneous ones about one call get one answer and count as one. */
  const offering = new Map<string, Promise<CallOffer>>();
  /** Decisions in progress on stored calls, which simultaneous requests share. */
  const granting = new Map<string, Promise<CallOffer>>();
  /** Number of callbacks by call. */
  const keptCallbacks = createGrowingCache<number>(maxOffered);
  let draining = false;

  const close = (callUuid: string, status: CallClosed['status'], reason: string): void => {
    const event = { type: 'closed', atMs: 0, status, reason, wallMs: options.now().getTime() } as const;
    options.leases.saw(callUuid, event);
    log.note(callUuid, event);
  };

  /** Where several servers share the data, a call need not wait for the database: its ticket contains it. */
  const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> => (tokens.isShared ? unlessAway(work) : work);

  const flush = async (): Promise<void> => void (await unlessGone(log.flush()).catch(() => {}));

  /** Writes the log if a call is missing in the store because of it. A request about other calls does not wait. */
  const everyCallStored = async (): Promise<void> => (log.hasUnstored ? flush() : undefined);

  /** Writes the log if something of the call is in it. */
  const stored = async (callUuid: string): Promise<void> => (log.isWaiting(callUuid) ? flush() : undefined);

  async function streamFor(call: CallRow): Promise<CallOffer | undefined> {
    const { uuid: callUuid } = call;
    const openOffer = offered.get(callUuid);
    if (openOffer !== undefined) return openOffer;
    const place = await options.reserve(callUuid);
    if (place === undefined) return undefined;
    const pool = call.callType === 'inbound' ? 'inbound' : 'own';
    const token = await tokens.issue({ kind: 'call', callUuid }, options.wireOf(call.dialect), { pool, place, call });
    if (token === undefined) return undefined;
    const { mediaBaseUrl } = place;
    const offer = { kind: 'stream', callUuid, token, ...(mediaBaseUrl === null ? {} : { mediaBaseUrl }) } as const;
    offered.set(callUuid, offer);
    return offer;
  }

  /**
   * Takes ownership if needed: before a stream opens, a provider may send its request for a call to another process
   * than its report.
   */
  async function isOurs(call: CallRow): Promise<boolean> {
    if (options.leases.stageOf(call.uuid) !== undefined) return true;
    if (call.startedAt !== null) return false;
    if (!(await (call.leaseOwner === null ? takeUncarried(store, call) : store.takeOver(call)))) return false;
    options.leases.take(call.uuid);
    return true;
  }

  async function isKnown(organisation: OrganisationId, { dialect, providerCallId }: CallRequest): Promise<boolean> {
    if (providerCallId === undefined) return false;
    return (await store.findByProvider(organisation, dialect, providerCallId)) !== undefined;
  }

  /** Anybody can forge an inbound call without a signature. */
  const mayBeForged = ({ callType, isVerified, source = unknownSource }: CallRequest): boolean =>
    callType === 'inbound' && isVerified !== true && source.network !== 'provider';

  const isFull = ({ callType }: CallRequest): boolean => tokens.isFull(callType === 'inbound' ? 'inbound' : 'own');

  const mayBeRefused = (request: CallRequest): boolean => isFull(request) || mayBeForged(request);

  /** Decides on a new call before any of it is stored: a rejected one must leave no row. */
  async function isKnownOrAdmitted(organisation: OrganisationId, request: CallRequest, uuid: string): Promise<boolean> {
    if ((await unlessGone(isKnown(organisation, request))) === true) return true;
    if (isFull(request)) return false;
    if (!mayBeForged(request)) return true;
    const { from, to, source = unknownSource } = request;
    if (!options.gate.admit({ callUuid: uuid, organisation, from, to, source })) return false;
    if ((await options.reserve(uuid)) !== undefined) return true;
    options.gate.withdraw(uuid);
    return false;
  }

  /** Ends the stream, or prevents it from being opened. */
  function stop(callUuid: string, reason: CallEndReason): boolean {
    tokens.revoke(callUuid);
    return options.endStream(callUuid, reason);
  }

  /** Returns the stored number on the first callback of a call here, and 0 afterwards, when the cache counts. */
  async function storedCallbacks({ organisationId, uuid }: CallRow): Promise<number> {
    if (keptCallbacks.has(uuid)) return 0;
    return (await store.events(organisationId, uuid)).filter(({ event }) => event.type === 'callback').length;
  }

  /** Returns the call with what waited in the log when it was read. */
  async function asStored(call: CallRow): Promise<CallRow> {
    if (!log.isWaiting(call.uuid)) return call;
    await flush();
    return (await unlessGone(store.find(call.uuid))) ?? call;
  }

  async function calledBy({ dialect, providerCallId, callUuid }: Parameters<Calls['called']>[0]): Promise<CallRow[]> {
    await everyCallStored();
    const rows = await store.findEverywhere(dialect, providerCallId);
    if (rows.length > 0 || callUuid === undefined) return rows;
    const named = await namedCall({ calls: store, store: outbound.store }, { dialect, callUuid, providerCallId });
    return named === undefined ? [] : [named];
  }

  async function hear(call: CallRow, callback: ProviderCallback): Promise<void> {
    const { kind, fields, closed } = callback;
    // Concurrent callbacks do not find each other in the store yet.
    const callbacks = Math.max(await storedCallbacks(call), keptCallbacks.get(call.uuid) ?? 0);
    keptCallbacks.set(call.uuid, Math.min(callbacks + 1, maxCallbacks));
    if (callbacks < maxCallbacks) {
      const startedMs = Date.parse(call.startedAt ?? call.createdAt);
      log.note(call.uuid, { type: 'callback', atMs: options.now().getTime() - startedMs, kind, fields });
    }
    if (callback.isRinging === true && call.status === 'dialing')
      await outbound.store.ringing(call.organisationId, call.uuid);
    if (closed !== undefined && !isOver(call.status)) await finish(call, closed);
  }

  /** Ends the call. An open stream ends with its own reason; without one, the call is closed here. */
  async function finish(call: CallRow, closed: NonNullable<ProviderCallback['closed']>): Promise<void> {
    if (stop(call.uuid, 'caller_hung_up')) return;
    if (call.leaseOwner === null) {
      if (await closeUncarried(call, closed)) return;
      const now = await store.find(call.uuid);
      // The call was answered meanwhile, and a process now owns it.
      if (now !== undefined && now.leaseOwner !== null && !isOver(now.status)) await finish(now, closed);
    } else if (!(await options.isElsewhere(call))) close(call.uuid, closed.status, closed.reason);
  }

  function grant(call: CallRow): Promise<CallOffer> {
    const pending = granting.get(call.uuid) ?? grantOnce(call).finally(() => granting.delete(call.uuid));
    granting.set(call.uuid, pending);
    return pending;
  }

  async function grantOnce(read: CallRow): Promise<CallOffer> {
    const call = await asStored(read);
    if (turnedAway.has(call.uuid) || call.endReason === overCapacity) return { kind: 'busy' };
    if (isOver(call.status) || !(await isOurs(call))) return { kind: 'over' };
    const offer = await streamFor(call);
    if (offer !== undefined) return offer;
    turnedAway.set(call.uuid, true);
    close(call.uuid, 'failed', overCapacity);
    return { kind: 'busy' };
  }

  async function offerOnce(organisation: OrganisationId, request: CallRequest, name: string): Promise<CallOffer> {
    if (draining || !options.canWrite()) return { kind: 'busy' };
    if (refused.has(name)) return { kind: 'busy' };
    const call = newCallOf(organisation, request, options.now());
    const { uuid } = call;
    if (!offered.has(uuid) && mayBeRefused(request) && !(await isKnownOrAdmitted(organisation, request, uuid))) {
      if (request.providerCallId !== undefined) refused.set(name, true);
      return { kind: 'busy' };
    }
    const isHeld = options.leases.stageOf(uuid) !== undefined;
    const dropNew = (): void => (isHeld ? undefined : options.leases.drop(uuid));
    options.leases.take(uuid);
    const stored = await unlessGone(store.findOrAdd(organisation, call)).catch((error: unknown) => {
      dropNew();
      throw error;
    });
    if (stored?.added !== true) dropNew();
    if (stored !== undefined) return grant(stored.call);
    // The server that opens the stream stores the call.
    return (
      (await streamFor(rowOfOffered({ ...rowDefaults, ...call, organisationId: organisation }))) ?? { kind: 'busy' }
    );
  }

  const neverOpened = (callUuid: string): void => close(callUuid, 'failed', 'stream_never_opened');

  function endNow(callUuid: string, reason: string): void {
    if (reason === 'transferred') {
      if (!stop(callUuid, 'transferred')) close(callUuid, 'completed', reason);
      return;
    }
    const mediaReason = reason === 'dnc_request' || reason === 'wrong_number' ? reason : 'operator';
    if (!stop(callUuid, mediaReason)) close(callUuid, 'cancelled', reason);
  }

  async function cancelDialling(call: CallRow, reason: string): Promise<void> {
    tokens.revoke(call.uuid);
    if (await closeUncarried(call, { status: 'cancelled', reason })) outbound.hangUp(call);
    else endNow(call.uuid, reason);
  }

  return {
    async offer(organisation, request) {
      if (request.providerCallId === undefined) return offerOnce(organisation, request, '');
      const name = `${organisation} ${request.dialect} ${request.providerCallId}`;
      const pending = offering.get(name) ?? offerOnce(organisation, request, name).finally(() => offering.delete(name));
      offering.set(name, pending);
      return pending;
    },
    async offerDialled(names) {
      await stored(names.callUuid);
      const call = await namedCall({ calls: store, store: outbound.store }, names);
      if (call === undefined) return undefined;
      return draining || !options.canWrite() ? { kind: 'busy' } : grant(call);
    },

    async ownersOf({ dialect, providerCallId, callUuid, mayBeNew }) {
      await everyCallStored();
      const finding = store.ownersOf(dialect, providerCallId);
      const owners = mayBeNew ? ((await unlessGone(finding)) ?? []) : await finding;
      const named = owners.length > 0 || callUuid === undefined ? undefined : await store.find(callUuid);
      return named === undefined ? owners : [named.organisationId];
    },
    called: async (names) => (await calledBy(names))[0]?.uuid,
    async callback(callback) {
      const rows = await calledBy(callback);
      for (const call of rows) await hear(await asStored(call), callback);
      return rows.length > 0;
    },

    async end(organisation, uuid, reason) {
      await stored(uuid);
      const row = await store.get(organisation, uuid);
      if (row === undefined) return 'unknown';
      if (isOver(row.status)) return 'not_active';
      if (row.agentUserUuid !== null && !options.canHangUp(row.dialect)) return 'only_by_phone';
      await store.requestEnd(organisation, uuid, reason);
      if (row.callType === 'outbound' && row.leaseOwner === null) await cancelDialling(row, reason);
      else if (!(await options.isElsewhere(row))) endNow(uuid, reason);
      // The row already has the reason: if the request fails, the owner ends the call at its next check.
      else await options.askOwner(row, reason);
      return 'ended';
    },
    endAsked: endNow,
    async sweep() {
      // A call without an owner may still be answered, or the provider reports its end.
      for (const { callUuid } of await tokens.sweep())
        if (options.leases.stageOf(callUuid) !== undefined) neverOpened(callUuid);
    },
    neverOpened,
    drain() {
      draining = true;
    },
    get draining() {
      return draining;
    },
  };
}

/** Values of a call that an inbound one does not have yet. */
const rowDefaults = {
  contactUuid: null,
  callerVerified: null,
  voiceAgentUuid: null,
  agentVersion: null,
  flowVersion: null,
};

function newCallOf(organisation: OrganisationId, request: CallRequest, at: Date): NewCall {
  const { dialect, providerCallId = null } = request;
  return {
    uuid: newCallUuid(organisation, dialect, providerCallId),
    flowUuid: request.flowUuid,
    callType: request.callType,
    dialect,
    status: request.callType === 'test' ? 'queued' : 'ringing',
    fromNumber: request.from,
    toNumber: request.to,
    providerCallId,
    ...(request.contactUuid === undefined ? {} : { contactUuid: request.contactUuid }),
    createdAt: at.toISOString(),
    ...request.tested,
    ...(request.isVerified === undefined ? {} : { callerVerified: request.isVerified }),
  };
}
