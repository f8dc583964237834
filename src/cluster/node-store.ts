import { sql } from 'drizzle-orm';
import type { Database } from '../data/index.ts';

/** What a node says of itself. */
export interface NodeReport {
  readonly role: 'all' | 'control' | 'media';
  readonly state: 'serving' | 'draining';
  readonly version: string;
  /** Where its streams are opened; null where that is derived from requests. */
  readonly mediaBaseUrl: string | null;
  /** Calls that it takes now; those in progress when it rejects others. */
  readonly capacity: number;
  readonly used: number;
}

/** All nodes that serve. */
export interface ClusterLoad {
  readonly nodes: number;
  readonly capacity: number;
  /** Slots that are neither used nor reserved. */
  readonly free: number;
}

export interface ListedNode extends NodeReport {
  readonly id: string;
  readonly reserved: number;
  readonly silentMs: number;
}

/** The node that a stream is to be opened at. */
export interface Place {
  readonly node: string;
  readonly mediaBaseUrl: string | null;
}

/** The nodes of an installation on PostgreSQL, by the clock of the database. */
export interface NodeStore {
  /** Sends a heartbeat. Returns the totals of all serving nodes. */
  beat(id: string, report: NodeReport): Promise<ClusterLoad>;
  /** Takes a slot of the less loaded of two nodes chosen by chance. Undefined: no node has one. */
  reserve(without: readonly string[]): Promise<Place | undefined>;
  /** A node with a heartbeat, with or without a free slot. */
  list(): Promise<ListedNode[]>;
  leave(id: string): Promise<void>;
}

/** A node that was silent for so long gets no new call. */
const silentMs = 6000;
/** Nobody looks for a node that was silent for so long. */
const forgottenMs = 3_600_000;
/** As often as the slot of the chosen node may be taken by another at the same moment. */
const mostTries = 4;

export const nowMs = sql`floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint`;

export function createNodeStore({ system }: Pick<Database, 'system'>): NodeStore {
  const run = <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
    system.tx((queries) => queries.rows<T>(statement), { isOneStatement: true, asIfAlone: false });
  const serving = sql`state = 'serving' AND heartbeat_ms > ${nowMs} - ${sql.raw(String(silentMs))}`;
  const hasRoom = sql`nodes.used + nodes.reserved < nodes.capacity`;

  return {
    async beat(id, { role, state, version, mediaBaseUrl, capacity, used }) {
      // Slots are counted up with each reservation, and put right here by what is still awaited.
      const awaited = sql`SELECT count(*) FROM stream_tickets WHERE node_id = ${id} AND claimed_by IS NULL
        AND reserved_until_ms > ${nowMs}`;
      const values = sql`${id}, ${role}, ${state}, ${version}, ${mediaBaseUrl}, ${capacity}::bigint, ${used}::bigint`;
      await run(sql`INSERT INTO nodes (id, role, state, version, media_base_url, capacity, used, reserved, heartbeat_ms)
        VALUES (${values}, 0, ${nowMs})
        ON CONFLICT (id) DO UPDATE SET state = excluded.state, media_base_url = excluded.media_base_url,
          capacity = excluded.capacity, used = excluded.used, reserved = (${awaited}),
          heartbeat_ms = excluded.heartbeat_ms`);
      const [load] = await system.read.rows<ClusterLoad>(sql`SELECT count(*)::int AS nodes,
        coalesce(sum(capacity), 0)::float8 AS capacity,
        coalesce(sum(greatest(0, capacity - used - reserved)), 0)::float8 AS free FROM nodes WHERE ${serving}`);
      return load ?? { nodes: 0, capacity: 0, free: 0 };
    },

    async reserve(without) {
      const others = sql`NOT (id = ANY(${sql.param([...without])}::text[]))`;
      for (let tries = 0; tries < mostTries; tries++) {
        // The row is locked by the update, which looks again at what it has become: a slot is given once.
        const [place] = await run<Place>(sql`
          WITH two AS (SELECT id, (used + reserved)::float8 / capacity AS load FROM nodes
            WHERE ${serving} AND ${hasRoom} AND ${others} ORDER BY random() LIMIT 2),
          chosen AS (SELECT id FROM two ORDER BY load LIMIT 1)
          UPDATE nodes SET reserved = reserved + 1 FROM chosen WHERE nodes.id = chosen.id AND ${hasRoom}
          RETURNING nodes.id AS node, nodes.media_base_url AS "mediaBaseUrl"`);
        if (place !== undefined) return place;
        const [any] = await system.read.rows(
          sql`SELECT 1 FROM nodes WHERE ${serving} AND ${hasRoom} AND ${others} LIMIT 1`,
        );
        if (any === undefined) return undefined;
      }
      return undefined;
    },

    list: () =>
      system.read.rows<ListedNode>(sql`SELECT id, role, state, version, media_base_url AS "mediaBaseUrl",
        capacity::float8 AS capacity, used::float8 AS used, reserved::float8 AS reserved,
        (${nowMs} - heartbeat_ms)::float8 AS "silentMs" FROM nodes
        WHERE heartbeat_ms > ${nowMs} - ${sql.raw(String(silentMs))} ORDER BY id`),

    async leave(id) {
      await run(sql`DELETE FROM nodes WHERE id = ${id} OR heartbeat_ms < ${nowMs} - ${sql.raw(String(forgottenMs))}`);
    },
  };
}
