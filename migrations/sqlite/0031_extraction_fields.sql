-- Questions asked of every conversation, of the whole installation.
CREATE TABLE extraction_fields (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  group_name TEXT NOT NULL,
  field_type TEXT NOT NULL,
  options TEXT NOT NULL,
  description TEXT NOT NULL,
  required INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  position INTEGER NOT NULL
);
CREATE UNIQUE INDEX extraction_fields_by_key ON extraction_fields (key);
-- These three cannot be removed.
INSERT INTO extraction_fields (key, name, group_name, field_type, options, description, required, is_active, position) VALUES
  ('outcome', 'Outcome', 'call', 'enum', '["resolved","follow_up_scheduled","visit_scheduled","escalated","interested","no_interest","voicemail","failed"]', 'What the conversation led to.', 1, 1, 1),
  ('disposition', 'Disposition', 'call', 'enum', '["reached","voicemail","not_reached","callback_requested","wrong_number","do_not_call"]', 'Who was reached, and what they asked for.', 1, 1, 2),
  ('next_action', 'Next action', 'call', 'text', '[]', 'What somebody said they would do after the conversation.', 1, 1, 3);
