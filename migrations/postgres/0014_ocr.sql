-- What was made of a document: one result of each, replaced as a whole.
CREATE TABLE ocr_documents (
  document_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  -- Which engine was asked for.
  ocr_choice TEXT COLLATE "C" NOT NULL,
  total_pages BIGINT NOT NULL,
  company_name TEXT COLLATE "C",
  report_year BIGINT,
  processed_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE ocr_pages (
  organisation_id TEXT COLLATE "C" NOT NULL,
  document_uuid TEXT COLLATE "C" NOT NULL REFERENCES ocr_documents (document_uuid) ON DELETE CASCADE,
  page_number BIGINT NOT NULL,
  -- JSON: [{text, kind}] in reading order.
  chunks TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (document_uuid, page_number)
);
