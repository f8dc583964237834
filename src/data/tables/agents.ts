import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

/** How a split test ended. */
export const splitEnds = ['stopped', 'promoted'] as const;

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
  /** Scenarios that a version of an agent is proved with. */
  agentSuites: c.table('agent_suites', {
    agentUuid: c.text('agent_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    scenarioUuids: c.json('scenario_uuids').notNull(),
    /** Runs of each scenario, all of which have to pass. */
    repeats: c.integer('repeats').notNull(),
    mode: c.text('mode', { enum: ['text', 'voice'] }).notNull(),
    /** Percentage of scenarios below which nothing is published; null if any may be. */
    bar: c.integer('bar'),
    updatedAt: c.text('updated_at').notNull(),
  }),
  /** Comparisons of a version with the published one by the agent's suite. */
  agentProofs: c.table('agent_proofs', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    agentUuid: c.text('agent_uuid').notNull(),
    userUuid: c.text('user_uuid'),
    versionBefore: c.integer('version_before').notNull(),
    versionAfter: c.integer('version_after').notNull(),
    /** Scenarios, number of runs and mode when the proof began. */
    suite: c.json('suite').notNull(),
    /** Null until all runs have ended. */
    result: c.json('result'),
    createdAt: c.text('created_at').notNull(),
    finishedAt: c.text('finished_at'),
  }),
  /** Tests in which a share of the calls uses another version. At most one per agent is in progress. */
  agentSplits: c.table('agent_splits', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    agentUuid: c.text('agent_uuid').notNull(),
    userUuid: c.text('user_uuid'),
    /** The version that was published. */
    version: c.integer('version').notNull(),
    otherVersion: c.integer('other_version').notNull(),
    /** Percentage of contacts whose calls use the other version. */
    percent: c.integer('percent').notNull(),
    /** Key of the hash that assigns contacts. */
    hashKey: c.text('hash_key').notNull(),
    startedAt: c.text('started_at').notNull(),
    endedAt: c.text('ended_at'),
    endedBy: c.text('ended_by', { enum: splitEnds }),
  }),
});
