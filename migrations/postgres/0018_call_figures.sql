-- What calls are found by, of what others made of them.
ALTER TABLE calls ADD COLUMN sentiment TEXT COLLATE "C" CHECK (sentiment IN ('positive', 'neutral', 'negative'));
ALTER TABLE calls ADD COLUMN summary TEXT COLLATE "C";

UPDATE calls SET contact_uuid = (
  SELECT c.uuid FROM contacts c
  WHERE c.organisation_id = calls.organisation_id
    AND c.phone = CASE WHEN calls.call_type = 'outbound' THEN calls.to_number ELSE calls.from_number END
) WHERE contact_uuid IS NULL;

CREATE INDEX calls_by_sentiment ON calls (organisation_id, sentiment, created_at DESC, uuid) WHERE sentiment IS NOT NULL;
-- In the order of the list too.
DROP INDEX calls_by_contact;
CREATE INDEX calls_by_contact ON calls (organisation_id, contact_uuid, created_at DESC, uuid) WHERE contact_uuid IS NOT NULL;
-- All that the figures of calls are made of, in the order of what they are counted by: nothing else is read or sorted.
CREATE INDEX calls_figures ON calls (organisation_id, outcome, sentiment, created_at, flow_uuid, duration_ms, contact_uuid);
