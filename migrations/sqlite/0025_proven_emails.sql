ALTER TABLE users ADD COLUMN email_verified_at TEXT;

ALTER TABLE password_resets ADD COLUMN proves_email INTEGER NOT NULL DEFAULT 0;

CREATE TABLE invitations (
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid),
  user_uuid TEXT NOT NULL REFERENCES users (uuid),
  role TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, user_uuid)
);

CREATE INDEX invitations_by_user ON invitations (user_uuid);
