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
    /** `private`: only for its owner. `organisation`: its members may read it and give it to agents. */
    visibility: c.text('visibility').$type<'private' | 'organisation'>().notNull().default('private'),
    createdAt: c.text('created_at').notNull(),
  }),
  /** Websites that are read as documents. */
  kbWebsites: c.table('kb_websites', {
    documentUuid: c.text('document_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    userUuid: c.text('user_uuid').notNull(),
    url: c.text('url').notNull(),
    maxDepth: c.integer('max_depth').notNull(),
    maxPages: c.integer('max_pages').notNull(),
    /** Null for a site that is read again on request only. */
    refreshHours: c.integer('refresh_hours'),
    nextAt: c.text('next_at'),
    /** End of the last visit, whether or not anything had changed. */
    checkedAt: c.text('checked_at'),
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
