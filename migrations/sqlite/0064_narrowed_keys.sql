-- Whether a key opens only routes that name one of its scopes.
ALTER TABLE api_keys ADD COLUMN restricted INTEGER NOT NULL DEFAULT 0;
-- NULL: valid until it is revoked.
ALTER TABLE api_keys ADD COLUMN expires_at TEXT;
-- Scopes that this migration removed, until an admin has seen them.
ALTER TABLE api_keys ADD COLUMN removed_scopes TEXT;

-- A key never exceeds its owner: keys of members keep only the scopes that a member may give to a key.
UPDATE api_keys SET removed_scopes = (
  SELECT json_group_array(value) FROM json_each(api_keys.scopes)
  WHERE value NOT IN ('agent:ocr', 'agent:audio', 'voice:calls:read', 'voice:campaigns:read', 'sales:calls:read', 'sales:reports:read')
) WHERE user_uuid IN (SELECT user_uuid FROM memberships WHERE role = 'member');
UPDATE api_keys SET removed_scopes = NULL WHERE removed_scopes = '[]';
UPDATE api_keys SET scopes = (
  SELECT json_group_array(value) FROM json_each(api_keys.scopes)
  WHERE value IN ('agent:ocr', 'agent:audio', 'voice:calls:read', 'voice:campaigns:read', 'sales:calls:read', 'sales:reports:read')
) WHERE removed_scopes IS NOT NULL;
