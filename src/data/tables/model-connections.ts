import type { Columns } from '../columns.ts';

export const modelConnectionTables = (c: Columns) => ({
  /** Language models of organisations. The key and the headers are sealed as the setting `model_connection.<uuid>`. */
  modelConnections: c.table('model_connections', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    name: c.text('name').notNull(),
    baseUrl: c.text('base_url').notNull(),
    model: c.text('model').notNull(),
    temperature: c.real('temperature'),
    maxOutputTokens: c.integer('max_output_tokens'),
    extraBody: c.json('extra_body'),
    isDefault: c.flag('is_default').notNull(),
    /** Host and port that a superadmin accepted although they may not be public. */
    acceptedHost: c.text('accepted_host'),
    /** What the server accepts; null while nothing is known. */
    learned: c.json('learned'),
    lastError: c.text('last_error'),
    lastErrorAt: c.text('last_error_at'),
    createdAt: c.text('created_at').notNull(),
  }),
});
