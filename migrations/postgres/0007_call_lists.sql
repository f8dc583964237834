-- The lists of calls, newest first; what is filtered by besides is in the index, so that counting reads nothing else.
CREATE INDEX calls_by_flow ON calls (organisation_id, flow_uuid, created_at DESC, uuid, outcome);
CREATE INDEX calls_by_outcome ON calls (organisation_id, outcome, created_at DESC, uuid);
CREATE INDEX calls_by_status ON calls (status, organisation_id, created_at DESC, uuid);
-- A provider names a call and not whose it is.
CREATE INDEX calls_by_provider_call ON calls (provider_call_id) WHERE provider_call_id IS NOT NULL;
-- What calls_by_status does too.
DROP INDEX calls_open;
