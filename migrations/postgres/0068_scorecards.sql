-- Fields of one organisation beside those of the whole installation, and scores that are measured.
ALTER TABLE extraction_fields ADD COLUMN organisation_id TEXT COLLATE "C";
ALTER TABLE extraction_fields ADD COLUMN measure TEXT COLLATE "C";
DROP INDEX extraction_fields_by_key;
CREATE UNIQUE INDEX extraction_fields_by_key ON extraction_fields (coalesce(organisation_id, ''), key);

-- The scorecard that an organisation starts with. Where the installation has criteria of its own, it waits inactive.
INSERT INTO extraction_fields (organisation_id, key, name, group_name, field_type, options, description, measure, required, only_if_connected, min_seconds, weight, is_active, position)
SELECT o.uuid, d.key, d.name, 'Default scorecard', 'score', '[]', d.description, d.measure, 0, 1, 0, 1,
  CASE WHEN EXISTS (SELECT 1 FROM extraction_fields f WHERE f.field_type = 'score' AND f.is_active = 1) THEN 0 ELSE 1 END,
  d.position
FROM organisations o CROSS JOIN (
  SELECT 'scorecard_greeting' AS key, 'Greeting' AS name, 'The agent greets the customer in one of the first two turns.' AS description, 'greeting' AS measure, 10 AS position
  UNION ALL SELECT 'scorecard_next_step', 'Next step agreed', 'Both sides agree on a visit or another call, with a day or a time. Left out if the call led to something else.', 'next_step', 11
  UNION ALL SELECT 'scorecard_talk_ratio', 'Talk ratio', 'The share of the agent in the speech, or in the words of a text: 100 up to 55 %, 0 from 90 %.', 'talk_ratio', 12
  UNION ALL SELECT 'scorecard_dead_air', 'Dead air', 'Silences over 3 s as a share of the call: 100 up to 5 %, 0 from 30 %. Left out for texts.', 'dead_air', 13
  UNION ALL SELECT 'scorecard_questions', 'Questions answered', 'The share of the questions of the customer that the agent answers. Left out if the words do not show it.', 'question_answered', 14
) AS d;
