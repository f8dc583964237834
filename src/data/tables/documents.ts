import type { Columns } from '../columns.ts';

export const documentTables = (c: Columns) => ({
  /** What is made from a document refers to it with ON DELETE CASCADE, so that it goes with it. */
  kbDocuments: c.table('kb_documents', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    userUuid: c.text('user_uuid').notNull(),
    title: c.text('title').notNull(),
    fileName: c.text('file_name').notNull(),
    mimeType: c.text('mime_type').notNull(),
    sizeBytes: c.integer('size_bytes').notNull(),
    digest: c.text('digest').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  fileReferences: c.table(
    'file_references',
    {
      organisationId: c.text('organisation_id').notNull(),
      holderKind: c.text('holder_kind').notNull(),
      holderUuid: c.text('holder_uuid').notNull(),
      digest: c.text('digest').notNull(),
      /** The file store that has it; null for one that all servers read. */
      place: c.text('place'),
    },
    (table) => [c.primaryKey({ columns: [table.holderKind, table.holderUuid, table.digest] })],
  ),
});
