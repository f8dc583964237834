import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../data/index.ts';
import { nowMs } from './node-store.ts';

export interface NewTicket {
  readonly token: string;
  readonly kind: string;
  readonly sessionUuid: string;
  readonly dialect: string;
  /** Node that reserves a slot for the stream. */
  readonly nodeId: string | null;
  readonly reservedForMs: number;
  readonly ttlMs: number;
}

export interface Claimed {
  readonly kind: string;
  readonly sessionUuid: string;
  readonly issuedBy: string;
}

/** Single-use permissions to open a stream at any node, stored in PostgreSQL and timed by its clock. */
export interface TicketStore {
  /** Replaces the session's unclaimed tickets. */
  add(ticket: NewTicket): Promise<void>;
  /**
   * Makes this node the owner of a stream: the only such place, one compare-and-set. Undefined for all but the first
   * claim.
   */
  claim(token: string, dialect: string): Promise<Claimed | undefined>;
  /** Returns the node with a session's stream; undefined if no node has it yet or it was opened long ago. */
  claimedBy(sessionUuid: string): Promise<string | undefined>;
  /** Removes unclaimed tickets. Returns their sessions. */
  revoke(sessionUuids: readonly string[]): Promise<string[]>;
  /** Returns those of the given sessions whose stream may still be opened. */
  awaited(sessionUuids: readonly string[]): Promise<Set<string>>;
  /** Returns the number of slots that a node still reserves for streams. */
  reservedAt(nodeId: string): Promise<number>;
  /** Removes long-expired tickets. */
  purge(): Promise<void>;
}

const keptMs = 600_000;
const purgedAtOnce = 1000;

/** Only the provider knows the token itself. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export function createTicketStore({ system }: Pick<Database, 'system'>, node: string): TicketStore {
  const run = <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
    system.tx((queries) => queries.rows<T>(statement), { isOneStatement: true, asIfAlone: false });
  const listOf = (uuids: readonly string[]) => sql`ANY(${sql.param([...uuids])}::text[])`;

  return {
    async add({ token, kind, sessionUuid, dialect, nodeId, reservedForMs, ttlMs }) {
      const until = (ms: number) => sql`${nowMs} + ${ms}::bigint`;
      await run(sql`
        WITH older AS (DELETE FROM stream_tickets WHERE session_uuid = ${sessionUuid} AND claimed_by IS NULL)
        INSERT INTO stream_tickets (token_hash, session_kind, session_uuid, dialect, issued_by, node_id,
          reserved_until_ms, expires_at_ms)
        VALUES (${hashOf(token)}, ${kind}, ${sessionUuid}, ${dialect}, ${node}, ${nodeId}, ${until(reservedForMs)},
          ${until(ttlMs)})`);
    },
    async claim(token, dialect) {
      const [claimed] = await run<Claimed>(sql`UPDATE stream_tickets SET claimed_by = ${node}
        WHERE token_hash = ${hashOf(token)} AND dialect = ${dialect} AND claimed_by IS NULL AND expires_at_ms > ${nowMs}
        RETURNING session_kind AS kind, session_uuid AS "sessionUuid", issued_by AS "issuedBy"`);
      return claimed;
    },
    async claimedBy(sessionUuid) {
      const [row] = await system.read.rows<{ node: string }>(sql`SELECT claimed_by AS node FROM stream_tickets
        WHERE session_uuid = ${sessionUuid} AND claimed_by IS NOT NULL ORDER BY expires_at_ms DESC LIMIT 1`);
      return row?.node;
    },
    async revoke(uuids) {
      const gone = await run<{ uuid: string }>(sql`DELETE FROM stream_tickets
        WHERE session_uuid = ${listOf(uuids)} AND claimed_by IS NULL RETURNING session_uuid AS uuid`);
      return gone.map(({ uuid }) => uuid);
    },
    async awaited(uuids) {
      const rows = await system.read.rows<{ uuid: string }>(sql`SELECT session_uuid AS uuid FROM stream_tickets
        WHERE session_uuid = ${listOf(uuids)} AND claimed_by IS NULL AND expires_at_ms > ${nowMs}`);
      return new Set(rows.map(({ uuid }) => uuid));
    },
    async reservedAt(nodeId) {
      const [row] = await system.read.rows<{ count: number }>(sql`SELECT count(*)::int AS count FROM stream_tickets
        WHERE node_id = ${nodeId} AND claimed_by IS NULL AND reserved_until_ms > ${nowMs}`);
      return row?.count ?? 0;
    },
    async purge() {
      await run(sql`DELETE FROM stream_tickets WHERE token_hash IN (SELECT token_hash FROM stream_tickets
        WHERE expires_at_ms < ${nowMs} - ${sql.raw(String(keptMs))} LIMIT ${sql.raw(String(purgedAtOnce))})`);
    },
  };
}
