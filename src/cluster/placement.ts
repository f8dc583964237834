import { unlessAway } from '../data/index.ts';
import type { ClusterLoad, ListedNode, NodeStore, Place } from './node-store.ts';

/** The media plane of this process, as placement uses it. */
export interface LocalMedia {
  /** Reserves a slot for a stream; false if all are taken. Idempotent per session. */
  reserve(sessionUuid: string): boolean;
  /** Number of calls that the machine is rated for. */
  slots(): number;
  isRefusing(): Promise<boolean>;
}

/** Chooses the node that carries a call. */
export interface Placement {
  /** Reserves a slot; undefined if all are taken. A session that asks again gets the same place. */
  reserve(sessionUuid: string): Promise<Place | undefined>;
  /**
   * Returns the base of the streams of another node with a free slot, which it reserves, if this node has none for the
   * session; otherwise undefined.
   */
  otherServer(sessionUuid: string): Promise<string | undefined>;
  /** Number of calls that all known nodes are rated for. */
  slots(): number;
  isRefusing(): Promise<boolean>;
}

/** Placement for a single process with its own data. */
export const placeHere = (media: LocalMedia, node: string): Placement => ({
  reserve: async (sessionUuid) => (media.reserve(sessionUuid) ? { node, mediaBaseUrl: null } : undefined),
  otherServer: async () => undefined,
  slots: media.slots,
  isRefusing: media.isRefusing,
});

export interface SharedPlacementOptions {
  readonly nodes: Pick<NodeStore, 'reserve'>;
  readonly media: LocalMedia;
  readonly node: string;
  /** Whether this process carries calls and requests to the public address reach it. */
  readonly isNearest: boolean;
  /** Last known totals of all nodes. */
  readonly load: () => ClusterLoad;
  /** Nodes that reported last, for the time without the database. */
  readonly lastKnown: () => readonly ListedNode[];
  /**
   * Reserves a slot at a node with a message. Returns false if it has none or does not answer, and undefined if messages
   * need the database.
   */
  readonly ask: (node: string, sessionUuid: string) => Promise<boolean | undefined>;
}

const keptPlaces = 10_000;

/**
 * Placement among nodes that share a database. A node that carries calls and has no media address receives streams
 * where requests arrive, so it takes the call itself while it has room, avoiding a detour.
 */
export function placeAmongNodes(options: SharedPlacementOptions): Placement {
  const { nodes, media, node, isNearest, load } = options;
  const places = new Map<string, Place>();

  async function reserve(sessionUuid: string, without: readonly string[]): Promise<Place | undefined> {
    const reserved = await unlessAway(nodes.reserve(without).then((place) => ({ place })));
    return reserved === undefined ? reserveByMemory(sessionUuid, without) : reserved.place;
  }

  async function reserveByMemory(sessionUuid: string, without: readonly string[]): Promise<Place | undefined> {
    const tried = [...without];
    for (;;) {
      const place = placeByMemory(options.lastKnown(), tried);
      if (place === undefined || place.node === node) return place;
      if ((await options.ask(place.node, sessionUuid)) !== false) return place;
      tried.push(place.node);
    }
  }

  async function choose(sessionUuid: string): Promise<Place | undefined> {
    const without: string[] = [];
    if (isNearest) {
      if (media.reserve(sessionUuid)) return { node, mediaBaseUrl: null };
      without.push(node);
    }
    const place = await reserve(sessionUuid, without);
    // This process's own admission control is more recent than its last heartbeat.
    if (place?.node !== node || media.reserve(sessionUuid)) return place;
    return reserve(sessionUuid, [...without, node]);
  }

  return {
    async reserve(sessionUuid) {
      const known = places.get(sessionUuid);
      if (known !== undefined) return known;
      const place = await choose(sessionUuid);
      if (place === undefined) return undefined;
      places.set(sessionUuid, place);
      const [oldest] = places.keys();
      if (places.size > keptPlaces && oldest !== undefined) places.delete(oldest);
      return place;
    },
    async otherServer(sessionUuid) {
      if (media.reserve(sessionUuid)) return undefined;
      return (await reserve(sessionUuid, [node]))?.mediaBaseUrl ?? undefined;
    },
    slots: () => Math.max(load().capacity, isNearest ? media.slots() : 0),
    isRefusing: async () => load().free < 1 && (!isNearest || (await media.isRefusing())),
  };
}

/** Returns the less loaded of two nodes with room, by chance among those that reported last. */
function placeByMemory(nodes: readonly ListedNode[], without: readonly string[]): Place | undefined {
  const open = nodes.filter(
    ({ id, state, used, reserved, capacity }) =>
      state === 'serving' && used + reserved < capacity && !without.includes(id),
  );
  const first = anyOf(open);
  const second = anyOf(open.filter((other) => other !== first));
  const chosen = second !== undefined && first !== undefined && loadOf(second) < loadOf(first) ? second : first;
  return chosen && { node: chosen.id, mediaBaseUrl: chosen.mediaBaseUrl };
}

const anyOf = (nodes: readonly ListedNode[]): ListedNode | undefined => nodes[Math.floor(Math.random() * nodes.length)];
const loadOf = ({ used, reserved, capacity }: ListedNode): number => (used + reserved) / capacity;
