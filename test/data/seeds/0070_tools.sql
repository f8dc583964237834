INSERT INTO tool_secrets (organisation_id, name, created_at, updated_at, last_used_at)
VALUES ('00000000-0000-4000-8000-000000000001', 'SHOP_KEY', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO mcp_servers (uuid, organisation_id, name, url, headers, tools, listed_at, last_error, created_at)
VALUES ('5d0b1f9e-0000-4000-8000-000000000069', '00000000-0000-4000-8000-000000000001', 'Orders', 'https://mcp.example.com/mcp', '{}', '[]', NULL, '', '2026-01-01T00:00:00.000Z');
