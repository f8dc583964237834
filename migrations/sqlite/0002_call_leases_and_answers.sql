-- Which process carries an open call, and until when it said so last.
ALTER TABLE calls ADD COLUMN lease_owner TEXT;
ALTER TABLE calls ADD COLUMN lease_until TEXT;
-- Who picked up an outbound call, as far as that was found out.
ALTER TABLE calls ADD COLUMN answered_by TEXT CHECK (answered_by IN ('human', 'machine', 'unknown'));
ALTER TABLE calls ADD COLUMN answered_confidence REAL;
ALTER TABLE calls ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calls ADD COLUMN median_latency_ms REAL;

UPDATE calls SET turns = (SELECT count(*) FROM call_events e WHERE e.call_uuid = calls.uuid AND e.type = 'turn');
UPDATE calls SET median_latency_ms = ranked.total
FROM (
  SELECT call_uuid, json_extract(body, '$.latency.total') AS total,
    row_number() OVER (PARTITION BY call_uuid ORDER BY json_extract(body, '$.latency.total')) AS place,
    count(*) OVER (PARTITION BY call_uuid) AS many
  FROM call_events WHERE type = 'turn'
) AS ranked
WHERE ranked.call_uuid = calls.uuid AND ranked.place = (ranked.many + 1) / 2;
