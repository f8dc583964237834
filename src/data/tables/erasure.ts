import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

const erasureOrigins = ['person', 'command_line', 'restore'] as const;

export const erasureTables = (c: Columns) => ({
  /** Erasures of people and their proofs. No row names the person. */
  erasures: c.table('erasures', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    /** Keyed hash of the number. */
    numberHash: c.text('number_hash').notNull(),
    origin: c.text('origin', { enum: erasureOrigins }).notNull(),
    /** Null for the command line. */
    userUuid: c.text('user_uuid'),
    requestedAt: c.text('requested_at').notNull(),
    status: c.text('status', { enum: ['pending', 'done'] }).notNull(),
    /** What the erasure waits for: `[{what, count}]`. */
    waiting: c.json('waiting').notNull(),
    /** Numbers of removed items, by kind. */
    removed: c.json('removed').notNull(),
    /** What remains, and what was verified; null until the erasure is done. */
    outcome: c.json('outcome'),
    finishedAt: c.text('finished_at'),
  }),
});
