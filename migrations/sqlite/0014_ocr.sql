-- What was made of a document: one result of each, replaced as a whole.
CREATE TABLE ocr_documents (
  document_uuid TEXT PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  -- Which engine was asked for.
  ocr_choice TEXT NOT NULL,
  total_pages INTEGER NOT NULL,
  company_name TEXT,
  report_year INTEGER,
  processed_at TEXT NOT NULL
);

CREATE TABLE ocr_pages (
  organisation_id TEXT NOT NULL,
  document_uuid TEXT NOT NULL REFERENCES ocr_documents (document_uuid) ON DELETE CASCADE,
  page_number INTEGER NOT NULL,
  -- JSON: [{text, kind}] in reading order.
  chunks TEXT NOT NULL,
  PRIMARY KEY (document_uuid, page_number)
) WITHOUT ROWID;
