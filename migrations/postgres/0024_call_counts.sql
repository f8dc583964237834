-- How many calls there are and how long they took together, by whatever lists and figures ask for: a million rows are
-- not counted while somebody waits.
CREATE TABLE call_counts (
  organisation_id TEXT COLLATE "C" NOT NULL,
  -- Of all flows, or of one.
  grain TEXT COLLATE "C" NOT NULL CHECK (grain IN ('day', 'month', 'flow_day', 'flow_month')),
  -- Empty where they are of all.
  flow_uuid TEXT COLLATE "C" NOT NULL,
  -- 2026-01-31 or 2026-01, in which they were made.
  period TEXT COLLATE "C" NOT NULL,
  -- Empty for none.
  outcome TEXT COLLATE "C" NOT NULL,
  sentiment TEXT COLLATE "C" NOT NULL,
  calls BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, grain, flow_uuid, period, outcome, sentiment)
);

-- What is to be added to them still: whoever changes a call adds a row here and waits for nobody.
CREATE TABLE call_count_changes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  flow_uuid TEXT COLLATE "C" NOT NULL,
  day TEXT COLLATE "C" NOT NULL,
  outcome TEXT COLLATE "C" NOT NULL,
  sentiment TEXT COLLATE "C" NOT NULL,
  calls BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL
);
-- Whoever counts reads the changes of one organisation, and no room that those before them have left.
CREATE INDEX call_count_changes_of ON call_count_changes (organisation_id);

CREATE FUNCTION calls_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms)
  SELECT organisation_id, flow_uuid, substr(created_at, 1, 10), coalesce(outcome, ''), coalesce(sentiment, ''),
    count(*), coalesce(sum(duration_ms), 0)
  FROM added GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE FUNCTION calls_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms)
  SELECT organisation_id, flow_uuid, substr(created_at, 1, 10), coalesce(outcome, ''), coalesce(sentiment, ''),
    -count(*), -coalesce(sum(duration_ms), 0)
  FROM removed GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE FUNCTION calls_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (OLD.organisation_id, OLD.flow_uuid, substr(OLD.created_at, 1, 10), coalesce(OLD.outcome, ''),
      coalesce(OLD.sentiment, ''), -1, -coalesce(OLD.duration_ms, 0)),
    (NEW.organisation_id, NEW.flow_uuid, substr(NEW.created_at, 1, 10), coalesce(NEW.outcome, ''),
      coalesce(NEW.sentiment, ''), 1, coalesce(NEW.duration_ms, 0));
  RETURN NULL;
END $$;

-- First, so that what others write meanwhile waits, and is counted by these.
CREATE TRIGGER calls_added AFTER INSERT ON calls REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION calls_count_added();
CREATE TRIGGER calls_removed AFTER DELETE ON calls REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION calls_count_removed();
CREATE TRIGGER calls_changed AFTER UPDATE OF organisation_id, flow_uuid, created_at, outcome, sentiment, duration_ms ON calls
  FOR EACH ROW WHEN ((OLD.organisation_id, OLD.flow_uuid, OLD.created_at, OLD.outcome, OLD.sentiment, OLD.duration_ms)
    IS DISTINCT FROM (NEW.organisation_id, NEW.flow_uuid, NEW.created_at, NEW.outcome, NEW.sentiment, NEW.duration_ms))
  EXECUTE FUNCTION calls_count_changed();

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
