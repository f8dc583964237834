-- How an organisation wants words to be said.
CREATE TABLE pronunciations (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  word TEXT NOT NULL,
  -- The word in lower case: a word is in the lexicon once.
  word_key TEXT NOT NULL,
  phonemes TEXT,
  respelling TEXT,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX pronunciations_by_word ON pronunciations (organisation_id, word_key);
