import type { Columns } from '../columns.ts';

export const agentTables = (c: Columns) => ({
  voiceAgents: c.table('voice_agents', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    /** Counted per organisation and never reused. */
    number: c.integer('number').notNull(),
    name: c.text('name').notNull(),
    personaPrompt: c.text('persona_prompt').notNull(),
    greeting: c.text('greeting').notNull(),
    voiceConfig: c.json('voice_config').notNull(),
    languages: c.json('languages').notNull(),
    turn: c.json('turn').notNull(),
    tools: c.json('tools').notNull(),
    maxCallSeconds: c.integer('max_call_seconds').notNull(),
    voicemail: c.json('voicemail'),
    /** The language model; null for the default of the organisation. */
    model: c.json('model'),
    /** Whether it has each built-in tool; null for the defaults. */
    builtInTools: c.json('built_in_tools'),
    /** Why its model failed again and again in a call. */
    modelTrouble: c.json('model_trouble'),
    createdAt: c.text('created_at').notNull(),
    /** The version that new calls use. */
    version: c.integer('version').notNull().default(1),
    /** The version that is not published yet. */
    draftVersion: c.integer('draft_version'),
  }),
  voiceAgentNumbers: c.table('voice_agent_numbers', {
    organisationId: c.text('organisation_id').primaryKey(),
    lastNumber: c.integer('last_number').notNull(),
  }),
  voiceAgentDocuments: c.table(
    'voice_agent_documents',
    {
      organisationId: c.text('organisation_id').notNull(),
      agentUuid: c.text('agent_uuid').notNull(),
      documentUuid: c.text('document_uuid').notNull(),
      position: c.integer('position').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.agentUuid, table.documentUuid] })],
  ),
});
