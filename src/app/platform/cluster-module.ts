import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import {
  type ClusterLoad,
  createNodeStore,
  createNodeWatch,
  createTicketStore,
  type DatabaseClock,
  type ListedNode,
  type NodeNews,
  nameOfNode,
  placeAmongNodes,
  placeHere,
  silentAfterMs,
} from '../../cluster/index.ts';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log.ts';
import type { MediaLink } from './media-link.ts';
import { every } from './rounds.ts';
import type { Storage } from './storage-module.ts';

export interface ClusterModuleOptions {
  readonly config: Pick<Config, 'cluster' | 'http' | 'version'>;
  readonly storage: Pick<Storage, 'database' | 'owner' | 'broker' | 'bus' | 'refusedMessages'>;
  readonly media: MediaLink;
  /** Corrected here by readings of the database's clock. */
  readonly clock: DatabaseClock;
  readonly log: Log;
  /** Monotonic. */
  readonly nowMs: () => number;
}

const beatEveryMs = 2000;
const purgeEveryMs = 60_000;
const clockEveryMs = 30_000;
const reservedEveryMs = 250;
/** Capacity reported by a node without a limit. */
const mostCalls = 100_000;
/**
 * Sent as a request to the node that has the stream; published to all nodes if that node is unknown or did not answer.
 */
const endSubject = 'streams.end';
const endNews = z.object({ callUuid: z.string(), reason: z.enum(['operator', 'transferred', 'access_ended']) });
/** Published to all nodes, without a reply. */
const freedSubject = 'calls.freed';
/** Request for a slot while the database is away. */
const reserveSubject = 'streams.reserve';
const reserveRequest = z.object({ sessionUuid: z.string() });
const reserveWithinMs = 600;
const lineOf = {
  joined: 'a server joined',
  returned: 'a silent server is back',
  draining: 'a server drains',
  left: 'a server left',
} as const;
const nobody: ClusterLoad = { nodes: 0, capacity: 0, free: 0 };

/**
 * Opens the cluster: this process among those of the installation, and the placement of calls. On SQLite this process
 * is the only one.
 */
export function openClusterModule({ config, storage, media, clock, log, nowMs }: ClusterModuleOptions) {
  const { role } = config.cluster;
  const { database, owner, broker, bus } = storage;
  const onFreedAll: (() => void)[] = [];
  const isAlone = database.dialect === 'sqlite';
  /** One line for each change on each control server. */
  const watches = !isAlone && role !== 'media';
  const nodes = createNodeStore(database);
  const tickets = createTicketStore(database, owner.id);
  const mediaBaseUrl = config.http.mediaBaseUrl ?? null;
  let load = nobody;
  let state: 'serving' | 'draining' = 'serving';

  /** The calls that this node carries, and those that it can carry now. */
  async function ownLoad(): Promise<{ used: number; capacity: number }> {
    const { activeCalls: used, admission } = await media.status();
    const slots = admission.refusing === undefined ? Math.min(mostCalls, media.slots()) : used;
    return { used, capacity: role === 'control' ? 0 : slots };
  }

  async function beat(): Promise<void> {
    const { used, capacity } = await ownLoad();
    const report = { role, state, version: config.version, mediaBaseUrl, used } as const;
    load = await nodes.beat(owner.id, { ...report, capacity });
  }
  const beating = every(beatEveryMs, beat, log, 'failed to report this node to the others');

  const watch = createNodeWatch();
  let lastKnown: readonly ListedNode[] = [];
  const changes = new Map<NodeNews['change'], number>();
  const watching = every(beatEveryMs, lookAround, log, 'failed to list the other nodes');
  async function lookAround(): Promise<void> {
    const recent = await nodes.listRecent();
    lastKnown = recent.filter(({ silentMs }) => silentMs < silentAfterMs);
    for (const { change, node } of watch.look(recent, nowMs())) {
      changes.set(change, (changes.get(change) ?? 0) + 1);
      const { id, role: itsRole, version, silentMs } = node;
      const about = { node: nameOfNode(id), role: itsRole, version };
      if (change === 'silent') log.warn({ ...about, silentMs }, 'a server is silent: its calls will be closed');
      else log.info(about, lineOf[change]);
    }
  }

  const readingClock = every(clockEveryMs, readClock, log, "failed to read the database's clock");
  async function readClock(): Promise<void> {
    const askedMs = Date.now();
    const news = clock.read({ askedMs, databaseMs: await nodes.databaseMs(), answeredMs: Date.now() });
    logClock(log, news);
  }

  const purging = every(purgeEveryMs, tickets.purge, log, 'failed to remove expired stream tickets');

  const endHere = (body: unknown): boolean => {
    const { callUuid, reason } = endNews.parse(body);
    return media.endCall(callUuid, reason);
  };
  bus.subscribe(endSubject, endHere);
  bus.serve(endSubject, async (body) => endHere(body));
  bus.serve(reserveSubject, async (body) => media.reserve(reserveRequest.parse(body).sessionUuid));

  async function endElsewhere(news: z.output<typeof endNews>): Promise<void> {
    const node = await tickets.claimedBy(news.callUuid).catch(() => undefined);
    const reply = node === undefined ? undefined : await bus.request(node, endSubject, news);
    if (reply?.kind !== 'answer') await bus.publish(endSubject, news);
  }

  return {
    /** Ends the stream of a session on whichever node has it. */
    endStream(callUuid: string, reason: z.output<typeof endNews>['reason']): void {
      if (!media.endCall(callUuid, reason) && !isAlone) void endElsewhere({ callUuid, reason });
    },
    /** Announces that calls have ended here. Dialling may run on other nodes than those that carry calls. */
    tellFreed(): void {
      if (role === 'media') void bus.publish(freedSubject, {});
      else for (const onFreed of onFreedAll) onFreed();
    },
    onFreed(onFreed: () => void): void {
      onFreedAll.push(onFreed);
      bus.subscribe(freedSubject, onFreed);
    },
    placement: isAlone
      ? placeHere(media, owner.id)
      : placeAmongNodes({
          nodes,
          media,
          node: owner.id,
          load: () => load,
          lastKnown: () => lastKnown,
          async ask(other, sessionUuid) {
            if (broker?.isUp !== true) return undefined;
            const reply = await bus.request(other, reserveSubject, { sessionUuid }, { timeoutMs: reserveWithinMs });
            return reply.kind === 'answer' && reply.body === true;
          },
          isNearest: role === 'all' && mediaBaseUrl === null,
        }),
    /** Data for the health endpoint: this process and the other nodes. */
    about: {
      role,
      id: owner.id,
      nats: () => broker?.isUp,
      refusedMessages: storage.refusedMessages,
      /** Ids of the servers that this process heard of last; empty where it does not watch. */
      lastKnown: (): string[] => lastKnown.map(({ id }) => id),
      nodes: async (): Promise<ListedNode[]> => (isAlone ? [] : nodes.list()),
      ownLoad,
      /** Nodes by state and their changes so far, as this process sees them; empty where it does not watch. */
      nodeStates: () => (watches ? watch.counts() : undefined),
      nodeChanges: () => Object.fromEntries(changes),
      /** The database's time less this machine's; undefined with SQLite. */
      clockDifferenceMs: () => (isAlone ? undefined : clock.differenceMs()),
    },
    /** Called once the media plane is open. From then on calls may be placed here. */
    async join(): Promise<void> {
      if (isAlone) return;
      await beat();
      await readClock();
      beating.start();
      purging.start();
      readingClock.start();
      if (watches) watching.start({ atOnce: true });
    },
    /** From now on no new call is placed here. Never rejects. */
    async drain(): Promise<void> {
      if (isAlone || state === 'draining') return;
      state = 'draining';
      await beat().catch((error: unknown) => log.warn({ err: error }, 'failed to announce the drain to other nodes'));
    },
    /** Waits during a drain until the streams with a slot reserved here have arrived, or `mostMs` have passed. */
    async untilReservedCame(mostMs: number): Promise<void> {
      const giveUpMs = performance.now() + mostMs;
      const isAwaited = async (): Promise<boolean> => !isAlone && (await tickets.reservedAt(owner.id)) > 0;
      while (performance.now() < giveUpMs && (await isAwaited().catch(() => false))) await pause(reservedEveryMs);
    },
    async close(): Promise<void> {
      await Promise.all([beating, purging, readingClock, watching].map((rounds) => rounds.stop()));
      if (!isAlone) await nodes.leave(owner.id).catch(() => {});
    },
  };
}

/** Logs that the clock of this machine has begun to differ from the database's, or agrees with it again. */
function logClock(log: Log, news: ReturnType<DatabaseClock['read']>): void {
  if (news?.kind === 'differs')
    log.warn(
      { differenceMs: news.differenceMs },
      "the clock of this machine differs from the database's: correct it; calls are stamped by the database's time",
    );
  if (news?.kind === 'agrees')
    log.info({ differenceMs: news.differenceMs }, "the clock of this machine agrees with the database's again");
}

export type Cluster = ReturnType<typeof openClusterModule>;
