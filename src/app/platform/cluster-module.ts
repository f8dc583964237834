import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import {
  type ClusterLoad,
  createNodeStore,
  createTicketStore,
  type ListedNode,
  placeAmongNodes,
  placeHere,
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
  readonly log: Log;
}

const beatEveryMs = 2000;
const purgeEveryMs = 60_000;
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
const nobody: ClusterLoad = { nodes: 0, capacity: 0, free: 0 };

/**
 * Opens the cluster: this process among those of the installation, and the placement of calls. On SQLite this process
 * is the only one.
 */
export function openClusterModule({ config, storage, media, log }: ClusterModuleOptions) {
  const { role } = config.cluster;
  const { database, owner, broker, bus } = storage;
  const onFreedAll: (() => void)[] = [];
  const isAlone = database.dialect === 'sqlite';
  const nodes = createNodeStore(database);
  const tickets = createTicketStore(database, owner.id);
  const mediaBaseUrl = config.http.mediaBaseUrl ?? null;
  let load = nobody;
  let state: 'serving' | 'draining' = 'serving';

  async function beat(): Promise<void> {
    const { activeCalls: used, admission } = await media.status();
    const slots = admission.refusing === undefined ? Math.min(mostCalls, media.slots()) : used;
    const report = { role, state, version: config.version, mediaBaseUrl, used } as const;
    load = await nodes.beat(owner.id, { ...report, capacity: role === 'control' ? 0 : slots });
  }
  const beating = every(beatEveryMs, beat, log, 'failed to report this node to the others');

  const purging = every(purgeEveryMs, tickets.purge, log, 'failed to remove expired stream tickets');

  const endHere = (body: unknown): boolean => {
    const { callUuid, reason } = endNews.parse(body);
    return media.endCall(callUuid, reason);
  };
  bus.subscribe(endSubject, endHere);
  bus.serve(endSubject, async (body) => endHere(body));

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
          isNearest: role === 'all' && mediaBaseUrl === null,
        }),
    /** Data for the health endpoint: this process and the other nodes. */
    about: {
      role,
      id: owner.id,
      nats: () => broker?.isUp,
      refusedMessages: storage.refusedMessages,
      nodes: async (): Promise<ListedNode[]> => (isAlone ? [] : nodes.list()),
    },
    /** Called once the media plane is open. From then on calls may be placed here. */
    async join(): Promise<void> {
      if (isAlone) return;
      await beat();
      beating.start();
      purging.start();
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
      await Promise.all([beating.stop(), purging.stop()]);
      if (!isAlone) await nodes.leave(owner.id).catch(() => {});
    },
  };
}

export type Cluster = ReturnType<typeof openClusterModule>;
