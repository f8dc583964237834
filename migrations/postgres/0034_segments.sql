-- Named sets of calls, by hand or by a rule.
CREATE TABLE segments (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  -- The rule; null and [] where calls are assigned by hand alone.
  campaign_uuid TEXT COLLATE "C",
  tags TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX segments_by_uuid ON segments (uuid);
CREATE UNIQUE INDEX segments_by_name ON segments (organisation_id, name);

-- Calls that people assigned.
CREATE TABLE interaction_segments (
  segment_uuid TEXT COLLATE "C" NOT NULL REFERENCES segments (uuid) ON DELETE CASCADE,
  interaction_uuid TEXT COLLATE "C" NOT NULL REFERENCES interactions (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (segment_uuid, interaction_uuid)
);
CREATE INDEX interaction_segments_by_interaction ON interaction_segments (interaction_uuid);

CREATE TABLE projects (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX projects_by_uuid ON projects (uuid);
CREATE UNIQUE INDEX projects_by_name ON projects (organisation_id, name);
CREATE TABLE project_segments (
  project_uuid TEXT COLLATE "C" NOT NULL REFERENCES projects (uuid) ON DELETE CASCADE,
  segment_uuid TEXT COLLATE "C" NOT NULL REFERENCES segments (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (project_uuid, segment_uuid)
);
CREATE INDEX project_segments_by_segment ON project_segments (segment_uuid);

-- What somebody's dashboards are narrowed to.
CREATE TABLE active_projects (
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  project_uuid TEXT COLLATE "C" NOT NULL REFERENCES projects (uuid) ON DELETE CASCADE,
  PRIMARY KEY (organisation_id, user_uuid)
);
CREATE INDEX active_projects_by_project ON active_projects (project_uuid);

-- The integer ids by which the analysis console addresses contacts; given when first shown.
CREATE TABLE customer_numbers (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  contact_uuid TEXT COLLATE "C" NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX customer_numbers_by_contact ON customer_numbers (contact_uuid);
