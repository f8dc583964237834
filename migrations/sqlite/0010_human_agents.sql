-- The numbers at which people of an organisation are reached, and whose contacts they look after; both go with them.
CREATE TABLE agent_phone_numbers (
  user_uuid TEXT PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  phone_number TEXT NOT NULL
);
CREATE INDEX agent_phone_numbers_of ON agent_phone_numbers (organisation_id);

CREATE TABLE agent_tag_assignments (
  user_uuid TEXT PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  tags TEXT NOT NULL
);
CREATE INDEX agent_tag_assignments_of ON agent_tag_assignments (organisation_id);
