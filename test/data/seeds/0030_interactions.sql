INSERT INTO interactions (uuid, organisation_id, source, status, connected, called_at, edits, search, created_at, updated_at) VALUES
  ('i1', 'o1', 'call', 'completed', 1, '2026-01-01T00:00:00.000Z', '{}', '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO transcripts (interaction_uuid, organisation_id, turns, updated_at) VALUES
  ('i1', 'o1', '[]', '2026-01-01T00:00:00.000Z');
