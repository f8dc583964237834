-- The numbers at which people of an organisation are reached, and whose contacts they look after; both go with them.
CREATE TABLE agent_phone_numbers (
  user_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  phone_number TEXT COLLATE "C" NOT NULL
);
CREATE INDEX agent_phone_numbers_of ON agent_phone_numbers (organisation_id);

CREATE TABLE agent_tag_assignments (
  user_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  tags TEXT COLLATE "C" NOT NULL
);
CREATE INDEX agent_tag_assignments_of ON agent_tag_assignments (organisation_id);
