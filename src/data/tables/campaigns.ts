import type { Columns } from '../columns.ts';

export const targetStatuses = ['queued', 'waiting', 'dialing', 'finished', 'skipped'] as const;

export const campaignTables = (c: Columns) => ({
  campaignTargets: c.table('campaign_targets', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    flowUuid: c.text('flow_uuid').notNull(),
    contactUuid: c.text('contact_uuid').notNull(),
    status: c.text('status', { enum: targetStatuses }).notNull(),
    /** Why the target is not dialled, or no longer dialled. */
    reason: c.text('reason'),
    attempts: c.integer('attempts').notNull(),
    /** Earliest time of the next dial; null when the target is not to be dialled. */
    nextAt: c.text('next_at'),
    /** The target's last call. */
    callUuid: c.text('call_uuid'),
    dialledAt: c.text('dialled_at'),
    outcome: c.text('outcome'),
    /** Agreed in the call in progress; the next dial once that call has ended. */
    callbackAt: c.text('callback_at'),
    /** Number of callbacks agreed in earlier calls. */
    callbacks: c.integer('callbacks').notNull(),
    createdAt: c.text('created_at').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
});
