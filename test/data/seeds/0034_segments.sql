INSERT INTO segments (uuid, organisation_id, name, kind, tags, created_at, updated_at) VALUES
  ('s1', 'o1', 'North', 'region', '["City:Pune"]', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO interaction_segments (segment_uuid, interaction_uuid, organisation_id) VALUES ('s1', 'i1', 'o1');
INSERT INTO customer_numbers (organisation_id, contact_uuid) VALUES ('o1', 'c1');
INSERT INTO projects (uuid, organisation_id, name, created_at, updated_at) VALUES
  ('p1', 'o1', 'Launch', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO project_segments (project_uuid, segment_uuid, organisation_id) VALUES ('p1', 's1', 'o1');
INSERT INTO active_projects (organisation_id, user_uuid, project_uuid) VALUES ('o1', 'u1', 'p1');
