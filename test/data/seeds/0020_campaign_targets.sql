INSERT INTO campaign_targets (uuid, organisation_id, flow_uuid, contact_uuid, status, reason, attempts, next_at, call_uuid, dialled_at, outcome, created_at, updated_at)
  SELECT 't1', 'o1', 'f2', min(uuid), 'waiting', 'retry', 1, '2026-01-02T00:15:00.000Z', 'c3', '2026-01-02T00:00:00.000Z', 'busy', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z' FROM contacts;
