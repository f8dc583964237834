-- The figures that a person put on Home.
CREATE TABLE home_cards (
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  cards TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, user_uuid)
);
