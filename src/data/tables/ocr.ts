import type { Columns } from '../columns.ts';

export const ocrTables = (c: Columns) => ({
  ocrDocuments: c.table('ocr_documents', {
    documentUuid: c.text('document_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    ocrChoice: c.text('ocr_choice').notNull(),
    totalPages: c.integer('total_pages').notNull(),
    companyName: c.text('company_name'),
    reportYear: c.integer('report_year'),
    processedAt: c.text('processed_at').notNull(),
    /** Text that supports the company name. */
    companyEvidence: c.text('company_evidence'),
    yearEvidence: c.text('year_evidence'),
  }),
  ocrPages: c.table(
    'ocr_pages',
    {
      organisationId: c.text('organisation_id').notNull(),
      documentUuid: c.text('document_uuid').notNull(),
      pageNumber: c.integer('page_number').notNull(),
      /** How an answer names the page, if not by its number. */
      place: c.text('place'),
      chunks: c.json('chunks').notNull(),
      /** Where a page of a website came from, and how its server names this version of it. */
      source: c.json('source'),
    },
    (table) => [c.primaryKey({ columns: [table.documentUuid, table.pageNumber] })],
  ),
});
