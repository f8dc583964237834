INSERT INTO practice_reviews (run_uuid, organisation_id, user_uuid, verdict, scores, reason, updated_at)
SELECT uuid, organisation_id, user_uuid, 'fail', '[{"field_id":"1","score":null}]', 'Seen.', '2026-10-01T00:00:00.000Z'
FROM practice_runs LIMIT 1;
INSERT INTO judge_checks (uuid, organisation_id, run_uuid, verdict_before, verdict_after, scores_after, created_at)
SELECT 'jc-1', organisation_id, uuid, 'pass', 'fail', '[]', '2026-10-01T00:00:00.000Z' FROM practice_runs LIMIT 1;
