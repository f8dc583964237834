import type { Columns } from '../columns.ts';

export const jobTables = (c: Columns) => ({
  jobs: c.table('jobs', {
    uuid: c.text('uuid').primaryKey(),
    /** `system` for the server's own jobs. */
    organisationId: c.text('organisation_id').notNull(),
    kind: c.text('kind').notNull(),
    status: c.text('status', { enum: ['delayed', 'waiting', 'running', 'done', 'cancelled', 'dead'] }).notNull(),
    /** Lower values run first within an organisation and kind. */
    priority: c.integer('priority').notNull(),
    uniqueKey: c.text('unique_key'),
    /** Whether the unique key stays taken after the job ends. */
    keyStays: c.flag('key_stays').notNull(),
    payload: c.json('payload').notNull(),
    /** The file store whose servers may run the job; null for any. */
    place: c.text('place'),
    runAt: c.text('run_at').notNull(),
    attempts: c.integer('attempts').notNull(),
    maxAttempts: c.integer('max_attempts').notNull(),
    /** Whether the current or last attempt has stored a step. */
    advanced: c.flag('advanced').notNull(),
    /** The runner that has the job, or had it last. */
    owner: c.text('owner'),
    /** Incremented on every claim and every loss. Writes with an older token are rejected. */
    token: c.integer('token').notNull(),
    /** Incremented on every heartbeat of the owner. */
    beat: c.integer('beat').notNull(),
    cancelAsked: c.flag('cancel_asked').notNull(),
    /** From 0 to 1. */
    progress: c.real('progress').notNull(),
    note: c.text('note'),
    error: c.text('error'),
    createdAt: c.text('created_at').notNull(),
    startedAt: c.text('started_at'),
    finishedAt: c.text('finished_at'),
  }),
  jobSteps: c.table(
    'job_steps',
    {
      jobUuid: c.text('job_uuid').notNull(),
      name: c.text('name').notNull(),
      result: c.json('result').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.jobUuid, table.name] })],
  ),
});
