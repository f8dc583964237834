-- The robot that answered an outbound call before a person or voicemail.
ALTER TABLE calls ADD COLUMN first_answered_by TEXT COLLATE "C" CHECK (first_answered_by IN ('call_screening', 'menu'));
