import { type Database, localOrganisation } from '../../data/index.ts';
import { createAgentStore, createAgents } from '../../features/agents/agents/index.ts';
import { createFlowStore, type FlowRow, flowConfig } from '../../features/campaigns/campaigns/index.ts';
import { createContactStore, sampleContacts } from '../../features/campaigns/contacts/index.ts';

const mostFlows = 20;

/**
 * Complements the flows of the examples folder with sample contacts and a voice agent for each flow.
 */
export async function addSamples(database: Database, now: () => Date): Promise<void> {
  const options = { at: now().toISOString(), sight: undefined };
  await createContactStore(database).upsert(localOrganisation, sampleContacts, options);
  const flows = createFlowStore(database);
  const { rows } = await flows.list(localOrganisation, {}, { limit: mostFlows, offset: 0 });
  for (const row of rows.filter(({ voiceAgentUuid }) => voiceAgentUuid === null)) {
    const voiceAgentUuid = await addAgentOf(row, database, now);
    if (voiceAgentUuid === undefined) continue;
    await flows.change(localOrganisation, row.uuid, async () => ({ set: { voiceAgentUuid } }));
  }
}

/** Creates an agent from the identity in the flow's configuration. The flow's own values keep precedence. */
async function addAgentOf(
  { speaker, languageCode, config }: FlowRow,
  database: Database,
  now: () => Date,
): Promise<string | undefined> {
  const parsed = flowConfig.safeParse(config);
  if (!parsed.success) return undefined;
  const { agent_name: name, persona_prompt, greeting } = parsed.data;
  const agents = createAgents({
    store: createAgentStore(database),
    voices: async () => [{ name: speaker, provider: 'platform', languageCodes: [languageCode] }],
    recognised: async () => undefined,
    toolRefusal: async () => undefined,
    now,
  });
  const voice = { provider: 'platform', speaker, language_code: languageCode } as const;
  const agent = await agents.add(localOrganisation, { name, persona_prompt, greeting, voice_config: voice });
  return 'uuid' in agent ? agent.uuid : undefined;
}
