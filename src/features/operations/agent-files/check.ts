import { isDeepStrictEqual } from 'node:util';
import type { OrganisationId } from '../../../data/index.ts';
import { kindOf, websiteType } from '../../../files/index.ts';
import type { Agent, Agents, NewAgentBody } from '../../agents/index.ts';
import type { ExtractionField, NewField } from '../../analysis/index.ts';
import type { FileDocument } from './agent-file.ts';
import { withBranchAgents, withoutAgent } from './branch-agents.ts';
import type { Exported, NamedServer } from './export.ts';
import type { Read } from './prepare.ts';
import type { Acceptable, ImportProblem } from './problems.ts';
import type { Stores } from './stores.ts';

export interface Voice {
  readonly provider: string;
  readonly name: string;
  readonly languageCodes: readonly string[];
}

/** What a file is compared with: this server, and the organisation that imports it. */
export interface CheckOptions {
  readonly stores: Stores;
  readonly agents: Pick<Agents, 'refusalOfLanguage'>;
  readonly voices: (organisation: OrganisationId) => Promise<readonly Voice[]>;
  readonly servers: (organisation: OrganisationId) => Promise<readonly NamedServer[]>;
  readonly secretNames: (organisation: OrganisationId) => Promise<readonly string[]>;
  readonly secretsOf: (tools: Agent['tools']) => readonly string[];
  /** Returns what is wrong with a tool, as its field and the rest of a sentence; undefined if nothing is. */
  readonly toolRefusal: (organisation: OrganisationId, tool: Agent['tools'][number]) => Promise<string | undefined>;
  readonly pronunciationRefusal: (word: Read['pronunciations'][number]) => Promise<string | undefined>;
}

export interface Importer {
  readonly organisation: OrganisationId;
  readonly userUuid: string;
  /** Whether the importer may change the scorecard. */
  readonly isAdmin: boolean;
  readonly accept: ReadonlySet<Acceptable>;
}

export interface CheckedDocument extends FileDocument {
  /** The document that has this content already; undefined for one to add. */
  readonly uuid: string | undefined;
}

export interface Checked {
  readonly agent: NewAgentBody;
  readonly campaigns: Read['campaigns'];
  readonly fields: readonly {
    readonly field: NewField;
    readonly existing: ExtractionField | undefined;
    readonly action: 'create' | 'update' | 'keep';
  }[];
  readonly personas: Read['personas'];
  readonly scenarios: Read['scenarios'];
  readonly pronunciations: readonly {
    readonly word: Read['pronunciations'][number];
    readonly uuid: string | undefined;
    readonly action: 'create' | 'update' | 'keep';
  }[];
  readonly documents: readonly CheckedDocument[];
  readonly problems: readonly ImportProblem[];
}

interface Checking {
  readonly options: CheckOptions;
  readonly importer: Importer;
  /** The agent that the file replaces. */
  readonly current: Exported | undefined;
  readonly problems: ImportProblem[];
}

/** Stands in a branch for the agent of the file itself, which has its identifier once it is written. */
export const ownAgent = '00000000-0000-4000-8000-000000000000';

/** Resolves what the parts of a file name, and collects what is missing here or differs. */
export async function checkParts(
  options: CheckOptions,
  importer: Importer,
  {
    read,
    documents,
    contents,
    current,
    ownName,
  }: {
    readonly read: Read;
    readonly documents: readonly FileDocument[];
    readonly contents: ReadonlyMap<string, Buffer>;
    readonly current?: Exported | undefined;
    /** Name of the agent in the file, by which its campaigns may lead back to it. */
    readonly ownName: string;
  },
): Promise<Checked> {
  const checking: Checking = { options, importer, current, problems: [] };
  const tools = await toolsOf(read, checking);
  const model = await modelOf(read.model, checking);
  const agent = { ...read.agent, tools, model };
  const [voiced, personas] = await voicesOf(agent, read.personas, checking);
  const checked = {
    agent: voiced,
    campaigns: await handedOver(read, ownName, checking),
    fields: await fieldsOf(read.fields, checking),
    personas,
    scenarios: read.scenarios,
    pronunciations: await wordsOf(read.pronunciations, checking),
    documents: await documentsOf(documents, contents, checking),
  };
  return { ...checked, problems: checking.problems };
}

/** Adds a problem, unless the importer accepts it. */
function report({ importer, problems }: Checking, problem: ImportProblem): void {
  if (problem.accept === null || !importer.accept.has(problem.accept)) problems.push(problem);
}

async function toolsOf(read: Read, checking: Checking): Promise<Agent['tools']> {
  const { options, importer } = checking;
  const servers = await options.servers(importer.organisation);
  const tools = read.tools.flatMap(({ mcp, ...tool }): object[] => {
    if (!mcp) return [{ ...tool, mcp: null }];
    const uuid = servers.find(({ name }) => name === mcp.server)?.uuid;
    return uuid === undefined ? [] : [{ ...tool, mcp: { server_uuid: uuid, tool: mcp.tool } }];
  }) as Agent['tools'];
  const named = new Set(read.tools.flatMap(({ mcp }) => mcp?.server ?? []));
  for (const name of [...named].filter((server) => !servers.some((each) => each.name === server)))
    report(checking, {
      kind: 'mcp_server',
      name,
      detail: `The MCP server "${name}" does not exist here. Add it under this name, or accept that its tools are left out.`,
      accept: 'mcp_servers',
    });
  const storedNames = new Set(await options.secretNames(importer.organisation));
  for (const name of options.secretsOf(tools).filter((secret) => !storedNames.has(secret)))
    report(checking, {
      kind: 'secret',
      name,
      detail: `The secret ${name} does not exist here. An admin can store it under Secrets; files never hold secrets.`,
      accept: null,
    });
  const ready = tools.filter((tool) => options.secretsOf([tool]).every((secret) => storedNames.has(secret)));
  const refusals = await Promise.all(ready.map((tool) => options.toolRefusal(importer.organisation, tool)));
  for (const [at, refusal] of refusals.entries())
    if (refusal !== undefined)
      report(checking, {
        kind: 'tool',
        name: ready[at]?.name ?? '',
        detail: `The tool ${ready[at]?.name} cannot be used here. ${refusal}.`,
        accept: null,
      });
  return tools;
}

async function modelOf(model: Read['model'], checking: Checking): Promise<NewAgentBody['model']> {
  if (model === null) return null;
  const { options, importer } = checking;
  const models = await options.stores.parts.models(importer.organisation);
  const uuidOf = (name: string | null): string | null => {
    const uuid = models.find((each) => each.name === name)?.uuid;
    if (uuid === undefined && name !== null)
      report(checking, {
        kind: 'model',
        name,
        detail: `The language model "${name}" does not exist here. Connect it under this name, or accept that the default one is used.`,
        accept: 'models',
      });
    return uuid ?? null;
  };
  const [uuid, fallback] = [uuidOf(model.name), uuidOf(model.fallback)];
  if (uuid === null) return null;
  return {
    uuid,
    fallback_uuid: fallback === uuid ? null : fallback,
    temperature: model.temperature,
    speculation: model.speculation,
  };
}

/** Replaces the names of agents in branches by those of this organisation. */
async function handedOver(
  { campaigns, handedTo }: Read,
  ownName: string,
  checking: Checking,
): Promise<Read['campaigns']> {
  if (handedTo.size === 0) return campaigns;
  const agents = await checking.options.stores.parts.agents(checking.importer.organisation);
  const uuids = new Map<string, string>();
  for (const [placeholder, name] of handedTo) {
    const [agent, twin] = agents.filter((each) => each.name === name);
    if (name === ownName) uuids.set(placeholder, ownAgent);
    else if (agent !== undefined && twin === undefined) uuids.set(placeholder, agent.uuid);
    else
      report(checking, {
        kind: 'agent',
        name,
        detail:
          agent === undefined
            ? `The agent "${name}", which takes over at a step, does not exist here. Import it first, or accept that the same agent continues.`
            : `Two agents here have the name "${name}", to whom a step hands the call over. Rename one of them, or accept that the same agent continues.`,
        accept: 'agents',
      });
  }
  return campaigns.map((campaign) => ({
    ...campaign,
    config: withBranchAgents(campaign.config, (placeholder, branch) => {
      const uuid = uuids.get(placeholder);
      return uuid === undefined ? withoutAgent(branch) : { ...branch, agent: uuid };
    }) as typeof campaign.config,
  }));
}

async function voicesOf(
  agent: NewAgentBody,
  personas: Read['personas'],
  checking: Checking,
): Promise<[NewAgentBody, Read['personas']]> {
  const { organisation } = checking.importer;
  const voices = await checking.options.voices(organisation);
  const isConfigured = (provider: string): boolean => voices.some((voice) => voice.provider === provider);
  const isMissing = (provider: string, speaker: string): boolean =>
    isConfigured(provider) && !voices.some((voice) => voice.provider === provider && voice.name === speaker);
  const missing = (speaker: string, whose: string): void =>
    report(checking, {
      kind: 'voice',
      name: speaker,
      detail: `The voice "${speaker}" of ${whose} does not exist here. Make it under this name, or accept that another voice speaks.`,
      accept: 'voices',
    });
  const { provider, speaker, language_code: language } = agent.voice_config;
  let voice = agent.voice_config;
  if (isMissing(provider, speaker)) {
    missing(speaker, 'the agent');
    voice = { provider: 'platform', speaker: standardVoice(voices, language) ?? speaker, language_code: language };
  }
  // Calls replace the voices of a provider that is not configured, so an agent that has one already may keep it.
  if (!isConfigured(provider) && !isDeepStrictEqual(voice, checking.current?.agent.voice_config))
    report(checking, {
      kind: 'voice',
      name: speaker,
      detail: `The voice "${speaker}" of the agent is one of ${provider}, which is not configured here. Configure it, or accept that another voice speaks.`,
      accept: 'voices',
    });
  for (const code of new Set([language, ...(agent.languages ?? [])])) {
    const refusal = await checking.options.agents.refusalOfLanguage(
      organisation,
      { voice_config: voice } as Agent,
      code,
    );
    if (refusal !== undefined)
      report(checking, {
        kind: 'voice',
        name: code,
        detail: `The agent cannot hold calls in ${code} here: ${refusal.replace(/^body language_code: /, '')}`,
        accept: null,
      });
  }
  const voiced = personas.map((persona) => {
    const chosen = persona.voice;
    if (!chosen?.speaker || !isMissing(chosen.provider ?? 'platform', chosen.speaker)) return persona;
    missing(chosen.speaker, `the persona "${persona.name}"`);
    return { ...persona, voice: null };
  });
  return [{ ...agent, voice_config: voice }, voiced];
}

function standardVoice(voices: readonly Voice[], language: string): string | undefined {
  const platformVoices = voices.filter(({ provider }) => provider === 'platform');
  const base = language.split('-')[0];
  return (
    platformVoices.find(({ languageCodes }) => languageCodes.some((code) => code.split('-')[0] === base)) ??
    platformVoices[0]
  )?.name;
}

const comparedOf = ({ key, name, group, field_type, options, description, ...field }: NewField | ExtractionField) => [
  [key, name, group, field_type, options, description, field.required, field.only_if_connected],
  [field.min_seconds, field.weight, field.measure, field.is_active],
];

async function fieldsOf(fields: Read['fields'], checking: Checking): Promise<Checked['fields']> {
  const { options, importer, current } = checking;
  const { fields: all } = await options.stores.fields.list(importer.organisation);
  const planned = fields.map((field): Checked['fields'][number] => {
    const existing = all.find(({ key }) => key === field.key);
    if (existing === undefined) return { field, existing, action: 'create' };
    if (isDeepStrictEqual(comparedOf(field), comparedOf(existing))) return { field, existing, action: 'keep' };
    const isOwn = current?.uuids.fields.has(field.key) === true && existing.scope === 'organisation';
    const isSameKind = existing.field_type === field.field_type && existing.measure === field.measure;
    if (isOwn && isSameKind) return { field, existing, action: 'update' };
    report(checking, {
      kind: 'score_field',
      name: field.key,
      detail: `The score field "${field.key}" exists here with another definition. Change its key in the file, or accept that the one of your organisation is used.`,
      accept: 'existing',
    });
    return { field, existing, action: 'keep' };
  });
  if (!importer.isAdmin && planned.some(({ action }) => action !== 'keep'))
    report(checking, {
      kind: 'role',
      name: 'admin',
      detail: 'The file changes the scorecard of the organisation. An admin can import it.',
      accept: null,
    });
  return planned;
}

async function wordsOf(words: Read['pronunciations'], checking: Checking): Promise<Checked['pronunciations']> {
  const { options, importer, current } = checking;
  if (words.length === 0) return [];
  const { rows } = await options.stores.lexicon.list(importer.organisation, { limit: 1000, offset: 0 });
  const planned = [];
  for (const word of words) {
    const refusal = await options.pronunciationRefusal(word);
    if (refusal !== undefined)
      report(checking, {
        kind: 'pronunciation',
        name: word.word,
        detail: `The pronunciation of "${word.word}" is refused: ${refusal.replace(/^body /, '')}`,
        accept: null,
      });
    planned.push(plannedWord(word, rows, { checking, current }));
  }
  return planned;
}

function plannedWord(
  word: Read['pronunciations'][number],
  rows: Awaited<ReturnType<Stores['lexicon']['list']>>['rows'],
  { checking, current }: { readonly checking: Checking; readonly current: Exported | undefined },
): Checked['pronunciations'][number] {
  const key = word.word.replaceAll('’', "'").toLowerCase();
  const existing = rows.find(({ wordKey }) => wordKey === key);
  if (existing === undefined) return { word, uuid: undefined, action: 'create' };
  const isSame =
    existing.word === word.word &&
    existing.phonemes === (word.phonemes ?? null) &&
    existing.respelling === (word.respelling ?? null);
  if (isSame) return { word, uuid: existing.uuid, action: 'keep' };
  if (current?.uuids.pronunciations.has(existing.word)) return { word, uuid: existing.uuid, action: 'update' };
  report(checking, {
    kind: 'pronunciation',
    name: word.word,
    detail: `The lexicon has another pronunciation of "${word.word}". Accept that it is kept, or change it first.`,
    accept: 'existing',
  });
  return { word, uuid: existing.uuid, action: 'keep' };
}

async function documentsOf(
  documents: readonly FileDocument[],
  contents: ReadonlyMap<string, Buffer>,
  checking: Checking,
): Promise<Checked['documents']> {
  const { options, importer, current } = checking;
  const digests = documents.map(({ sha256 }) => sha256);
  const ownDocuments = await options.stores.parts.documentsOf(importer.organisation, importer.userUuid, digests);
  const planned: CheckedDocument[] = [];
  for (const document of documents) {
    const { sha256, title } = document;
    const uuid = current?.uuids.documents.get(sha256) ?? ownDocuments.find(({ digest }) => digest === sha256)?.uuid;
    const content = contents.get(sha256);
    const trouble = uuid === undefined ? await contentTrouble(content, document.file_name) : undefined;
    if (trouble === undefined) planned.push({ ...document, uuid });
    else
      report(checking, {
        kind: 'document',
        name: title,
        detail: `The document "${title}" ${trouble} Accept that it is left out.`,
        accept: 'documents',
      });
  }
  return planned;
}

async function contentTrouble(content: Buffer | undefined, fileName: string): Promise<string | undefined> {
  if (content === undefined)
    return 'is not in the file, because it belongs to another person, and you have no document with this content. Upload it first.';
  const read = async (at: number, length: number): Promise<Uint8Array> => content.subarray(at, at + length);
  const kind = await kindOf({ read, sizeBytes: content.length }, fileName);
  if (kind?.mimeType === websiteType) return 'is a website. Add it on the page Documents first.';
  return kind === undefined ? 'is of a type that documents cannot have.' : undefined;
}
