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
  /** `Idempotency-Key`s of deleted uploads, so that a repeated request does not store one again. */
  removedUploadKeys: c.table(
    'removed_upload_keys',
    {
      /** Keyed hash: a client may write a number into its keys. */
      keyHash: c.text('key_hash').notNull(),
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
      removedAt: c.text('removed_at').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.organisationId, table.keyHash] })],
  ),
  /** Deletions of all calls that match a filter. */
  callDeletions: c.table('call_deletions', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    userUuid: c.text('user_uuid').notNull(),
    filter: c.json('filter').notNull(),
    status: c.text('status', { enum: ['pending', 'done'] }).notNull(),
    /** Number of calls that matched when the deletion was requested. */
    matched: c.integer('matched').notNull(),
    deleted: c.integer('deleted').notNull(),
    /** Calls on hold or in progress. */
    kept: c.integer('kept').notNull(),
    createdAt: c.text('created_at').notNull(),
    finishedAt: c.text('finished_at'),
  }),
  /** Calls that neither retention nor deletion removes. */
  callHolds: c.table('call_holds', {
    callUuid: c.text('call_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    userUuid: c.text('user_uuid').notNull(),
    reason: c.text('reason'),
    createdAt: c.text('created_at').notNull(),
  }),
  /** Days after which data of an organisation ends; null for data that is kept. */
  retentionSettings: c.table('retention_settings', {
    organisationId: c.text('organisation_id').primaryKey().$type<OrganisationId>(),
    recordingsDays: c.integer('recordings_days'),
    transcriptsDays: c.integer('transcripts_days'),
    resultsDays: c.integer('results_days'),
    webhooksDays: c.integer('webhooks_days'),
    updatedAt: c.text('updated_at').notNull(),
  }),
  retentionRuns: c.table('retention_runs', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    startedAt: c.text('started_at').notNull(),
    finishedAt: c.text('finished_at'),
    /** Numbers of ended items, by kind. */
    ended: c.json('ended').notNull(),
    /** Calls whose data could not be ended, with the reason. */
    failed: c.json('failed').notNull(),
  }),
});
