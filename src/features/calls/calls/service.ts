import { createGrowingCache } from '../../../growing-cache.ts';
import { createCallEnding } from './call-ending.ts';
import type { CallRow } from './call-rows.ts';
import { isOver } from './call-state.ts';
import type { Calls, CallsOptions, ProviderCallback } from './contract.ts';
import { createOffers } from './offers.ts';
import { createPendingLog } from './pending-log.ts';
import { namedCall } from './unowned-calls.ts';

/** Maximum number of callbacks stored for a call. Anyone who knows the provider's call id can send them. */
const maxCallbacks = 100;

/** Maximum number of calls whose callbacks are counted. */
const maxCounted = 10_000;

export function createCalls(options: CallsOptions): Calls {
  const { store, tokens, log, outbound } = options;
  const pending = createPendingLog(options);
  const ending = createCallEnding(options);
  const offers = createOffers(options, pending, ending.close);
  /** Number of callbacks by call. */
  const keptCallbacks = createGrowingCache<number>(maxCounted);

  /** Returns the stored number on the first callback of a call here, and 0 afterwards, when the cache counts. */
  async function storedCallbacks({ organisationId, uuid }: CallRow): Promise<number> {
    if (keptCallbacks.has(uuid)) return 0;
    return (await store.events(organisationId, uuid)).filter(({ event }) => event.type === 'callback').length;
  }

  async function calledBy({ dialect, providerCallId, callUuid }: Parameters<Calls['called']>[0]): Promise<CallRow[]> {
    await pending.everyCallStored();
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
    if (closed !== undefined && !isOver(call.status)) await ending.finish(call, closed);
  }

  return {
    offer: offers.offer,
    offerDialled: offers.offerDialled,
    async ownersOf({ dialect, providerCallId, callUuid, mayBeNew }) {
      await pending.everyCallStored();
      const finding = store.ownersOf(dialect, providerCallId);
      const owners = mayBeNew ? ((await pending.unlessGone(finding)) ?? []) : await finding;
      const named = owners.length > 0 || callUuid === undefined ? undefined : await store.find(callUuid);
      return named === undefined ? owners : [named.organisationId];
    },
    called: async (names) => (await calledBy(names))[0]?.uuid,
    async callback(callback) {
      const rows = await calledBy(callback);
      for (const call of rows) await hear(await pending.asStored(call), callback);
      return rows.length > 0;
    },

    async end(organisation, uuid, reason) {
      await pending.stored(uuid);
      const row = await store.get(organisation, uuid);
      if (row === undefined) return 'unknown';
      if (isOver(row.status)) return 'not_active';
      if (row.agentUserUuid !== null && !options.canHangUp(row.dialect)) return 'only_by_phone';
      await store.requestEnd(organisation, uuid, reason);
      if (row.callType === 'outbound' && row.leaseOwner === null) await ending.cancelDialling(row, reason);
      else if (!(await options.isElsewhere(row))) ending.endNow(uuid, reason);
      // The row already has the reason: if the request fails, the owner ends the call at its next check.
      else await options.askOwner(row, reason);
      return 'ended';
    },
    endAsked: ending.endNow,
    async sweep() {
      // A call without an owner may still be answered, or the provider reports its end.
      for (const { callUuid } of await tokens.sweep())
        if (options.leases.stageOf(callUuid) !== undefined) ending.neverOpened(callUuid);
    },
    neverOpened: ending.neverOpened,
    drain: offers.drain,
    get draining() {
      return offers.draining;
    },
  };
}
