-- Recordings that were uploaded together.
CREATE TABLE bulk_uploads (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  -- Items that were refused.
  errors TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE TABLE bulk_upload_items (
  upload_uuid TEXT COLLATE "C" NOT NULL REFERENCES bulk_uploads (uuid) ON DELETE CASCADE,
  -- The place of the file in the form.
  position BIGINT NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  interaction_uuid TEXT COLLATE "C" NOT NULL REFERENCES interactions (uuid) ON DELETE CASCADE,
  file_name TEXT COLLATE "C" NOT NULL,
  -- The same audio came before in this upload.
  is_duplicate BIGINT NOT NULL,
  PRIMARY KEY (upload_uuid, position)
);
CREATE INDEX bulk_upload_items_by_interaction ON bulk_upload_items (interaction_uuid);

-- Where a recording is still to be fetched from.
ALTER TABLE interactions ADD COLUMN recording_source TEXT COLLATE "C";
