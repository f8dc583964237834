INSERT INTO pronunciations (uuid, organisation_id, word, word_key, phonemes, respelling, created_at)
  VALUES ('pr1', 'o1', 'Nguyen', 'nguyen', 'wɪn', NULL, '2026-01-01T00:00:00.000Z');
