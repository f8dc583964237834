import { createLeaseWatch } from '../../cluster/index.ts';
import type { CallRow } from './call-rows.ts';
import { isOver } from './call-state.ts';
import { type Leases, leaseMs } from './leases.ts';
import type { CallStore } from './store.ts';

export interface ReconcilerOptions {
  readonly store: CallStore;
  readonly leases: Leases;
  /** Name of this process, as the owner of its calls. */
  readonly owner: string;
  /** Whether the process of this name runs, hung or not. */
  readonly isAlive: (owner: string) => Promise<boolean>;
  /** Writes down what is known of our own calls. */
  readonly flush: () => Promise<void>;
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly recordedMs: (callUuid: string) => Promise<number | undefined>;
  /** Of these calls, those whose stream may still be opened at any node. */
  readonly awaited: (callUuids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Nobody opened the stream of this call of ours. */
  readonly onNeverOpened: (callUuid: string) => void;
  /** A call of ours whose stream is open was given to another process, which took us for dead. */
  readonly onLost: (callUuid: string) => void;
  /** An end was asked for, maybe at another process. */
  readonly onEndAsked: (call: CallRow & { readonly endReason: string }) => void;
}

export interface Reconciler {
  /** Renews what is carried, and closes what nobody carries any more. Returns how many calls were closed. */
  round(): Promise<number>;
}

type CloseReason = 'interrupted' | 'lease_expired';

/** Well past the life of a token and the time a stream has to begin. */
const neverOpenedMs = 180_000;

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { store, leases, owner, nowMs } = options;
  const watch = createLeaseWatch(leaseMs);
  /** Open calls of ours that nothing in this process knew of in the last round. */
  let orphans = new Set<string>();

  async function round(): Promise<number> {
    for (const callUuid of leases.waitingSince(nowMs() - neverOpenedMs)) options.onNeverOpened(callUuid);
    // First, so that writing down what an outage left behind does not cost the leases.
    await store.renew(leases.callUuids, leases.until());
    await options.flush();
    const live = leases.callUuids.filter((callUuid) => leases.stageOf(callUuid) === 'live');
    const open = await store.open();
    dropClaimedElsewhere(open);
    const own = new Map(open.filter((call) => call.leaseOwner === owner).map((call) => [call.uuid, call]));
    // What ended while we looked is not lost.
    for (const uuid of live) if (!own.has(uuid) && leases.stageOf(uuid) === 'live') options.onLost(uuid);

    let closed = 0;
    const closeFor = async (call: CallRow, reason: CloseReason): Promise<void> => {
      if (await closeCall(call, reason)) closed += 1;
    };
    const unknown = [...own.values()].filter((call) => leases.stageOf(call.uuid) === undefined);
    // An end that arrives during a check is written later: a call is closed after two checks without an owner.
    for (const call of unknown) if (orphans.has(call.uuid)) await closeFor(call, 'lease_expired');
    orphans = new Set(unknown.map((call) => call.uuid));
    for (const call of own.values()) if (hasEndReason(call) && leases.stageOf(call.uuid)) options.onEndAsked(call);

    const others = open.filter((call) => call.leaseOwner !== owner);
    const alive = await aliveOf(others);
    const silent = new Set(watch.look(others, signOf, nowMs()));
    // The node that offered them may have died: the streams reach any node.
    const dead = others.filter((call) => call.leaseOwner === null || !alive.has(call.leaseOwner) || silent.has(call));
    const waiting = await options.awaited(dead.flatMap((call) => (call.startedAt === null ? [call.uuid] : [])));
    for (const call of dead) {
      if (waiting.has(call.uuid)) continue;
      if (call.leaseOwner === null || !alive.has(call.leaseOwner)) await closeFor(call, 'interrupted');
      else await closeFor(call, 'lease_expired');
    }
    return closed;
  }

  /** Calls that we offered, and whose stream has come to another node. */
  function dropClaimedElsewhere(open: readonly CallRow[]): void {
    const others = new Set(open.filter(({ leaseOwner }) => leaseOwner !== owner).map(({ uuid }) => uuid));
    for (const uuid of leases.callUuids) if (leases.stageOf(uuid) === 'offered' && others.has(uuid)) leases.drop(uuid);
  }

  async function aliveOf(calls: readonly CallRow[]): Promise<Set<string>> {
    const owners = new Set(calls.flatMap(({ leaseOwner }) => (leaseOwner === null ? [] : [leaseOwner])));
    const answers = [...owners].map(async (id) => ((await options.isAlive(id)) ? [id] : []));
    return new Set((await Promise.all(answers)).flat());
  }

  /** The call ended with its last event or with its recording, whichever is later, and not when it was found. */
  async function closeCall(call: CallRow, reason: CloseReason): Promise<boolean> {
    const last = (await store.events(call.organisationId, call.uuid)).at(-1);
    const lastWallMs = Date.parse(last?.recordedAt ?? call.startedAt ?? call.createdAt);
    const startedMs = call.startedAt === null ? undefined : Date.parse(call.startedAt);
    const recordedMs = startedMs === undefined ? 0 : ((await options.recordedMs(call.uuid)) ?? 0);
    const event = {
      type: 'closed',
      atMs: Math.max(last?.event.atMs ?? 0, Math.round(recordedMs)),
      status: 'failed',
      reason,
      wallMs: Math.max(lastWallMs, Math.round((startedMs ?? 0) + recordedMs)),
    } as const;
    return store.takeOver(call, { callUuid: call.uuid, event, recordedAt: options.now().toISOString() });
  }

  let running: Promise<number> | undefined;
  return {
    round() {
      running ??= round().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

const hasEndReason = (call: CallRow): call is CallRow & { endReason: string } =>
  call.endReason !== null && !isOver(call.status);

const signOf = ({ uuid, leaseOwner, leaseUntil }: CallRow) => ({ uuid, sign: `${leaseOwner} ${leaseUntil}` });
