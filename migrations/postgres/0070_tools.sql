-- Credentials that tools and MCP servers name, and the MCP servers of an organisation.
CREATE TABLE tool_secrets (
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  last_used_at TEXT COLLATE "C",
  PRIMARY KEY (organisation_id, name)
);
CREATE TABLE mcp_servers (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  headers TEXT COLLATE "C" NOT NULL,
  tools TEXT COLLATE "C" NOT NULL,
  listed_at TEXT COLLATE "C",
  last_error TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX mcp_servers_by_organisation ON mcp_servers (organisation_id);
