import type { OrganisationId } from '../../../data/index.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import type { CallRow } from './call-rows.ts';
import { type CallClosed, isOver } from './call-state.ts';
import type { CallOffer, CallRequest, Calls, CallsOptions } from './contract.ts';
import type { RequestSource } from './inbound-gate.ts';
import { newCallUuid } from './new-call-uuid.ts';
import { rowOfOffered } from './offered-call.ts';
import type { PendingLog } from './pending-log.ts';
import type { NewCall } from './store.ts';
import { namedCall, takeUncarried } from './unowned-calls.ts';

/** Maximum number of waiting calls that are remembered. */
const maxOffered = 10_000;

const unknownSource: RequestSource = { address: undefined, network: 'unknown' };

/** End reason of calls beyond the capacity. */
const overCapacity = 'over_capacity';

/** Offers calls their streams, or turns them away. */
export function createOffers(
  options: CallsOptions,
  { unlessGone, stored, asStored }: PendingLog,
  close: (callUuid: string, status: CallClosed['status'], reason: string) => void,
) {
  const { store, tokens, outbound } = options;
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
  let draining = false;

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

  const offer: Calls['offer'] = async (organisation, request) => {
    if (request.providerCallId === undefined) return offerOnce(organisation, request, '');
    const name = `${organisation} ${request.dialect} ${request.providerCallId}`;
    const pending = offering.get(name) ?? offerOnce(organisation, request, name).finally(() => offering.delete(name));
    offering.set(name, pending);
    return pending;
  };

  const offerDialled: Calls['offerDialled'] = async (names) => {
    await stored(names.callUuid);
    const call = await namedCall({ calls: store, store: outbound.store }, names);
    if (call === undefined) return undefined;
    return draining || !options.canWrite() ? { kind: 'busy' } : grant(call);
  };

  return {
    offer,
    offerDialled,
    /** Makes every offer busy from now on. */
    drain(): void {
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
