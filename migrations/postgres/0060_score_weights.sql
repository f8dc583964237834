-- How much a score counts in the total of its category; 0 leaves it out.
ALTER TABLE extraction_fields ADD COLUMN weight BIGINT NOT NULL DEFAULT 1;
