ALTER TABLE users ADD COLUMN email_verified_at TEXT COLLATE "C";

ALTER TABLE password_resets ADD COLUMN proves_email INTEGER NOT NULL DEFAULT 0;

CREATE TABLE invitations (
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid),
  user_uuid TEXT COLLATE "C" NOT NULL REFERENCES users (uuid),
  role TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, user_uuid)
);

CREATE INDEX invitations_by_user ON invitations (user_uuid);
