-- A contact that is created finds the earlier conversations of its number.
CREATE INDEX interactions_by_customer_phone ON interactions (customer_phone) WHERE customer_phone IS NOT NULL;

UPDATE interactions SET contact_uuid = (
  SELECT c.uuid FROM contacts c
  WHERE c.organisation_id = interactions.organisation_id AND c.phone = interactions.customer_phone
) WHERE contact_uuid IS NULL AND customer_phone IS NOT NULL AND source IN ('call', 'upload', 'api');
