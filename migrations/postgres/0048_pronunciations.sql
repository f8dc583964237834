-- How an organisation wants words to be said.
CREATE TABLE pronunciations (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  word TEXT COLLATE "C" NOT NULL,
  -- The word in lower case: a word is in the lexicon once.
  word_key TEXT COLLATE "C" NOT NULL,
  phonemes TEXT COLLATE "C",
  respelling TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX pronunciations_by_word ON pronunciations (organisation_id, word_key);
