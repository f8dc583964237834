-- Credentials that tools and MCP servers name, and the MCP servers of an organisation.
CREATE TABLE tool_secrets (
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_used_at TEXT,
  PRIMARY KEY (organisation_id, name)
);
CREATE TABLE mcp_servers (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  headers TEXT NOT NULL,
  tools TEXT NOT NULL,
  listed_at TEXT,
  last_error TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX mcp_servers_by_organisation ON mcp_servers (organisation_id);
