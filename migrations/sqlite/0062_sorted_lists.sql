-- The orders of lists. Those of interactions have what a list is filtered by, so that its rows are counted and passed
-- over without reading the analysis beside them.
DROP INDEX interactions_by_time;
CREATE INDEX interactions_by_time ON interactions
  (organisation_id, called_at, id, source, status, outcome, sentiment, direction, flow_uuid);
CREATE INDEX interactions_by_duration ON interactions
  (organisation_id, duration_ms, id, source, status, outcome, sentiment, direction, flow_uuid);
CREATE INDEX contacts_by_name ON contacts (organisation_id, search, uuid);
CREATE INDEX practice_runs_by_score ON practice_runs (organisation_id, score, uuid);
