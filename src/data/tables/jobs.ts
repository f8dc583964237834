import type { Columns } from '../columns.ts';

export const jobTables = (c: Columns) => ({
  jobs: c.table('jobs', {
    uuid: c.text('uuid').primaryKey(),
    /** `system` for the server's own. */
    organisationId: c.text('organisation_id').notNull(),
    kind: c.text('kind').notNull(),
    status: c.text('status', { enum: ['delayed', 'waiting', 'running', 'done', 'cancelled', 'dead'] }).notNull(),
    /** The lower, the earlier among those of its organisation and kind. */
    priority: c.integer('priority').notNull(),
    uniqueKey: c.text('unique_key'),
    /** Whether its key stays taken after its end. */
    keyStays: c.flag('key_stays').notNull(),
    payload: c.json('payload').notNull(),
    /** The file store whose servers may run it; null for any. */
    place: c.text('place'),
    runAt: c.text('run_at').notNull(),
    attempts: c.integer('attempts').notNull(),
    maxAttempts: c.integer('max_attempts').notNull(),
    /** Whether the attempt in progress, or the last one, has kept a step. */
    advanced: c.flag('advanced').notNull(),
    /** The runner that has it, or had it last. */
    owner: c.text('owner'),
    /** One more with every claim and every loss: what an owner writes with an older one is refused. */
    token: c.integer('token').notNull(),
    /** One more with every heartbeat of its owner. */
    beat: c.integer('beat').notNull(),
    cancelAsked: c.flag('cancel_asked').notNull(),
    /** 0 to 1. */
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
