import type { Columns } from '../columns.ts';

export const documentTables = (c: Columns) => ({
  /** Everything derived from a document refers to it with ON DELETE CASCADE, so it is deleted with the document. */
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
      /** The file store that has the file; null for a store that all servers read. */
      place: c.text('place'),
    },
    (table) => [c.primaryKey({ columns: [table.holderKind, table.holderUuid, table.digest] })],
  ),
});
