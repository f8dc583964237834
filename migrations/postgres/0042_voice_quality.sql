-- Sums of the calls that began on a day, by agent.
CREATE TABLE call_quality_days (
  organisation_id TEXT COLLATE "C" NOT NULL,
  day TEXT COLLATE "C" NOT NULL,
  voice_agent_uuid TEXT COLLATE "C" NOT NULL,
  calls BIGINT NOT NULL,
  turns BIGINT NOT NULL,
  interruptions BIGINT NOT NULL,
  backchannels BIGINT NOT NULL,
  words BIGINT NOT NULL,
  confidence_sum DOUBLE PRECISION NOT NULL,
  latencies TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, day, voice_agent_uuid)
);
-- For what needs attention.
CREATE INDEX interactions_failed ON interactions (organisation_id, called_at) WHERE status = 'failed';
