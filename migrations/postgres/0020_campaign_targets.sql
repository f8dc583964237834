-- Whom an outbound campaign is to reach, and what came of it.
CREATE TABLE campaign_targets (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  flow_uuid TEXT COLLATE "C" NOT NULL REFERENCES flows (uuid) ON DELETE CASCADE,
  contact_uuid TEXT COLLATE "C" NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('queued', 'waiting', 'dialing', 'finished', 'skipped')),
  -- Why it is not dialled, or not any more.
  reason TEXT COLLATE "C",
  attempts BIGINT NOT NULL,
  -- Not before; NULL when it is not to be dialled.
  next_at TEXT COLLATE "C",
  -- The last of its calls.
  call_uuid TEXT COLLATE "C",
  dialled_at TEXT COLLATE "C",
  outcome TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX campaign_targets_by_contact ON campaign_targets (flow_uuid, contact_uuid);
CREATE INDEX campaign_targets_of_contact ON campaign_targets (contact_uuid);
CREATE INDEX campaign_targets_due ON campaign_targets (flow_uuid, next_at, uuid) WHERE next_at IS NOT NULL;
CREATE INDEX campaign_targets_by_status ON campaign_targets (flow_uuid, status, updated_at DESC, uuid);
CREATE INDEX campaign_targets_by_time ON campaign_targets (flow_uuid, updated_at DESC, uuid);
-- The calls that a line was to dial when it was cut off.
CREATE INDEX calls_for_targets ON calls (organisation_id, status) WHERE target_uuid IS NOT NULL;
