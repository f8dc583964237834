-- Each attempt of a delivery, the first one first. Those of before this have none: the delivery has their result.
ALTER TABLE webhook_deliveries ADD COLUMN attempts TEXT NOT NULL DEFAULT '[]';
CREATE INDEX webhook_deliveries_kept ON webhook_deliveries (created_at) WHERE body <> '';
