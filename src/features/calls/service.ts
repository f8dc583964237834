import { randomUUID } from 'node:crypto';
import type { CallEndReason, DialectName } from '../../../media/ports.ts';
import type { Placement } from '../../cluster/index.ts';
import type { OrganisationId } from '../../data/index.ts';
import { createGrowingCache } from '../../growing-cache.ts';
import type { CallLogWriter } from './call-log.ts';
import type { CallRow } from './call-rows.ts';
import { type CallClosed, isOver } from './call-state.ts';
import type { InboundGate } from './inbound-gate.ts';
import type { Leases } from './leases.ts';
import type { OutboundStore } from './outbound-store.ts';
import type { CallStore } from './store.ts';
import type { StreamTickets } from './stream-tickets.ts';
import { type CallNames, namedCall, takeUncarried, uncarriedClose } from './unowned-calls.ts';

export interface CallRequest {
  readonly flowUuid: string;
  readonly callType: 'inbound' | 'outbound' | 'test';
  /** Name of the provider, or `browser`. */
  readonly dialect: string;
  readonly from: string;
  readonly to: string;
  /** The provider's name of the call; a repeated one finds the same call. */
  readonly providerCallId?: string;
  /** Of the organisation; found by the number of the other side by default. */
  readonly contactUuid?: string;
  /** Whether the provider's signature vouches for the caller's number; absent for calls that did not come in. */
  readonly isVerified?: boolean;
}

export type CallOffer =
  | {
      readonly kind: 'stream';
      readonly callUuid: string;
      readonly token: string;
      /** Where the node is that keeps a slot for it; undefined: where the request came to. */
      readonly mediaBaseUrl?: string;
    }
  /** The call is over, or its stream is up already. */
  | { readonly kind: 'over' }
  /** The server is at capacity. */
  | { readonly kind: 'busy' };

export interface ProviderCallback {
  /** Name of the provider, or `browser`. */
  readonly dialect: string;
  readonly providerCallId: string;
  /** Our own name of the call, from the address that was called. */
  readonly callUuid?: string;
  readonly kind: string;
  readonly fields: Readonly<Record<string, string>>;
  /** How the call ended, when the provider says so. */
  readonly closed?: Pick<CallClosed, 'status' | 'reason'>;
  /** The callee's phone is ringing. */
  readonly isRinging?: boolean;
}

/** `only_by_phone`: two people talk over a provider that has no request to hang up. */
export type EndResult = 'ended' | 'unknown' | 'not_active' | 'only_by_phone';

export interface Calls {
  /** Makes a call row and the token of its stream; idempotent on the provider's call. */
  offer(organisation: OrganisationId, request: CallRequest): Promise<CallOffer>;
  /** The stream of an outbound call that was answered; undefined if the call does not exist. */
  offerDialled(names: CallNames): Promise<CallOffer | undefined>;
  /** Our name of the call that a provider speaks of; undefined when there is none. */
  called(names: Pick<ProviderCallback, 'dialect' | 'providerCallId' | 'callUuid'>): Promise<string | undefined>;
  /** Whose calls a provider may speak of; nothing is stored. */
  ownersOf(names: Parameters<Calls['called']>[0]): Promise<OrganisationId[]>;
  /** Stores a provider's report about a call of any organisation; false if the call does not exist. */
  callback(callback: ProviderCallback): Promise<boolean>;
  end(organisation: OrganisationId, uuid: string, reason: string): Promise<EndResult>;
  /** Closes calls whose stream was not opened in time. */
  sweep(): Promise<void>;
  neverOpened(callUuid: string): void;
  /** Carries out an end that is asked for in the call's row. */
  endAsked(callUuid: string, reason: string): void;
  /** From now on `offer` answers busy. */
  drain(): void;
  readonly draining: boolean;
}

export interface CallsOptions {
  readonly store: CallStore;
  readonly tokens: StreamTickets;
  readonly log: CallLogWriter;
  readonly leases: Leases;
  /** Whether a call over this provider can be hung up by a request. */
  readonly canHangUp: (dialect: string) => boolean;
  /** The wire dialect of a call's stream. */
  readonly wireOf: (dialect: string) => DialectName;
  /** Asks the process that carries this call to end it now. Never rejects. */
  readonly askOwner: (call: CallRow, reason: string) => Promise<void>;
  /** Whether another process carries this call, and runs. */
  readonly isElsewhere: (call: CallRow) => Promise<boolean>;
  readonly now: () => Date;
  /** Keeps a slot for a call; undefined when it would be one too many. */
  readonly reserve: Placement['reserve'];
  readonly gate: InboundGate;
  /** Whether reports about a call can be stored. */
  readonly canWrite: () => boolean;
  readonly outbound: {
    readonly store: OutboundStore;
    /** Requests the provider to stop dialling, without waiting for the result. */
    readonly hangUp: (call: CallRow) => void;
  };
  /** False when the media plane has no such call. */
  readonly endStream: (callUuid: string, reason: CallEndReason) => boolean;
}

/** Callbacks kept of one call. They come from anyone who knows the provider's name of the call. */
const maxCallbacks = 100;

/** Calls that may be waiting at once. */
const maxOffered = 10_000;

/** The reason of calls that were one too many. */
const overCapacity = 'over_capacity';

export function createCalls(options: CallsOptions): Calls {
  const { store, tokens, log, outbound } = options;
  const closeUncarried = uncarriedClose({ calls: store, get: store.get, now: options.now });
  /** Tokens by call, used or not: a provider that asks again gets the same document, and never a second stream. */
  const offered = createGrowingCache<Extract<CallOffer, { kind: 'stream' }>>(maxOffered);
  /** Calls that were answered busy, and are so again if the provider asks again. */
  const turnedAway = createGrowingCache<true>(maxOffered);
  /** Inbound calls that were answered busy and left no row, by what the provider calls them. */
  const refused = createGrowingCache<true>(maxOffered);
  /** Callbacks by call. */
  const keptCallbacks = createGrowingCache<number>(maxOffered);
  let draining = false;

  const close = (callUuid: string, status: CallClosed['status'], reason: string): void => {
    const event = { type: 'closed', atMs: 0, status, reason, wallMs: options.now().getTime() } as const;
    options.leases.saw(callUuid, event);
    log.note(callUuid, event);
  };

  async function streamFor({ uuid: callUuid, ...call }: CallRow): Promise<CallOffer | undefined> {
    const known = offered.get(callUuid);
    if (known !== undefined) return known;
    const place = await options.reserve(callUuid);
    if (place === undefined) return undefined;
    const pool = call.callType === 'inbound' ? 'inbound' : 'own';
    const token = await tokens.issue({ kind: 'call', callUuid }, options.wireOf(call.dialect), { pool, place });
    if (token === undefined) return undefined;
    const { mediaBaseUrl } = place;
    const offer = { kind: 'stream', callUuid, token, ...(mediaBaseUrl === null ? {} : { mediaBaseUrl }) } as const;
    offered.set(callUuid, offer);
    return offer;
  }

  /** A provider may ask one process for a call that it told another of, as long as no stream is open. */
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

  /**
   * Decides about a new call before anything of it is stored. Anybody can forge an inbound call without a signature, so
   * that one beyond the limits or the capacity leaves no row.
   */
  async function isAdmitted(
    organisation: OrganisationId,
    { callType, isVerified, to }: CallRequest,
    uuid: string,
  ): Promise<boolean> {
    if (tokens.isFull(callType === 'inbound' ? 'inbound' : 'own')) return false;
    if (callType !== 'inbound' || isVerified === true) return true;
    if (!options.gate.admit({ callUuid: uuid, organisation, to })) return false;
    if ((await options.reserve(uuid)) !== undefined) return true;
    options.gate.opened(uuid);
    return false;
  }

  /** Ends the stream, or keeps it from being opened. */
  function stop(callUuid: string, reason: CallEndReason): boolean {
    tokens.revoke(callUuid);
    return options.endStream(callUuid, reason);
  }

  /** Counted once; from then on those that come here are. */
  async function storedCallbacks({ organisationId, uuid }: CallRow): Promise<number> {
    if (keptCallbacks.has(uuid)) return 0;
    return (await store.events(organisationId, uuid)).filter(({ event }) => event.type === 'callback').length;
  }

  async function calledBy({ dialect, providerCallId, callUuid }: Parameters<Calls['called']>[0]): Promise<CallRow[]> {
    const found = await store.findEverywhere(dialect, providerCallId);
    if (found.length > 0 || callUuid === undefined) return found;
    const named = await namedCall({ calls: store, store: outbound.store }, { dialect, callUuid, providerCallId });
    return named === undefined ? [] : [named];
  }

  async function hear(call: CallRow, told: ProviderCallback): Promise<void> {
    const { kind, fields, closed } = told;
    // Of many at once none finds the others in the store yet.
    const kept = Math.max(await storedCallbacks(call), keptCallbacks.get(call.uuid) ?? 0);
    keptCallbacks.set(call.uuid, Math.min(kept + 1, maxCallbacks));
    if (kept < maxCallbacks) {
      const startedMs = Date.parse(call.startedAt ?? call.createdAt);
      log.note(call.uuid, { type: 'callback', atMs: options.now().getTime() - startedMs, kind, fields });
    }
    if (told.isRinging === true && call.status === 'dialing')
      await outbound.store.ringing(call.organisationId, call.uuid);
    if (closed !== undefined && !isOver(call.status)) await finish(call, closed);
  }

  /** A stream that is up ends by itself, with its own reason; one that is not has nothing else to end it. */
  async function finish(call: CallRow, closed: NonNullable<ProviderCallback['closed']>): Promise<void> {
    if (stop(call.uuid, 'caller_hung_up')) return;
    if (call.leaseOwner === null) {
      if (await closeUncarried(call, closed)) return;
      const now = await store.find(call.uuid);
      // Somebody answered in between, and a process carries it.
      if (now !== undefined && now.leaseOwner !== null && !isOver(now.status)) await finish(now, closed);
    } else if (!(await options.isElsewhere(call))) close(call.uuid, closed.status, closed.reason);
  }

  async function grant(call: CallRow): Promise<CallOffer> {
    if (turnedAway.has(call.uuid) || call.endReason === overCapacity) return { kind: 'busy' };
    if (isOver(call.status) || !(await isOurs(call))) return { kind: 'over' };
    const offer = await streamFor(call);
    if (offer !== undefined) return offer;
    turnedAway.set(call.uuid, true);
    close(call.uuid, 'failed', overCapacity);
    return { kind: 'busy' };
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
      const uuid = randomUUID();
      if (draining || !options.canWrite()) return { kind: 'busy' };
      const name = `${organisation} ${request.dialect} ${request.providerCallId ?? ''}`;
      if (refused.has(name)) return { kind: 'busy' };
      if (!(await isKnown(organisation, request)) && !(await isAdmitted(organisation, request, uuid))) {
        if (request.providerCallId !== undefined) refused.set(name, true);
        return { kind: 'busy' };
      }
      options.leases.take(uuid);
      const { call, added } = await store
        .findOrAdd(organisation, {
          uuid,
          flowUuid: request.flowUuid,
          callType: request.callType,
          dialect: request.dialect,
          status: request.callType === 'test' ? 'queued' : 'ringing',
          fromNumber: request.from,
          toNumber: request.to,
          providerCallId: request.providerCallId ?? null,
          ...(request.contactUuid === undefined ? {} : { contactUuid: request.contactUuid }),
          createdAt: options.now().toISOString(),
          ...(request.isVerified === undefined ? {} : { callerVerified: request.isVerified }),
        })
        .catch((error: unknown) => {
          options.leases.drop(uuid);
          throw error;
        });
      if (!added) options.leases.drop(uuid);
      return grant(call);
    },
    async offerDialled(names) {
      await log.flush().catch(() => {});
      const call = await namedCall({ calls: store, store: outbound.store }, names);
      if (call === undefined) return undefined;
      return draining || !options.canWrite() ? { kind: 'busy' } : grant(call);
    },

    async ownersOf({ dialect, providerCallId, callUuid }) {
      await log.flush().catch(() => {});
      const found = await store.findEverywhere(dialect, providerCallId);
      const named = found.length > 0 || callUuid === undefined ? undefined : await store.find(callUuid);
      return [...found, ...(named === undefined ? [] : [named])].map(({ organisationId }) => organisationId);
    },
    async called(names) {
      await log.flush().catch(() => {});
      return (await calledBy(names))[0]?.uuid;
    },
    async callback(told) {
      await log.flush().catch(() => {});
      const found = await calledBy(told);
      for (const call of found) await hear(call, told);
      return found.length > 0;
    },

    async end(organisation, uuid, reason) {
      await log.flush().catch(() => {});
      const row = await store.get(organisation, uuid);
      if (row === undefined) return 'unknown';
      if (isOver(row.status)) return 'not_active';
      if (row.agentUserUuid !== null && !options.canHangUp(row.dialect)) return 'only_by_phone';
      await store.requestEnd(organisation, uuid, reason);
      if (row.callType === 'outbound' && row.leaseOwner === null) await cancelDialling(row, reason);
      else if (!(await options.isElsewhere(row))) endNow(uuid, reason);
      // The row says it already: without an answer its owner ends the call at its next look.
      else await options.askOwner(row, reason);
      return 'ended';
    },
    endAsked: endNow,
    async sweep() {
      // What no process carries yet may still be picked up, or the provider tells how it ended.
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
