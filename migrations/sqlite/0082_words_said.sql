-- Mean of a call's scores by their weights, 0 to 100; null without scores, and until the next analysis.
ALTER TABLE interactions ADD COLUMN score INTEGER;

-- What was said in each conversation, by words. The text itself stays in `transcripts` alone.
CREATE VIEW conversation_words AS
  SELECT i.id AS id, t.organisation_id AS organisation, t.interaction_uuid AS interaction_uuid,
    (SELECT substr(group_concat(turn.value ->> '$.text', char(10)), 1, 250000) FROM json_each(t.turns) AS turn) AS words
  FROM transcripts t JOIN interactions i ON i.uuid = t.interaction_uuid;
CREATE VIRTUAL TABLE words_said USING fts5 (
  organisation, words, content = '', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
-- Words of a deleted transcript leave the file at once.
INSERT INTO words_said (words_said, rank) VALUES ('secure-delete', 1);
INSERT INTO words_said (rowid, organisation, words) SELECT id, organisation, words FROM conversation_words;

CREATE TRIGGER transcripts_said AFTER INSERT ON transcripts BEGIN
  INSERT INTO words_said (rowid, organisation, words)
    SELECT id, organisation, words FROM conversation_words WHERE interaction_uuid = new.interaction_uuid;
END;
CREATE TRIGGER transcripts_unsaid BEFORE DELETE ON transcripts BEGIN
  INSERT INTO words_said (words_said, rowid, organisation, words)
    SELECT 'delete', id, organisation, words FROM conversation_words WHERE interaction_uuid = old.interaction_uuid;
END;
CREATE TRIGGER transcripts_before_said_again BEFORE UPDATE OF turns ON transcripts BEGIN
  INSERT INTO words_said (words_said, rowid, organisation, words)
    SELECT 'delete', id, organisation, words FROM conversation_words WHERE interaction_uuid = old.interaction_uuid;
END;
CREATE TRIGGER transcripts_said_again AFTER UPDATE OF turns ON transcripts BEGIN
  INSERT INTO words_said (rowid, organisation, words)
    SELECT id, organisation, words FROM conversation_words WHERE interaction_uuid = new.interaction_uuid;
END;
-- A transcript that is deleted with its conversation no longer finds the number of its row.
CREATE TRIGGER interactions_unsaid BEFORE DELETE ON interactions BEGIN
  INSERT INTO words_said (words_said, rowid, organisation, words)
    SELECT 'delete', id, organisation, words FROM conversation_words WHERE interaction_uuid = old.uuid;
END;
