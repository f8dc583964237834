-- Calls from a browser that only tries an agent are in no figure. First, so that what others write meanwhile waits.
DROP TRIGGER calls_changed ON calls;
CREATE TRIGGER calls_changed AFTER UPDATE OF organisation_id, flow_uuid, created_at, outcome, sentiment, duration_ms ON calls
  FOR EACH ROW WHEN (NEW.call_type <> 'test'
    AND (OLD.organisation_id, OLD.flow_uuid, OLD.created_at, OLD.outcome, OLD.sentiment, OLD.duration_ms)
      IS DISTINCT FROM (NEW.organisation_id, NEW.flow_uuid, NEW.created_at, NEW.outcome, NEW.sentiment, NEW.duration_ms))
  EXECUTE FUNCTION calls_count_changed();

CREATE OR REPLACE FUNCTION calls_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms)
  SELECT organisation_id, flow_uuid, substr(created_at, 1, 10), coalesce(outcome, ''), coalesce(sentiment, ''),
    count(*), coalesce(sum(duration_ms), 0)
  FROM added WHERE call_type <> 'test' GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION calls_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms)
  SELECT organisation_id, flow_uuid, substr(created_at, 1, 10), coalesce(outcome, ''), coalesce(sentiment, ''),
    -count(*), -coalesce(sum(duration_ms), 0)
  FROM removed WHERE call_type <> 'test' GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

-- Those that were counted so far.
INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms)
  SELECT organisation_id, flow_uuid, substr(created_at, 1, 10), coalesce(outcome, ''), coalesce(sentiment, ''),
    -count(*), -coalesce(sum(duration_ms), 0)
  FROM calls WHERE call_type = 'test' GROUP BY 1, 2, 3, 4, 5;
