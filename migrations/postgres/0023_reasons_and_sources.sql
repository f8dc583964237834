-- What says that a document is of this company and of this year: "title page, page headers, 14 mentions".
ALTER TABLE ocr_documents ADD COLUMN company_evidence TEXT COLLATE "C";
ALTER TABLE ocr_documents ADD COLUMN year_evidence TEXT COLLATE "C";
-- Of a message that answers: JSON, {isFound, by, sources: [{place, text}]}; null for any other.
ALTER TABLE conversation_messages ADD COLUMN answer TEXT COLLATE "C";
