-- Agents that visitors of websites talk with. The key stands in the page and is no secret.
CREATE TABLE website_widgets (
  agent_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL UNIQUE,
  enabled BIGINT NOT NULL,
  origins TEXT COLLATE "C" NOT NULL,
  campaign_uuid TEXT COLLATE "C",
  voice BIGINT NOT NULL,
  text BIGINT NOT NULL,
  per_minute BIGINT NOT NULL,
  at_once_per_visitor BIGINT NOT NULL,
  at_once BIGINT NOT NULL,
  per_day BIGINT NOT NULL,
  max_seconds BIGINT NOT NULL,
  counted_on TEXT COLLATE "C",
  counted BIGINT NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
