-- Calls with values that people entered: the analysis is measured on them.
CREATE INDEX interactions_edited ON interactions (organisation_id, called_at) WHERE edits <> '{}';
