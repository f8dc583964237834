import type { ClusterLoad, NodeStore, Place } from './node-store.ts';

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
  /** Number of calls that all known nodes are rated for. */
  slots(): number;
  isRefusing(): Promise<boolean>;
}

/** Placement for a single process with its own data. */
export const placeHere = (media: LocalMedia, node: string): Placement => ({
  reserve: async (sessionUuid) => (media.reserve(sessionUuid) ? { node, mediaBaseUrl: null } : undefined),
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
}

const keptPlaces = 10_000;

/**
 * Placement among nodes that share a database. A node that carries calls and has no media address receives streams
 * where requests arrive, so it takes the call itself while it has room, avoiding a detour.
 */
export function placeAmongNodes({ nodes, media, node, isNearest, load }: SharedPlacementOptions): Placement {
  const places = new Map<string, Place>();

  async function choose(sessionUuid: string): Promise<Place | undefined> {
    const without: string[] = [];
    if (isNearest) {
      if (media.reserve(sessionUuid)) return { node, mediaBaseUrl: null };
      without.push(node);
    }
    const place = await nodes.reserve(without);
    // This process's own admission control is more recent than its last heartbeat.
    if (place?.node !== node || media.reserve(sessionUuid)) return place;
    return nodes.reserve([...without, node]);
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
    slots: () => Math.max(load().capacity, isNearest ? media.slots() : 0),
    isRefusing: async () => load().free < 1 && (!isNearest || (await media.isRefusing())),
  };
}
