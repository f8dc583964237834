import type { Columns } from '../columns.ts';

const importStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

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
    /** Searchable text, in lower case by Unicode rules, which not every database implements. */
    search: c.text('search').notNull(),
    createdAt: c.text('created_at').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
  /** Numbers that must not be called. They outlive the contact. */
  suppressions: c.table(
    'suppressions',
    {
      organisationId: c.text('organisation_id').notNull(),
      uuid: c.text('uuid').notNull(),
      phone: c.text('phone').notNull(),
      reason: c.text('reason'),
      createdAt: c.text('created_at').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.organisationId, table.phone] })],
  ),
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
  contactImports: c.table('contact_imports', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    userUuid: c.text('user_uuid').notNull(),
    status: c.text('status', { enum: importStatuses }).notNull(),
    dryRun: c.flag('dry_run').notNull(),
    fileName: c.text('file_name').notNull(),
    digest: c.text('digest').notNull(),
    format: c.text('format', { enum: ['csv', 'xlsx'] }).notNull(),
    /** Country of numbers without a country code. */
    country: c.text('country'),
    /** Fields by column title. */
    mapping: c.json('mapping').notNull(),
    tags: c.json('tags').notNull(),
    /** Rows stored or permanently rejected. An attempt after a crash resumes after them. */
    rowsDone: c.integer('rows_done').notNull(),
    created: c.integer('created').notNull(),
    updated: c.integer('updated').notNull(),
    failed: c.integer('failed').notNull(),
    /** Errors of the first rejected rows, and of the first rows that a preview would rename. */
    errors: c.json('errors').notNull(),
    /** From 0 to 1, by bytes read. */
    progress: c.real('progress').notNull(),
    error: c.text('error'),
    createdAt: c.text('created_at').notNull(),
    finishedAt: c.text('finished_at'),
    /** Null until an undo is requested. */
    undoStatus: c.text('undo_status', { enum: ['running', 'done'] }),
    undoRemoved: c.integer('undo_removed').notNull().default(0),
    undoRestored: c.integer('undo_restored').notNull().default(0),
    undoKept: c.integer('undo_kept').notNull().default(0),
  }),
  /** Changes of an import to each contact, kept while the import can be undone. */
  contactImportChanges: c.table(
    'contact_import_changes',
    {
      organisationId: c.text('organisation_id').notNull(),
      importUuid: c.text('import_uuid').notNull(),
      contactUuid: c.text('contact_uuid').notNull(),
      /** The contact before the import; null where the import created it. */
      before: c.json('before'),
      storedAt: c.text('stored_at').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.importUuid, table.contactUuid] })],
  ),
  /** Rejected rows as in the file. Row 0 contains the titles. */
  contactImportRefusals: c.table(
    'contact_import_refusals',
    {
      organisationId: c.text('organisation_id').notNull(),
      importUuid: c.text('import_uuid').notNull(),
      rowNumber: c.integer('row_number').notNull(),
      cells: c.json('cells').notNull(),
      detail: c.text('detail').notNull(),
      storedAt: c.text('stored_at').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.importUuid, table.rowNumber] })],
  ),
});
