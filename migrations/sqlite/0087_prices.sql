-- What an organisation pays for a service that its calls use, from a moment on.
CREATE TABLE prices (
  uuid TEXT NOT NULL PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  part TEXT NOT NULL CHECK (part IN ('telephony', 'language_model', 'recognition', 'synthesis')),
  service TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('inbound', 'outbound', '')),
  valid_from TEXT NOT NULL,
  currency TEXT NOT NULL,
  per_minute REAL,
  step_seconds INTEGER NOT NULL,
  per_million_prompt_tokens REAL,
  per_million_completion_tokens REAL,
  per_million_characters REAL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX prices_of ON prices (organisation_id, part, service, direction, valid_from);

-- What each call used of language models and of speech servers.
CREATE TABLE call_usage (
  organisation_id TEXT NOT NULL,
  call_uuid TEXT NOT NULL,
  part TEXT NOT NULL,
  service TEXT NOT NULL,
  name TEXT NOT NULL,
  ms INTEGER NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  characters INTEGER NOT NULL,
  uncounted INTEGER NOT NULL,
  PRIMARY KEY (call_uuid, part, service)
);

INSERT INTO call_usage
  SELECT e.organisation_id, e.call_uuid, 'language_model', coalesce(m.value ->> '$.connection', m.value ->> '$.name'),
    max(m.value ->> '$.name'), 0, sum(m.value ->> '$.promptTokens'), sum(m.value ->> '$.completionTokens'), 0,
    sum((m.value ->> '$.requests') - (m.value ->> '$.reported'))
  FROM call_events e, json_each(e.body, '$.used.models') AS m
  WHERE e.type = 'models' GROUP BY 1, 2, 4;

CREATE TRIGGER call_events_models AFTER INSERT ON call_events WHEN new.type = 'models' BEGIN
  INSERT INTO call_usage
    SELECT new.organisation_id, new.call_uuid, 'language_model', coalesce(m.value ->> '$.connection', m.value ->> '$.name'),
      max(m.value ->> '$.name'), 0, sum(m.value ->> '$.promptTokens'), sum(m.value ->> '$.completionTokens'), 0,
      sum((m.value ->> '$.requests') - (m.value ->> '$.reported'))
    FROM json_each(new.body, '$.used.models') AS m WHERE true GROUP BY 4
    ON CONFLICT (call_uuid, part, service) DO UPDATE SET name = excluded.name,
      prompt_tokens = prompt_tokens + excluded.prompt_tokens,
      completion_tokens = completion_tokens + excluded.completion_tokens,
      uncounted = uncounted + excluded.uncounted;
END;

CREATE TRIGGER call_events_speech AFTER INSERT ON call_events WHEN new.type = 'speech' BEGIN
  INSERT INTO call_usage
    SELECT new.organisation_id, new.call_uuid, u.value ->> '$.part', u.value ->> '$.engine', u.value ->> '$.engine',
      u.value ->> '$.audioMs', 0, 0, u.value ->> '$.characters', 0
    FROM json_each(new.body, '$.used') AS u WHERE true
    ON CONFLICT (call_uuid, part, service) DO UPDATE SET ms = ms + excluded.ms, characters = characters + excluded.characters;
END;
