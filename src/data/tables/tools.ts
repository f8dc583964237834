import type { Columns } from '../columns.ts';

export const toolTables = (c: Columns) => ({
  /** The value is sealed as the setting `secret.<name>`. */
  toolSecrets: c.table(
    'tool_secrets',
    {
      organisationId: c.text('organisation_id').notNull(),
      name: c.text('name').notNull(),
      createdAt: c.text('created_at').notNull(),
      updatedAt: c.text('updated_at').notNull(),
      lastUsedAt: c.text('last_used_at'),
    },
    (table) => [c.primaryKey({ columns: [table.organisationId, table.name] })],
  ),
  mcpServers: c.table('mcp_servers', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    name: c.text('name').notNull(),
    url: c.text('url').notNull(),
    /** Templates: credentials are named, not contained. */
    headers: c.json('headers').notNull(),
    /** The tools at the time of `listedAt`. */
    tools: c.json('tools').notNull(),
    listedAt: c.text('listed_at'),
    /** Why the last listing failed; empty if it succeeded. */
    lastError: c.text('last_error').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
});
