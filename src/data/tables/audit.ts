import type { Columns } from '../columns.ts';

export const auditTables = (c: Columns) => ({
  auditEvents: c.table('audit_events', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    at: c.text('at').notNull(),
    actorMethod: c.text('actor_method', { enum: ['session', 'api_key', 'command_line'] }).notNull(),
    userUuid: c.text('user_uuid'),
    credentialUuid: c.text('credential_uuid'),
    address: c.text('address'),
    requestId: c.text('request_id').notNull(),
    /** Method and route, for example `PATCH /api/auth/members/{uuid}`. */
    action: c.text('action').notNull(),
    /** Path parameters by name. */
    subject: c.json('subject').notNull(),
    /** Names of the fields that were sent, never their values. */
    fields: c.json('fields').notNull(),
    /** Response status; null if the server died before it responded. */
    status: c.integer('status'),
  }),
});
