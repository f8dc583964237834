-- Of the request that added the row, beside its Idempotency-Key; null in rows of earlier versions.
ALTER TABLE interactions ADD COLUMN request_digest TEXT;
