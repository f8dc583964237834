INSERT INTO agent_phone_numbers (user_uuid, organisation_id, phone_number)
  SELECT user_uuid, organisation_id, '+12025550143' FROM memberships;
INSERT INTO agent_tag_assignments (user_uuid, organisation_id, tags)
  SELECT user_uuid, organisation_id, '["City:Pune"]' FROM memberships;
