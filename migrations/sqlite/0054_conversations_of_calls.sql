-- A call carries what its conversation came to, so that lists and dashboards read one table.
-- `sentiment` and `summary` are what is in effect: what a client wrote as metadata, else what the analysis found.
ALTER TABLE calls ADD COLUMN written_sentiment TEXT CHECK (written_sentiment IN ('positive', 'neutral', 'negative'));
ALTER TABLE calls ADD COLUMN written_summary TEXT;
-- Of the interaction: null until there is one, and where nothing was found.
ALTER TABLE calls ADD COLUMN conversation_outcome TEXT;
-- Of the interaction: 'user', 'agent' or 'nobody', then the uuid and the name of the agent, with colons between them.
ALTER TABLE calls ADD COLUMN conversation_agent TEXT;

UPDATE calls SET written_sentiment = sentiment, written_summary = summary
  WHERE sentiment IS NOT NULL OR summary IS NOT NULL;

CREATE TRIGGER interactions_on_calls_added AFTER INSERT ON interactions WHEN NEW.source IN ('call', 'test') BEGIN
  UPDATE calls SET conversation_outcome = NEW.outcome,
    conversation_agent = CASE
      WHEN NEW.agent_user_uuid IS NOT NULL THEN 'user:' || NEW.agent_user_uuid
      WHEN NEW.voice_agent_uuid IS NOT NULL THEN 'agent:' || NEW.voice_agent_uuid
      ELSE 'nobody:' END || ':' || coalesce(NEW.agent_name, ''),
    sentiment = coalesce(written_sentiment, NEW.sentiment), summary = coalesce(written_summary, NEW.summary)
  WHERE uuid = NEW.uuid AND organisation_id = NEW.organisation_id;
END;
CREATE TRIGGER interactions_on_calls_changed
  AFTER UPDATE OF outcome, sentiment, summary, agent_user_uuid, voice_agent_uuid, agent_name ON interactions
  WHEN NEW.source IN ('call', 'test') BEGIN
  UPDATE calls SET conversation_outcome = NEW.outcome,
    conversation_agent = CASE
      WHEN NEW.agent_user_uuid IS NOT NULL THEN 'user:' || NEW.agent_user_uuid
      WHEN NEW.voice_agent_uuid IS NOT NULL THEN 'agent:' || NEW.voice_agent_uuid
      ELSE 'nobody:' END || ':' || coalesce(NEW.agent_name, ''),
    sentiment = coalesce(written_sentiment, NEW.sentiment), summary = coalesce(written_summary, NEW.summary)
  WHERE uuid = NEW.uuid AND organisation_id = NEW.organisation_id;
END;

-- Conversations so far, by way of the trigger.
UPDATE interactions SET outcome = outcome WHERE source IN ('call', 'test');

-- All that the dashboard counts, in the order of time.
CREATE INDEX calls_for_dashboard ON calls (organisation_id, created_at, call_type, outcome, conversation_outcome,
  sentiment, duration_ms, flow_uuid, agent_user_uuid, conversation_agent, contact_uuid);
