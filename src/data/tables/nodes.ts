import type { Columns } from '../columns.ts';

export const nodeTables = (c: Columns) => ({
  nodes: c.table('nodes', {
    /** Name of the process; a new one after each start. */
    id: c.text('id').primaryKey(),
    role: c.text('role', { enum: ['all', 'control', 'media'] }).notNull(),
    state: c.text('state', { enum: ['serving', 'draining'] }).notNull(),
    version: c.text('version').notNull(),
    /** Base URL of the node's streams; null where it is derived from requests. */
    mediaBaseUrl: c.text('media_base_url'),
    capacity: c.integer('capacity').notNull(),
    used: c.integer('used').notNull(),
    reserved: c.integer('reserved').notNull(),
    heartbeatMs: c.integer('heartbeat_ms').notNull(),
  }),
  streamTickets: c.table('stream_tickets', {
    /** SHA-256 of the token in the stream URL. */
    tokenHash: c.text('token_hash').primaryKey(),
    sessionKind: c.text('session_kind').notNull(),
    sessionUuid: c.text('session_uuid').notNull(),
    dialect: c.text('dialect').notNull(),
    issuedBy: c.text('issued_by').notNull(),
    /** The node that reserves a slot until `reservedUntilMs`. */
    nodeId: c.text('node_id'),
    reservedUntilMs: c.integer('reserved_until_ms').notNull(),
    expiresAtMs: c.integer('expires_at_ms').notNull(),
    /** The node that has the stream. Written once. */
    claimedBy: c.text('claimed_by'),
  }),
});
