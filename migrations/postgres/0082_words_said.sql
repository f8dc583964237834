-- Mean of a call's scores by their weights, 0 to 100; null without scores, and until the next analysis.
ALTER TABLE interactions ADD COLUMN score BIGINT;

-- What was said in a conversation, by words. Punctuation separates words as in SQLite. A transcript that cannot be
-- read has no words, so that it is stored all the same.
CREATE FUNCTION words_said(turns TEXT) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL UNSAFE COST 10000 AS $$
BEGIN
  RETURN to_tsvector('simple', translate(
    (SELECT left(string_agg(turn ->> 'text', chr(10)), 250000) FROM jsonb_array_elements(turns::jsonb) AS turn),
    '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~''', repeat(' ', 32)
  ));
EXCEPTION WHEN OTHERS THEN
  RETURN ''::tsvector;
END
$$;
CREATE INDEX transcripts_words_said ON transcripts USING gin (words_said(turns));
