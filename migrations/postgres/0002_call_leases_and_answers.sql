-- Which process carries an open call, and until when it said so last.
ALTER TABLE calls ADD COLUMN lease_owner TEXT COLLATE "C";
ALTER TABLE calls ADD COLUMN lease_until TEXT COLLATE "C";
-- Who picked up an outbound call, as far as that was found out.
ALTER TABLE calls ADD COLUMN answered_by TEXT COLLATE "C" CHECK (answered_by IN ('human', 'machine', 'unknown'));
ALTER TABLE calls ADD COLUMN answered_confidence DOUBLE PRECISION;
ALTER TABLE calls ADD COLUMN turns BIGINT NOT NULL DEFAULT 0;
ALTER TABLE calls ADD COLUMN median_latency_ms DOUBLE PRECISION;

UPDATE calls SET turns = (SELECT count(*) FROM call_events e WHERE e.call_uuid = calls.uuid AND e.type = 'turn');
UPDATE calls SET median_latency_ms = ranked.total
FROM (
  SELECT call_uuid, (body::json #>> '{latency,total}')::double precision AS total,
    row_number() OVER (PARTITION BY call_uuid ORDER BY (body::json #>> '{latency,total}')::double precision) AS place,
    count(*) OVER (PARTITION BY call_uuid) AS many
  FROM call_events WHERE type = 'turn'
) AS ranked
WHERE ranked.call_uuid = calls.uuid AND ranked.place = (ranked.many + 1) / 2;
