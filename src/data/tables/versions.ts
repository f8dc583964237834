import type { Columns } from '../columns.ts';

export const versionKinds = ['agent', 'campaign', 'persona', 'scorecard_field'] as const;

export const versionTables = (c: Columns) => ({
  /** Definitions as they were saved. */
  versions: c.table(
    'versions',
    {
      organisationId: c.text('organisation_id').notNull(),
      kind: c.text('kind', { enum: versionKinds }).notNull(),
      /** Id of what the definition belongs to. */
      subject: c.text('subject').notNull(),
      /** Counted per subject and never reused. */
      number: c.integer('number').notNull(),
      definition: c.json('definition').notNull(),
      /** Null for the server itself, and for definitions from before versions were kept. */
      authorUuid: c.text('author_uuid'),
      authorMethod: c.text('author_method', { enum: ['session', 'api_key'] }),
      note: c.text('note'),
      restoredFrom: c.integer('restored_from'),
      /** Whether it was saved as a draft and not published. */
      isDraft: c.flag('is_draft').notNull(),
      createdAt: c.text('created_at').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.organisationId, table.kind, table.subject, table.number] })],
  ),
});
