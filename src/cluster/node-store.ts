import { sql } from 'drizzle-orm';
import type { Database } from '../data/index.ts';

/** State that a node reports with its heartbeat. */
export interface NodeReport {
  readonly role: 'all' | 'control' | 'media';
  readonly state: 'serving' | 'draining';
  readonly version: string;
  /** Base URL of its streams; null if derived from requests. */
  readonly mediaBaseUrl: string | null;
  /** Calls that the node can carry now; the number in progress while it rejects others. */
  readonly capacity: number;
  readonly used: number;
}

/** Totals of all serving nodes. */
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

/** Node at which to open a stream. */
export interface Place {
  readonly node: string;
  readonly mediaBaseUrl: string | null;
}

/** Nodes of an installation on PostgreSQL, timed by the database clock. */
export interface NodeStore {
  /** Records a heartbeat. Returns the totals of all serving nodes. */
  beat(id: string, report: NodeReport): Promise<ClusterLoad>;
  /** Reserves a slot on the less loaded of two randomly chosen nodes. Undefined if every node is full. */
  reserve(without: readonly string[]): Promise<Place | undefined>;
  /** Lists nodes with a recent heartbeat, with or without a free slot. */
  list(): Promise<ListedNode[]>;
  /** Lists nodes that reported within ten minutes, silent ones too. */
  listRecent(): Promise<ListedNode[]>;
  /** Returns the time of the database. */
  databaseMs(): Promise<number>;
  leave(id: string): Promise<void>;
}

/** A node without a heartbeat for this long gets no new calls. */
export const silentAfterMs = 6000;
/** A silent node stays in the list of recent ones for this long. */
const recentMs = 600_000;
/** Rows of nodes without a heartbeat for this long are deleted. */
const forgottenMs = 3_600_000;
/** Attempts, since another reservation may take the chosen node's slot at the same moment. */
const mostTries = 4;

export const nowMs = sql`floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint`;

export function createNodeStore({ system }: Pick<Database, 'system'>): NodeStore {
  const run = <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
    system.tx((queries) => queries.rows<T>(statement), { isOneStatement: true, asIfAlone: false });
  const serving = sql`state = 'serving' AND heartbeat_ms > ${nowMs} - ${sql.raw(String(silentAfterMs))}`;
  const hasRoom = sql`nodes.used + nodes.reserved < nodes.capacity`;

  const reportedWithin = (ms: number): Promise<ListedNode[]> =>
    system.read.rows<ListedNode>(sql`SELECT id, role, state, version, media_base_url AS "mediaBaseUrl",
      capacity::float8 AS capacity, used::float8 AS used, reserved::float8 AS reserved,
      (${nowMs} - heartbeat_ms)::float8 AS "silentMs" FROM nodes
      WHERE heartbeat_ms > ${nowMs} - ${sql.raw(String(ms))} ORDER BY id`);

  return {
    async beat(id, { role, state, version, mediaBaseUrl, capacity, used }) {
      // Reservations increment the count; the heartbeat corrects it from the tickets still pending.
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
        // The update locks the row and rechecks its state, so a slot is reserved only once.
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

    list: () => reportedWithin(silentAfterMs),
    listRecent: () => reportedWithin(recentMs),

    async databaseMs() {
      const [row] = await system.read.rows<{ ms: number }>(sql`SELECT
        (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`);
      return Number(row?.ms);
    },

    async leave(id) {
      await run(sql`DELETE FROM nodes WHERE id = ${id} OR heartbeat_ms < ${nowMs} - ${sql.raw(String(forgottenMs))}`);
    },
  };
}
