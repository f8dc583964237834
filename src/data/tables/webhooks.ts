import type { Columns } from '../columns.ts';

export const webhookTables = (c: Columns) => ({
  /** The secret and the headers are sealed as the setting `webhook.<uuid>`. */
  webhooks: c.table('webhooks', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    name: c.text('name').notNull(),
    url: c.text('url').notNull(),
    events: c.json('events').notNull(),
    isActive: c.flag('is_active').notNull(),
    createdAt: c.text('created_at').notNull(),
    lastTriggeredAt: c.text('last_triggered_at'),
  }),
  /** Messages to be sent and, after the first attempt, the result. */
  webhookDeliveries: c.table('webhook_deliveries', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    webhookUuid: c.text('webhook_uuid').notNull(),
    eventUuid: c.text('event_uuid').notNull(),
    eventType: c.text('event_type').notNull(),
    /** Increases from one delivery to the next. */
    position: c.integer('position').notNull(),
    /** The exact text that is signed and sent; empty once it was delivered or its retention ended. */
    body: c.text('body').notNull(),
    createdAt: c.text('created_at').notNull(),
    /** Written before the attempt. Null while the delivery waits. */
    attemptedAt: c.text('attempted_at'),
    responseStatus: c.integer('response_status').notNull(),
    success: c.flag('success').notNull(),
    errorMessage: c.text('error_message').notNull(),
    /** Oldest first; see `DeliveryAttempt`. */
    attempts: c.json('attempts').notNull().$type<readonly unknown[]>().default([]),
  }),
});
