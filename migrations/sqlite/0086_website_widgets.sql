-- Agents that visitors of websites talk with. The key stands in the page and is no secret.
CREATE TABLE website_widgets (
  agent_uuid TEXT PRIMARY KEY REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  enabled INTEGER NOT NULL,
  origins TEXT NOT NULL,
  campaign_uuid TEXT,
  voice INTEGER NOT NULL,
  text INTEGER NOT NULL,
  per_minute INTEGER NOT NULL,
  at_once_per_visitor INTEGER NOT NULL,
  at_once INTEGER NOT NULL,
  per_day INTEGER NOT NULL,
  max_seconds INTEGER NOT NULL,
  counted_on TEXT,
  counted INTEGER NOT NULL,
  updated_at TEXT NOT NULL
);
