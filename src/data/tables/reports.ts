import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const reportTables = (c: Columns) => ({
  /** Statistics of a window, computed once and kept. */
  reports: c.table('reports', {
    /** The database gives it. */
    id: c.integer('id').primaryKey(),
    uuid: c.text('uuid').notNull(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    userUuid: c.text('user_uuid').notNull(),
    status: c.text('status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
    error: c.text('error'),
    window: c.text('window_name', { enum: ['week', 'month', 'quarter', 'custom'] }).notNull(),
    rangeFrom: c.text('range_from').notNull(),
    rangeTo: c.text('range_to').notNull(),
    segmentUuids: c.json('segment_uuids').notNull(),
    /** Null until it is completed. */
    result: c.json('result'),
    createdAt: c.text('created_at').notNull(),
    finishedAt: c.text('finished_at'),
    /** The schedule that made it. */
    scheduleUuid: c.text('schedule_uuid'),
  }),
  /** Reports that are made and sent by e-mail every week or every month. */
  reportSchedules: c.table('report_schedules', {
    /** The database gives it. */
    id: c.integer('id').primaryKey(),
    uuid: c.text('uuid').notNull(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    /** Who sees the calls that the reports cover. */
    userUuid: c.text('user_uuid').notNull(),
    every: c.text('every', { enum: ['week', 'month'] }).notNull(),
    /** E-mail addresses of members. */
    recipients: c.json('recipients').notNull(),
    segmentUuids: c.json('segment_uuids').notNull(),
    nextAt: c.text('next_at').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  /** Judged practice calls, once for each run. */
  simulations: c.table('simulations', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    runUuid: c.text('run_uuid').notNull(),
    result: c.json('result').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
});
