import { createLeaseWatch } from '../../../cluster/index.ts';
import { allApart, eachApart } from '../../../each-apart.ts';
import type { Log } from '../../../log.ts';
import { isOver } from './call-state.ts';
import type { GivenUpReason } from './given-up-calls-store.ts';
import type { OpenCall } from './lease-store.ts';
import { type Leases, leaseMs } from './leases.ts';
import type { CallStore } from './store.ts';

export interface ReconcilerOptions {
  readonly store: CallStore;
  readonly leases: Leases;
  /** Id of this process as the owner of its calls. */
  readonly owner: string;
  /** Returns whether the process of this id is running, hung or not. */
  readonly isAlive: (owner: string) => Promise<boolean>;
  /** Writes pending events of our own calls. */
  readonly flush: () => Promise<void>;
  /**
   * Asks a process over every way between nodes which of these calls it carries. Empty if it does not answer.
   */
  readonly carriedBy: (owner: string, callUuids: readonly string[]) => Promise<readonly string[]>;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Whether the database has answered for long enough that every server has written what it has. */
  readonly isSteady?: () => boolean;
  readonly recordedMs: (callUuid: string) => Promise<number | undefined>;
  /** Returns those of these calls whose stream may still be opened at any node. */
  readonly awaited: (callUuids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Called when nobody opened the stream of one of our calls. */
  readonly onNeverOpened: (callUuid: string) => void;
  /**
   * Called when a call of ours with an open stream was taken over by another process, which considered this one dead.
   */
  readonly onLost: (callUuid: string) => void;
  /** Called when the end of a call was requested, possibly through another process. */
  readonly onEndAsked: (call: OpenCall & { readonly endReason: string }) => void;
}

export interface Reconciler {
  /** Renews our leases and closes calls that nobody serves any more. Returns the number of closed calls. */
  round(): Promise<number>;
}

/** Well beyond the lifetime of a token plus the time that a stream needs to start. */
const neverOpenedMs = 180_000;

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { store, leases, owner, log, nowMs, isSteady = () => true } = options;
  const watch = createLeaseWatch(leaseMs);
  /** Open calls of ours that were unknown to this process in the last round. */
  let orphans = new Set<string>();
  const trouble = 'failed to reconcile a call';
  const apart = { log, trouble, name: ({ uuid }: OpenCall) => ({ callUuid: uuid }) };
  const apartByUuid = { log, trouble, name: (callUuid: string) => ({ callUuid }) };

  async function round(): Promise<number> {
    // Another server may have opened the stream and not stored it yet.
    const unopened = isSteady() ? leases.waitingSince(nowMs() - neverOpenedMs) : [];
    await eachApart(unopened, options.onNeverOpened, apartByUuid);
    // Done first, so that writing the backlog of an outage does not cost the leases.
    await store.renew(leases.callUuids, leases.until());
    await options.flush();
    const live = leases.callUuids.filter((callUuid) => leases.stageOf(callUuid) === 'live');
    const open = await store.open();
    dropClaimedElsewhere(open);
    const ownCalls = new Map(open.filter((call) => call.leaseOwner === owner).map((call) => [call.uuid, call]));
    // Calls that ended during this check are not lost.
    const lost = live.filter((uuid) => !ownCalls.has(uuid) && leases.stageOf(uuid) === 'live');
    const back = new Set(lost.length === 0 ? [] : await store.takeBack(lost));
    await eachApart(
      lost.filter((uuid) => !back.has(uuid)),
      options.onLost,
      apartByUuid,
    );

    let closed = 0;
    const closeAll = (calls: readonly OpenCall[], reasonOf: (call: OpenCall) => GivenUpReason): Promise<void> =>
      eachApart(
        calls,
        async (call) => {
          if (await closeCall(call, reasonOf(call))) closed += 1;
        },
        apart,
      );
    const unknown = [...ownCalls.values()].filter((call) => leases.stageOf(call.uuid) === undefined);
    // An end that arrives during a check is written later, so a call is closed only after two checks without a lease.
    const orphaned = unknown.filter(({ uuid }) => orphans.has(uuid));
    await closeAll(orphaned, () => 'lease_expired');
    orphans = new Set(unknown.map((call) => call.uuid));
    const ending = [...ownCalls.values()].filter(hasEndReason).filter(({ uuid }) => leases.stageOf(uuid) !== undefined);
    await eachApart(ending, options.onEndAsked, apart);

    const others = open.filter((call) => call.leaseOwner !== owner);
    const alive = await aliveOf(others);
    const quiet = watch.look(others, signOf, nowMs());
    // After an outage of the database, a server may need longer than this one to renew its leases.
    const silent = new Set(isSteady() ? quiet : []);
    // The node that offered these calls may have died, but their streams can reach any node.
    const dead = others.filter((call) => call.leaseOwner === null || !alive.has(call.leaseOwner) || silent.has(call));
    const carried = await carriedOf(dead);
    const waiting = await options.awaited(dead.flatMap((call) => (call.startedAt === null ? [call.uuid] : [])));
    await closeAll(
      dead.filter(({ uuid }) => !waiting.has(uuid) && !carried.has(uuid)),
      ({ leaseOwner }) => (leaseOwner === null || !alive.has(leaseOwner) ? 'interrupted' : 'lease_expired'),
    );
    return closed;
  }

  /** Drops the leases of calls that we offered and whose stream arrived at another node. */
  function dropClaimedElsewhere(open: readonly OpenCall[]): void {
    const others = new Set(open.filter(({ leaseOwner }) => leaseOwner !== owner).map(({ uuid }) => uuid));
    for (const uuid of leases.callUuids) if (leases.stageOf(uuid) === 'offered' && others.has(uuid)) leases.drop(uuid);
  }

  /** An owner without the database does not renew its leases, but it may still be reachable. */
  async function carriedOf(calls: readonly OpenCall[]): Promise<Set<string>> {
    const byOwner = new Map<string, string[]>();
    for (const { leaseOwner, uuid } of calls)
      if (leaseOwner !== null) byOwner.set(leaseOwner, [...(byOwner.get(leaseOwner) ?? []), uuid]);
    const carried = new Set<string>();
    const ask = async (id: string): Promise<void> => {
      for (const uuid of await options.carriedBy(id, byOwner.get(id) ?? [])) carried.add(uuid);
    };
    await eachApart(byOwner.keys(), ask, {
      log,
      trouble: 'failed to ask another process for its calls',
      name: (owner) => ({ owner }),
    });
    return carried;
  }

  async function aliveOf(calls: readonly OpenCall[]): Promise<Set<string>> {
    const owners = new Set(calls.flatMap(({ leaseOwner }) => (leaseOwner === null ? [] : [leaseOwner])));
    const alive = new Set<string>();
    const look = async (id: string): Promise<void> => {
      if (await options.isAlive(id)) alive.add(id);
    };
    // The calls of an owner that cannot be checked stay open until they are silent.
    await allApart(owners, look, {
      log,
      trouble: 'failed to check whether another process is running',
      name: (owner) => ({ owner }),
      record: async (id) => alive.add(id),
    });
    return alive;
  }

  /** Returns 0 for a recording that cannot be read, so that its call is closed nevertheless. */
  const lengthOf = async (callUuid: string): Promise<number> => {
    try {
      return (await options.recordedMs(callUuid)) ?? 0;
    } catch (error) {
      log.error({ err: error, callUuid }, 'failed to read the length of a recording');
      return 0;
    }
  };

  /** Closes a call as of its last event or the end of its recording, whichever is later; not as of its discovery. */
  async function closeCall(call: OpenCall, reason: GivenUpReason): Promise<boolean> {
    const last = (await store.events(call.organisationId, call.uuid)).at(-1);
    const lastWallMs = Date.parse(last?.recordedAt ?? call.startedAt ?? call.createdAt);
    const startedMs = call.startedAt === null ? undefined : Date.parse(call.startedAt);
    const recordedMs = startedMs === undefined ? 0 : await lengthOf(call.uuid);
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

const hasEndReason = (call: OpenCall): call is OpenCall & { endReason: string } =>
  call.endReason !== null && !isOver(call.status);

const signOf = ({ uuid, leaseOwner, leaseUntil }: OpenCall) => ({ uuid, sign: `${leaseOwner} ${leaseUntil}` });
