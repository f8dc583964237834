-- How many calls there are and how long they took together, by whatever lists and figures ask for: a million rows are
-- not counted while somebody waits.
CREATE TABLE call_counts (
  organisation_id TEXT NOT NULL,
  -- Of all flows, or of one.
  grain TEXT NOT NULL CHECK (grain IN ('day', 'month', 'flow_day', 'flow_month')),
  -- Empty where they are of all.
  flow_uuid TEXT NOT NULL,
  -- 2026-01-31 or 2026-01, in which they were made.
  period TEXT NOT NULL,
  -- Empty for none.
  outcome TEXT NOT NULL,
  sentiment TEXT NOT NULL,
  calls INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, grain, flow_uuid, period, outcome, sentiment)
) WITHOUT ROWID;

-- What is to be added to them still: whoever changes a call adds a row here and waits for nobody.
CREATE TABLE call_count_changes (
  id INTEGER PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  flow_uuid TEXT NOT NULL,
  day TEXT NOT NULL,
  outcome TEXT NOT NULL,
  sentiment TEXT NOT NULL,
  calls INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL
);
-- Whoever counts reads the changes of one organisation, and no room that those before them have left.
CREATE INDEX call_count_changes_of ON call_count_changes (organisation_id);

CREATE TRIGGER calls_added AFTER INSERT ON calls BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (NEW.organisation_id, NEW.flow_uuid, substr(NEW.created_at, 1, 10), coalesce(NEW.outcome, ''),
      coalesce(NEW.sentiment, ''), 1, coalesce(NEW.duration_ms, 0));
END;
CREATE TRIGGER calls_removed AFTER DELETE ON calls BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (OLD.organisation_id, OLD.flow_uuid, substr(OLD.created_at, 1, 10), coalesce(OLD.outcome, ''),
      coalesce(OLD.sentiment, ''), -1, -coalesce(OLD.duration_ms, 0));
END;
CREATE TRIGGER calls_changed AFTER UPDATE OF organisation_id, flow_uuid, created_at, outcome, sentiment, duration_ms ON calls
  WHEN (OLD.organisation_id, OLD.flow_uuid, OLD.created_at, OLD.outcome, OLD.sentiment, OLD.duration_ms)
    IS NOT (NEW.organisation_id, NEW.flow_uuid, NEW.created_at, NEW.outcome, NEW.sentiment, NEW.duration_ms) BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (OLD.organisation_id, OLD.flow_uuid, substr(OLD.created_at, 1, 10), coalesce(OLD.outcome, ''),
      coalesce(OLD.sentiment, ''), -1, -coalesce(OLD.duration_ms, 0)),
    (NEW.organisation_id, NEW.flow_uuid, substr(NEW.created_at, 1, 10), coalesce(NEW.outcome, ''),
      coalesce(NEW.sentiment, ''), 1, coalesce(NEW.duration_ms, 0));
END;

INSERT INTO call_counts
  SELECT organisation_id, 'flow_day', flow_uuid, substr(created_at, 1, 10), coalesce(outcome, ''), coalesce(sentiment, ''),
    count(*), coalesce(sum(duration_ms), 0)
  FROM calls GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO call_counts
  SELECT organisation_id, 'flow_month', flow_uuid, substr(period, 1, 7), outcome, sentiment, sum(calls), sum(duration_ms)
  FROM call_counts WHERE grain = 'flow_day' GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO call_counts
  SELECT organisation_id, CASE grain WHEN 'flow_day' THEN 'day' ELSE 'month' END, '', period, outcome, sentiment,
    sum(calls), sum(duration_ms)
  FROM call_counts GROUP BY 1, 2, 3, 4, 5, 6;
