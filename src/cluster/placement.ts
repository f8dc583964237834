import type { ClusterLoad, NodeStore, Place } from './node-store.ts';

/** The media plane of this process, as placement uses it. */
export interface LocalMedia {
  /** Keeps a slot for a stream; false if there is none. The same one may ask again. */
  reserve(sessionUuid: string): boolean;
  /** Calls that the machine is rated at. */
  slots(): number;
  isRefusing(): Promise<boolean>;
}

/** Chooses who carries a call. */
export interface Placement {
  /** Keeps a slot. Undefined: nobody has one. The same session may ask again, and gets the same place. */
  reserve(sessionUuid: string): Promise<Place | undefined>;
  /** Calls that all nodes are rated at, as far as is known here. */
  slots(): number;
  isRefusing(): Promise<boolean>;
}

/** Where one process has its data alone. */
export const placeHere = (media: LocalMedia, node: string): Placement => ({
  reserve: async (sessionUuid) => (media.reserve(sessionUuid) ? { node, mediaBaseUrl: null } : undefined),
  slots: media.slots,
  isRefusing: media.isRefusing,
});

export interface SharedPlacementOptions {
  readonly nodes: Pick<NodeStore, 'reserve'>;
  readonly media: LocalMedia;
  readonly node: string;
  /** Whether this process carries calls, and is where the address leads that requests are sent to. */
  readonly isNearest: boolean;
  /** What is known of all nodes. */
  readonly load: () => ClusterLoad;
}

const keptPlaces = 10_000;

/**
 * Among the nodes of a database. Without an address of its own, a node that carries calls is reached where its requests
 * come in: then it takes the call itself while it has room, which spares everybody the way.
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
    // Its own admission control knows more than its last report.
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
