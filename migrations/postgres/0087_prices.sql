-- What an organisation pays for a service that its calls use, from a moment on.
CREATE TABLE prices (
  uuid TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  part TEXT COLLATE "C" NOT NULL CHECK (part IN ('telephony', 'language_model', 'recognition', 'synthesis')),
  service TEXT COLLATE "C" NOT NULL,
  direction TEXT COLLATE "C" NOT NULL CHECK (direction IN ('inbound', 'outbound', '')),
  valid_from TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  per_minute DOUBLE PRECISION,
  step_seconds BIGINT NOT NULL,
  per_million_prompt_tokens DOUBLE PRECISION,
  per_million_completion_tokens DOUBLE PRECISION,
  per_million_characters DOUBLE PRECISION,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX prices_of ON prices (organisation_id, part, service, direction, valid_from);

-- What each call used of language models and of speech servers.
CREATE TABLE call_usage (
  organisation_id TEXT COLLATE "C" NOT NULL,
  call_uuid TEXT COLLATE "C" NOT NULL,
  part TEXT COLLATE "C" NOT NULL,
  service TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  ms BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  characters BIGINT NOT NULL,
  uncounted BIGINT NOT NULL,
  PRIMARY KEY (call_uuid, part, service)
);

-- An event as JSON, without control characters and halves of characters, which PostgreSQL does not read.
CREATE FUNCTION readable_event(body TEXT) RETURNS json LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(body, '(?<!\\)((?:\\\\)*)\\u[0-9a-fA-F]{4}', '\1?', 'g')::json
$$;

-- Adds up the models of an event by connection.
CREATE FUNCTION model_usage(organisation TEXT, call TEXT, body TEXT) RETURNS SETOF call_usage LANGUAGE sql AS $$
  SELECT organisation, call, 'language_model', coalesce(m ->> 'connection', m ->> 'name'), max(m ->> 'name'), 0::bigint,
    sum((m ->> 'promptTokens')::bigint)::bigint, sum((m ->> 'completionTokens')::bigint)::bigint, 0::bigint,
    sum((m ->> 'requests')::bigint - (m ->> 'reported')::bigint)::bigint
  FROM json_array_elements(readable_event(body) -> 'used' -> 'models') AS m GROUP BY 4
$$;

INSERT INTO call_usage
  SELECT u.organisation_id, u.call_uuid, u.part, u.service, max(u.name), sum(u.ms), sum(u.prompt_tokens),
    sum(u.completion_tokens), sum(u.characters), sum(u.uncounted)
  FROM call_events e, model_usage(e.organisation_id, e.call_uuid, e.body) AS u
  WHERE e.type = 'models' GROUP BY 1, 2, 3, 4;

CREATE FUNCTION call_events_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_usage AS used
  SELECT * FROM model_usage(NEW.organisation_id, NEW.call_uuid, NEW.body) WHERE NEW.type = 'models'
  UNION ALL
  SELECT NEW.organisation_id, NEW.call_uuid, u ->> 'part', u ->> 'engine', u ->> 'engine', (u ->> 'audioMs')::bigint, 0, 0,
    (u ->> 'characters')::bigint, 0
  FROM json_array_elements(CASE WHEN NEW.type = 'speech' THEN readable_event(NEW.body) -> 'used' END) AS u
  ON CONFLICT (call_uuid, part, service) DO UPDATE SET name = excluded.name,
    ms = used.ms + excluded.ms,
    prompt_tokens = used.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = used.completion_tokens + excluded.completion_tokens,
    characters = used.characters + excluded.characters,
    uncounted = used.uncounted + excluded.uncounted;
  RETURN NULL;
END $$;

CREATE TRIGGER call_events_used AFTER INSERT ON call_events
  FOR EACH ROW WHEN (NEW.type IN ('models', 'speech')) EXECUTE FUNCTION call_events_used();
