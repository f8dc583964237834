-- The name of a service is that of its newest calls.
CREATE INDEX call_usage_by_service ON call_usage (organisation_id, service, name);
