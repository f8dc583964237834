import type { Columns } from '../columns.ts';

export const contactTables = (c: Columns) => ({
  contacts: c.table('contacts', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    /** E.164. */
    phone: c.text('phone').notNull(),
    name: c.text('name'),
    email: c.text('email'),
    languageCode: c.text('language_code'),
    timezone: c.text('timezone'),
    metadata: c.json('metadata').notNull(),
    optedOut: c.flag('opted_out').notNull(),
    dncReason: c.text('dnc_reason'),
    attempts: c.integer('attempts').notNull(),
    lastCalledAt: c.text('last_called_at'),
    lastOutcome: c.text('last_outcome'),
    /** What people look for, in lower case by the rules of Unicode, which not every database knows. */
    search: c.text('search').notNull(),
    createdAt: c.text('created_at').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
  contactTags: c.table(
    'contact_tags',
    {
      organisationId: c.text('organisation_id').notNull(),
      contactUuid: c.text('contact_uuid').notNull(),
      /** `Key:Value`. */
      tag: c.text('tag').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.contactUuid, table.tag] })],
  ),
});
