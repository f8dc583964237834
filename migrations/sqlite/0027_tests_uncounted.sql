-- Calls from a browser that only tries an agent are in no figure.
DROP TRIGGER calls_added;
DROP TRIGGER calls_removed;
DROP TRIGGER calls_changed;

CREATE TRIGGER calls_added AFTER INSERT ON calls WHEN NEW.call_type <> 'test' BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (NEW.organisation_id, NEW.flow_uuid, substr(NEW.created_at, 1, 10), coalesce(NEW.outcome, ''),
      coalesce(NEW.sentiment, ''), 1, coalesce(NEW.duration_ms, 0));
END;
CREATE TRIGGER calls_removed AFTER DELETE ON calls WHEN OLD.call_type <> 'test' BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (OLD.organisation_id, OLD.flow_uuid, substr(OLD.created_at, 1, 10), coalesce(OLD.outcome, ''),
      coalesce(OLD.sentiment, ''), -1, -coalesce(OLD.duration_ms, 0));
END;
CREATE TRIGGER calls_changed AFTER UPDATE OF organisation_id, flow_uuid, created_at, outcome, sentiment, duration_ms ON calls
  WHEN NEW.call_type <> 'test'
    AND (OLD.organisation_id, OLD.flow_uuid, OLD.created_at, OLD.outcome, OLD.sentiment, OLD.duration_ms)
      IS NOT (NEW.organisation_id, NEW.flow_uuid, NEW.created_at, NEW.outcome, NEW.sentiment, NEW.duration_ms) BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (OLD.organisation_id, OLD.flow_uuid, substr(OLD.created_at, 1, 10), coalesce(OLD.outcome, ''),
      coalesce(OLD.sentiment, ''), -1, -coalesce(OLD.duration_ms, 0)),
    (NEW.organisation_id, NEW.flow_uuid, substr(NEW.created_at, 1, 10), coalesce(NEW.outcome, ''),
      coalesce(NEW.sentiment, ''), 1, coalesce(NEW.duration_ms, 0));
END;

-- Those that were counted so far.
INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms)
  SELECT organisation_id, flow_uuid, substr(created_at, 1, 10), coalesce(outcome, ''), coalesce(sentiment, ''),
    -count(*), -coalesce(sum(duration_ms), 0)
  FROM calls WHERE call_type = 'test' GROUP BY 1, 2, 3, 4, 5;
