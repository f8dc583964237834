-- Who takes calls that are handed on, by the name of a queue; members go with their membership.
CREATE TABLE queues (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON: whoever is assigned one of these is in the queue too.
  tags TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX queues_by_name ON queues (organisation_id, name);

CREATE TABLE queue_members (
  queue_uuid TEXT NOT NULL REFERENCES queues (uuid) ON DELETE CASCADE,
  user_uuid TEXT NOT NULL REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  PRIMARY KEY (queue_uuid, user_uuid)
);
CREATE INDEX queue_members_by_user ON queue_members (user_uuid);

CREATE TABLE agent_availability (
  user_uuid TEXT PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  available INTEGER NOT NULL,
  changed_at TEXT NOT NULL
);
CREATE INDEX agent_availability_of ON agent_availability (organisation_id);

-- A call handed to a person: whom it rings, what they are told, and what came of it.
CREATE TABLE transfers (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  call_uuid TEXT NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  target TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  phone_number TEXT NOT NULL,
  agent_brief TEXT NOT NULL,
  -- JSON, as it was given.
  context TEXT NOT NULL,
  -- Null while it rings.
  result TEXT CHECK (result IN ('accepted', 'declined', 'no_answer', 'busy', 'failed')),
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX transfers_by_call ON transfers (call_uuid, created_at);
-- One at a time for a call, and for a person.
CREATE UNIQUE INDEX transfers_ringing ON transfers (call_uuid) WHERE result IS NULL;
CREATE UNIQUE INDEX transfers_ringing_at ON transfers (user_uuid) WHERE result IS NULL;
CREATE INDEX transfers_of_people ON transfers (organisation_id, user_uuid, created_at);

-- The teammate who speaks in a call that has no agent.
ALTER TABLE calls ADD COLUMN agent_user_uuid TEXT;
CREATE INDEX calls_of_people ON calls (organisation_id, agent_user_uuid, created_at) WHERE agent_user_uuid IS NOT NULL;
