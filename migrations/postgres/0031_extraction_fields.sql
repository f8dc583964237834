-- Questions asked of every conversation, of the whole installation.
CREATE TABLE extraction_fields (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  group_name TEXT COLLATE "C" NOT NULL,
  field_type TEXT COLLATE "C" NOT NULL,
  options TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C" NOT NULL,
  required BIGINT NOT NULL,
  is_active BIGINT NOT NULL,
  position BIGINT NOT NULL
);
CREATE UNIQUE INDEX extraction_fields_by_key ON extraction_fields (key);
-- These three cannot be removed.
INSERT INTO extraction_fields (key, name, group_name, field_type, options, description, required, is_active, position) VALUES
  ('outcome', 'Outcome', 'call', 'enum', '["resolved","follow_up_scheduled","visit_scheduled","escalated","interested","no_interest","voicemail","failed"]', 'What the conversation led to.', 1, 1, 1),
  ('disposition', 'Disposition', 'call', 'enum', '["reached","voicemail","not_reached","callback_requested","wrong_number","do_not_call"]', 'Who was reached, and what they asked for.', 1, 1, 2),
  ('next_action', 'Next action', 'call', 'text', '[]', 'What somebody said they would do after the conversation.', 1, 1, 3);
