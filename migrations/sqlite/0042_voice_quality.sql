-- Sums of the calls that began on a day, by agent.
CREATE TABLE call_quality_days (
  organisation_id TEXT NOT NULL,
  day TEXT NOT NULL,
  voice_agent_uuid TEXT NOT NULL,
  calls INTEGER NOT NULL,
  turns INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  backchannels INTEGER NOT NULL,
  words INTEGER NOT NULL,
  confidence_sum REAL NOT NULL,
  latencies TEXT NOT NULL,
  PRIMARY KEY (organisation_id, day, voice_agent_uuid)
);
-- For what needs attention.
CREATE INDEX interactions_failed ON interactions (organisation_id, called_at) WHERE status = 'failed';
