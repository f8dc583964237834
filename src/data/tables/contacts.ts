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
    /** What people look for, in lower case by the rules of Unicode, which not every database knows. */
    search: c.text('search').notNull(),
    createdAt: c.text('created_at').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
  /** Numbers that are not called. They outlive the contact. */
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
    /** Of numbers without a country code. */
    country: c.text('country'),
    /** Fields by the titles of their columns. */
    mapping: c.json('mapping').notNull(),
    tags: c.json('tags').notNull(),
    /** Rows stored or rejected permanently: an attempt after a crash begins behind them. */
    rowsDone: c.integer('rows_done').notNull(),
    created: c.integer('created').notNull(),
    updated: c.integer('updated').notNull(),
    failed: c.integer('failed').notNull(),
    /** Of the first rejected rows, and of the first that a preview would rename. */
    errors: c.json('errors').notNull(),
    /** 0 to 1, of the bytes read. */
    progress: c.real('progress').notNull(),
    error: c.text('error'),
    createdAt: c.text('created_at').notNull(),
    finishedAt: c.text('finished_at'),
    /** Null: nobody has asked for it. */
    undoStatus: c.text('undo_status', { enum: ['running', 'done'] }),
    undoRemoved: c.integer('undo_removed').notNull().default(0),
    undoRestored: c.integer('undo_restored').notNull().default(0),
    undoKept: c.integer('undo_kept').notNull().default(0),
  }),
  /** What an import did to each contact, while it can be undone. */
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
  /** Rejected rows as they were in the file; row 0 has the titles. */
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
