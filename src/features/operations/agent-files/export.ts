import type { OrganisationId } from '../../../data/index.ts';
import type { Agent } from '../../agents/index.ts';
import type { ExtractionField } from '../../analysis/index.ts';
import type { FlowRow } from '../../campaigns/index.ts';
import type { Persona, Scenario } from '../../coaching/index.ts';
import { type AgentFile, agentFileFormat, agentFileVersion, type FilePart, fileLimits } from './agent-file.ts';
import { branchAgentsIn, withBranchAgents } from './branch-agents.ts';
import type { Stores } from './stores.ts';

export interface Exported {
  readonly file: AgentFile;
  readonly agent: Agent;
  /** Uuids of the parts by their name in the file, and ids of the score fields by key. */
  readonly uuids: Uuids;
}

export interface Uuids {
  readonly campaigns: ReadonlyMap<string, string>;
  readonly personas: ReadonlyMap<string, string>;
  readonly scenarios: ReadonlyMap<string, string>;
  readonly pronunciations: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, ExtractionField>;
  /** Documents by digest. */
  readonly documents: ReadonlyMap<string, string>;
}

/** Why an agent cannot be written into a file, as a sentence. */
export interface NotExported {
  readonly refused: string;
}

export interface ExportOptions {
  readonly stores: Stores;
  readonly servers: (organisation: OrganisationId) => Promise<readonly NamedServer[]>;
  /** Returns the names of the secrets that tools use. */
  readonly secretsOf: (tools: Agent['tools']) => readonly string[];
  /** Returns the texts of documents that personas know. */
  readonly personaTexts: (
    organisation: OrganisationId,
    uuids: readonly string[],
  ) => Promise<readonly { readonly title: string; readonly text: string }[]>;
}

export interface NamedServer {
  readonly uuid: string;
  readonly name: string;
  readonly url: string;
}

/** Reads an agent with its parts. The same definitions make the same file, on every server. */
export async function exportAgent(
  options: ExportOptions,
  organisation: OrganisationId,
  uuid: string,
): Promise<Exported | NotExported | undefined> {
  const { stores } = options;
  const agent = await stores.agents.get(organisation, uuid);
  if (agent === undefined) return undefined;
  const usedServers = new Set(agent.tools.map(({ mcp }) => mcp?.server_uuid));
  const servers = (await options.servers(organisation)).filter(({ uuid: server }) => usedServers.has(server));
  const usedModels = [agent.model?.uuid, agent.model?.fallback_uuid];
  const models = (await stores.parts.models(organisation)).filter(({ uuid: model }) => usedModels.includes(model));
  const rows = (await stores.parts.campaigns(organisation, uuid)).sort(byName);
  const agents = await stores.parts.agents(organisation);
  const handedTo = branchAgentsIn(rows.map(({ config }) => config));
  const suite = await stores.suites.of(organisation, uuid);
  const { scenarios, personas } = await practiceOf(stores, organisation, suite?.scenarioUuids ?? []);
  const fields = await fieldsOf(stores, organisation, scenarios);
  const campaigns = [];
  for (const row of rows)
    campaigns.push(campaignPart(row, { agents, knowledge: await stores.campaigns.knowledge(organisation, row.uuid) }));
  const personaParts = [];
  for (const persona of personas)
    personaParts.push(personaPart(persona, await options.personaTexts(organisation, persona.document_uuids)));
  const documents = await documentsOf(stores, organisation, agent);
  const agentPart = agentPartOf(agent, { servers, models });
  const words = await wordsIn(stores, organisation, [agentPart, campaigns]);
  const named = agents.filter((each) =>
    agents.some(({ uuid: id, name }) => handedTo.includes(id) && name === each.name),
  );
  const refused = refusalOf({ campaigns: rows, personas, scenarios, servers, models, agents: named });
  if (refused !== undefined) return { refused };
  return {
    agent,
    file: {
      format: agentFileFormat,
      version: agentFileVersion,
      agent: agentPart,
      campaigns,
      scorecard: fields.map(fieldPart),
      personas: personaParts,
      scenarios: scenarios.map((scenario) => scenarioPart(scenario, { personas, fields })),
      ...(suite?.settings !== undefined && { suite: suite.settings }),
      pronunciations: words.map(({ word, phonemes, respelling }) => ({ word, phonemes, respelling })),
      documents: documents.map(({ title, fileName, digest }) => ({ title, file_name: fileName, sha256: digest })),
      mcp_servers: servers.map(({ name, url }) => ({ name, url })).sort(byName),
      secrets: [...options.secretsOf(agent.tools)].sort(),
    },
    uuids: {
      campaigns: byNameOf(rows),
      personas: byNameOf(personas),
      scenarios: byNameOf(scenarios),
      pronunciations: new Map(words.map((row) => [row.word, row.uuid])),
      fields: new Map(fields.map((field) => [field.key, field])),
      documents: new Map(documents.map((row) => [row.digest, row.uuid])),
    },
  };
}

/** By code unit, because databases order text differently. */
const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: { readonly name: string }, b: { readonly name: string }): number => inOrder(a.name, b.name);
const byNameOf = (all: readonly { readonly name: string; readonly uuid: string }[]): ReadonlyMap<string, string> =>
  new Map(all.map(({ name, uuid }) => [name, uuid]));

async function practiceOf(stores: Stores, organisation: OrganisationId, scenarioUuids: readonly string[]) {
  const scenarios: Scenario[] = [];
  const personas = new Map<string, Persona>();
  for (const uuid of scenarioUuids) {
    const scenario = await stores.scenarios.get(organisation, uuid);
    if (scenario === undefined) continue;
    scenarios.push(scenario);
    const persona = personas.has(scenario.persona_uuid)
      ? undefined
      : await stores.personas.get(organisation, scenario.persona_uuid);
    if (persona !== undefined) personas.set(persona.uuid, persona);
  }
  return { scenarios, personas: [...personas.values()].sort(byName) };
}

/** Returns the score fields that scenarios name, by key. */
async function fieldsOf(
  stores: Stores,
  organisation: OrganisationId,
  scenarios: readonly Scenario[],
): Promise<ExtractionField[]> {
  const ids = new Set(scenarios.flatMap(({ rubric_overrides: criteria }) => criteria));
  if (ids.size === 0) return [];
  const { fields } = await stores.fields.list(organisation);
  return fields.filter(({ id }) => ids.has(`${id}`)).sort((a, b) => inOrder(a.key, b.key));
}

async function documentsOf({ parts }: Stores, organisation: OrganisationId, agent: Agent) {
  const rows = await parts.documents(organisation, agent.knowledge_document_ids);
  return agent.knowledge_document_ids.flatMap((uuid) => rows.filter((row) => row.uuid === uuid));
}

const wordForm = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&.+-]*/gu;
const keyOfWord = (word: string): string => word.replaceAll('’', "'").toLowerCase();

/** Returns the words of the lexicon that occur in texts. */
async function wordsIn({ lexicon }: Stores, organisation: OrganisationId, texts: unknown) {
  const { rows } = await lexicon.list(organisation, { limit: fileLimits.pronunciations, offset: 0 });
  if (rows.length === 0) return [];
  const spoken = new Set<string>();
  for (const text of textsIn(texts))
    for (const [word] of text.matchAll(wordForm)) {
      const whole = keyOfWord(word);
      spoken.add(whole).add(whole.replace(/(?:'s|[.'&+-])+$/, ''));
    }
  return rows.filter(({ wordKey }) => spoken.has(wordKey)).sort((a, b) => inOrder(a.wordKey, b.wordKey));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

interface Sources {
  readonly servers: readonly NamedServer[];
  readonly models: readonly { readonly uuid: string; readonly name: string }[];
}

function agentPartOf(agent: Agent, { servers, models }: Sources): FilePart {
  const modelName = (uuid: string | null): string | null => models.find((model) => model.uuid === uuid)?.name ?? null;
  const { model } = agent;
  return {
    name: agent.name,
    persona_prompt: agent.persona_prompt,
    greeting: agent.greeting,
    voice_config: agent.voice_config,
    languages: agent.languages,
    turn: agent.turn,
    tools: agent.tools.map(({ mcp, ...tool }) => ({
      ...tool,
      mcp: mcp && { server: servers.find(({ uuid }) => uuid === mcp.server_uuid)?.name ?? '', tool: mcp.tool },
    })),
    built_in_tools: agent.built_in_tools,
    max_call_seconds: agent.max_call_seconds,
    voicemail: agent.voicemail,
    model: model && {
      name: modelName(model.uuid),
      fallback: modelName(model.fallback_uuid),
      temperature: model.temperature,
      speculation: model.speculation,
    },
  };
}

interface CampaignParts {
  readonly agents: readonly { readonly uuid: string; readonly name: string }[];
  readonly knowledge: readonly { readonly id: string; readonly title: string; readonly text: string }[];
}

const campaignPart = (row: FlowRow, { agents, knowledge }: CampaignParts): FilePart => ({
  name: row.name,
  kind: row.kind,
  provider: row.provider,
  language_code: row.languageCode,
  time_window: row.timeWindow,
  config: withBranchAgents(row.config, (agent, branch) => ({
    ...branch,
    agent: agents.find(({ uuid }) => uuid === agent)?.name ?? agent,
  })),
  knowledge: knowledge.map(({ id, title, text }) => ({ id, title, text })),
});

const fieldPart = (field: ExtractionField): FilePart => ({
  key: field.key,
  name: field.name,
  group: field.group,
  field_type: field.field_type,
  options: field.options,
  description: field.description,
  required: field.required,
  only_if_connected: field.only_if_connected,
  min_seconds: field.min_seconds,
  weight: field.weight,
  measure: field.measure,
});

const personaPart = (persona: Persona, documents: readonly { title: string; text: string }[]): FilePart => ({
  name: persona.name,
  profile: persona.profile,
  objections: persona.objections,
  hidden_state: persona.hidden_state,
  speech_habits: persona.speech_habits,
  language_code: persona.language_code,
  voice: persona.voice,
  documents: documents.map(({ title, text }) => ({ title, text })),
});

interface Named {
  readonly personas: readonly Persona[];
  readonly fields: readonly ExtractionField[];
}

const scenarioPart = (scenario: Scenario, { personas, fields }: Named): FilePart => ({
  name: scenario.name,
  persona: personas.find(({ uuid }) => uuid === scenario.persona_uuid)?.name ?? '',
  situation: scenario.situation,
  objective: scenario.objective,
  difficulty: scenario.difficulty,
  category: scenario.category,
  agent_opens: scenario.agent_opens,
  hidden_state: scenario.hidden_state,
  stop_conditions: scenario.stop_conditions,
  rubric: scenario.rubric,
  criteria:
    scenario.rubric === null
      ? scenario.rubric_overrides.flatMap((id) => fields.find((field) => `${field.id}` === id)?.key ?? [])
      : [],
  tool_mocks: scenario.tool_mocks,
  line_quality: scenario.line_quality,
});

/** Parts refer to each other by name, so two of one kind cannot have the same. */
function refusalOf(named: Readonly<Record<string, readonly { readonly name: string }[]>>): string | undefined {
  for (const [kind, all] of Object.entries(named)) {
    const twin = all.find(({ name }, at) => all.some((other, index) => index < at && other.name === name));
    if (twin !== undefined)
      return `Two ${kind} have the name "${twin.name}", and a file refers to them by name. Rename one of them first.`;
  }
  const many = (['campaigns', 'personas', 'scenarios'] as const).find(
    (kind) => (named[kind]?.length ?? 0) > fileLimits[kind],
  );
  return many === undefined
    ? undefined
    : `The agent has more than ${fileLimits[many]} ${many}, which is too many for a file.`;
}
