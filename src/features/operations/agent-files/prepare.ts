import type { z } from 'zod';
import { inputAdvice } from '../../../http/input-advice.ts';
import { type NewAgentBody, newAgent } from '../../agents/index.ts';
import { type NewField, newField } from '../../analysis/index.ts';
import { type NewCampaignBody, newCampaign } from '../../campaigns/index.ts';
import { newCoachDocument, newPersona, newScenario } from '../../coaching/index.ts';
import { type NewPronunciation, newPronunciation } from '../../voices/index.ts';
import { type AgentFile, type FilePart, faultsOf, type Unreadable, unknownMembers } from './agent-file.ts';
import { branchAgentsIn, withBranchAgents } from './branch-agents.ts';
import { fileModel, fileTools, knowledgePart } from './file-parts.ts';

/** The parts of a file as the requests that would make them, with what they refer to by name. */
export interface Read {
  readonly agent: Omit<NewAgentBody, 'tools' | 'model'>;
  readonly tools: z.output<typeof fileTools>;
  readonly model: z.output<typeof fileModel>;
  readonly campaigns: readonly (NewCampaignBody & { readonly knowledge: z.output<typeof knowledgePart> })[];
  /** Names of the agents to which branches of the campaigns lead, by the identifier that stands for each. */
  readonly handedTo: ReadonlyMap<string, string>;
  readonly fields: readonly NewField[];
  readonly personas: readonly ReadPersona[];
  readonly scenarios: readonly ReadScenario[];
  readonly pronunciations: readonly NewPronunciation[];
}

type ReadPersona = z.output<typeof newPersona> & {
  readonly documents: readonly z.output<typeof newCoachDocument>[];
};
type ReadScenario = Omit<z.output<typeof newScenario>, 'persona_uuid'> & { readonly persona: string };

/** A scenario of a file names its persona; the schema of the API needs an identifier. */
const anyUuid = '00000000-0000-4000-8000-000000000000';
/** Stands for an agent of a branch until it is found by its name. */
const placeholderOf = (index: number): string => `00000000-0000-4000-8000-${`${index + 1}`.padStart(12, '0')}`;
/** A tool of an MCP server is checked with the others before its server is known. */
const anyServer = anyUuid;

/** Checks the parts of a file by the schemas of the API. Returns every fault with its place. */
export function readParts(file: AgentFile): Read | Unreadable {
  const wrong: string[] = [];
  const read = <T extends z.ZodType>(schema: T, input: unknown, place: string): z.output<T> => {
    const parsed = schema.safeParse(input, { error: inputAdvice });
    if (!parsed.success) wrong.push(...faultsOf(parsed.error, place));
    else wrong.push(...unknownMembers(input, parsed.data, place));
    return parsed.data as z.output<T>;
  };
  const listOf = <T>(list: readonly FilePart[], kind: string, readPart: (part: FilePart, place: string) => T): T[] =>
    list.map((part, at) => readPart(part, `${kind}.${at}`));

  const { tools: givenTools, model: givenModel, ...agentFields } = file.agent;
  const tools = read(fileTools, givenTools ?? [], 'agent.tools');
  const model = read(fileModel, givenModel ?? null, 'agent.model');
  const placedTools = (tools ?? []).map(({ mcp, ...tool }) => ({
    ...tool,
    mcp: mcp && { server_uuid: anyServer, tool: mcp.tool },
  }));
  const agent = read(newAgent, { ...agentFields, tools: placedTools }, 'agent');
  wrong.push(...misplaced(agentFields, ['knowledge_document_ids', 'version_note'], 'agent'));
  const agentNames = branchAgentsIn(file.campaigns.map(({ config }) => config));
  const handedTo = new Map(agentNames.map((name, index) => [placeholderOf(index), name]));
  const placed = (config: unknown): unknown =>
    withBranchAgents(config, (name, branch) => ({ ...branch, agent: placeholderOf(agentNames.indexOf(name)) }));
  const campaigns = listOf(file.campaigns, 'campaigns', ({ knowledge, ...campaign }, place) => ({
    ...read(
      newCampaign.pick(campaignKeys),
      'config' in campaign ? { ...campaign, config: placed(campaign.config) } : campaign,
      place,
    ),
    status: 'draft' as const,
    knowledge: read(knowledgePart, knowledge ?? [], `${place}.knowledge`),
  }));
  const fields = listOf(file.scorecard, 'scorecard', (field, place) => {
    wrong.push(...misplaced(field, ['scope', 'position', 'is_active'], place));
    return read(newField, field, place);
  });
  const personas = listOf(file.personas, 'personas', ({ documents, ...persona }, place) => ({
    ...read(newPersona, persona, place),
    documents: read(newCoachDocument.array().max(50), documents ?? [], `${place}.documents`),
  }));
  const scenarios = listOf(file.scenarios, 'scenarios', ({ persona, criteria, ...scenario }, place) => {
    const body = { ...scenario, persona_uuid: anyUuid, ...chosenBy(criteria) };
    const { persona_uuid: _, ...others } = read(newScenario, body, place) ?? { persona_uuid: '' };
    if (!file.personas.some(({ name }) => name === persona))
      wrong.push(`${place}.persona: must be the name of a persona of the file.`);
    return { ...others, persona: `${persona}` } as ReadScenario;
  });
  const pronunciations = listOf(file.pronunciations, 'pronunciations', (word, place) =>
    read(newPronunciation, word, place),
  );
  for (const [kind, key] of uniqueParts) wrong.push(...twinsIn(file[kind], kind, key));
  if (wrong.length > 0) return { wrong };
  return {
    agent,
    tools: agent.tools?.map((tool, at) => ({ ...tool, mcp: tools[at]?.mcp ?? null })) ?? [],
    model,
    campaigns,
    handedTo,
    fields,
    personas,
    scenarios,
    pronunciations,
  };
}

/** Members of the API that belong to a server. */
const misplaced = (part: FilePart, keys: readonly string[], place: string): string[] =>
  keys.filter((key) => key in part).map((key) => `${place}.${key}: does not belong into a file. Take it out.`);

const campaignKeys = {
  kind: true,
  name: true,
  provider: true,
  language_code: true,
  time_window: true,
  config: true,
} as const;

const chosenBy = (criteria: unknown): object =>
  criteria === undefined || criteria === null || (Array.isArray(criteria) && criteria.length === 0)
    ? {}
    : { rubric_field_ids: criteria };

const uniqueParts = [
  ['campaigns', 'name'],
  ['personas', 'name'],
  ['scenarios', 'name'],
  ['scorecard', 'key'],
  ['pronunciations', 'word'],
] as const;

function twinsIn(parts: readonly FilePart[], kind: string, key: string): string[] {
  const seen = new Set<unknown>();
  return parts.flatMap((part, at) => {
    const isTwin = seen.has(part[key]);
    seen.add(part[key]);
    return isTwin ? [`${kind}.${at}.${key}: occurs twice. Parts of a file refer to each other by it.`] : [];
  });
}
