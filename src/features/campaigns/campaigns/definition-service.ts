import { withoutBuiltInTools } from '../../../../media/agent/openai/built-in/registry.ts';
import type { AgentPlan, KnowledgeDocument, VoicemailPlan } from '../../../../media/ports.ts';
import type { OrganisationId, TimeWindow } from '../../../data/index.ts';
import type { Agent, AgentStore } from '../../agents/index.ts';
import { type OwnConfig, withAgent } from './agent-config.ts';
import { callbackTool, callbackToolName } from './callback-tool.ts';
import type { FileFlow } from './definition-file.ts';
import { readFlowFolders } from './definition-folder.ts';
import { type FlowConfig, storedConfig } from './definition-schema.ts';
import { type FlowFilter, type FlowPage, type FlowRow, type FlowStore, plainFlow } from './definition-store.ts';
import { phoneKey } from './phone-key.ts';

/** A flow with its effective settings. */
export interface Flow {
  readonly uuid: string;
  readonly organisationId: OrganisationId;
  readonly kind: 'inbound' | 'outbound';
  readonly name: string;
  readonly status: 'draft' | 'active' | 'paused' | 'completed';
  readonly provider: string;
  /** Provider of the voice: the agent's, if the flow has one. */
  readonly voiceProvider: string;
  /** The agent's speaker, if the flow has an agent. */
  readonly speaker: string;
  readonly languageCode: string;
  /** The agent's languages, between which a call may switch. */
  readonly languages: readonly string[];
  readonly phoneNumber: string | null;
  readonly extension: string | null;
  readonly voiceAgentUuid: string | null;
  /** The agent that answers, in the version whose values the config has. */
  readonly agent: Agent | undefined;
  readonly version: number;
  /** The effective config: as written, completed with the agent's values and the defaults. */
  readonly config: FlowConfig;
  /** The config as written. */
  readonly ownConfig: OwnConfig;
  readonly branches: readonly string[];
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly timeWindow: TimeWindow | null;
  readonly statusReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Flows {
  get(organisation: OrganisationId, uuid: string): Promise<Flow | undefined>;
  list(organisation: OrganisationId, filter: FlowFilter, page: FlowPage): Promise<{ flows: Flow[]; total: number }>;
  /**
   * Returns the flow that a call runs with: the versions that were recorded, and the current ones where none are. A
   * version that is not kept any more is replaced by the current one.
   */
  ofCall(organisation: OrganisationId, flowUuid: string, ran: RanWith): Promise<Flow | undefined>;
  /**
   * Returns the flow of an agent without a campaign: an inbound flow with the uuid and the name of the agent, and
   * default settings. Undefined if the agent does not exist or the version is not kept.
   */
  alone(organisation: OrganisationId, agentUuid: string, version?: number): Promise<Flow | undefined>;
  /** Returns the uuid of the oldest flow that uses this agent, in which it is tested. */
  firstWithAgent(organisation: OrganisationId, agentUuid: string): Promise<string | undefined>;
  /** Completes a stored flow with the values of its agent, which is looked up unless it is given. */
  whole(row: FlowRow, agent?: Agent): Promise<Flow>;
  /**
   * Returns the flow as another agent of the organisation continues it: with its persona, voice, model and tools, and
   * the steps of this flow. Undefined if the agent does not exist.
   */
  handedTo(flow: Flow, agentUuid: string): Promise<HandedFlow | undefined>;
  /** Returns the documents of the flow and of its agent. */
  knowledge(flow: Pick<Flow, 'organisationId' | 'uuid' | 'agent'>): Promise<KnowledgeDocument[]>;
  /** Returns ids and titles of the documents, without their texts. */
  knowledgeTitles(organisation: OrganisationId, flowUuid: string): Promise<KnowledgeTitle[]>;
  /**
   * Returns the active inbound flow whose number ends in the same ten digits. Searches all organisations, since a
   * caller names none.
   */
  answering(dialledNumber: string, signedBy?: OrganisationId): Promise<Flow | undefined>;
  /** Returns the flows of all organisations that answer calls to a number, in order of uuid. */
  answeringAfter: FlowStore['activeInboundAfter'];
  /** Returns the organisations that a call to this number may belong to. */
  claimants(dialledNumber: string): Promise<OrganisationId[]>;
  /** Returns flows of all organisations whose voice is none of these, for the operator. */
  withoutVoice(speakers: readonly string[]): Promise<{ name: string; speaker: string }[]>;
  /** Stores the flow of each folder in `dir` that is not stored yet, and leaves the others unchanged. */
  takeIn(organisation: OrganisationId, dir: string): Promise<TakenIn>;
}

/** A flow that another agent continues. */
export interface HandedFlow {
  readonly flow: Flow & { readonly agent: Agent };
  /** The documents of that agent. */
  readonly knowledge: readonly KnowledgeDocument[];
}

/** Agent and versions that a call runs with; null where none was recorded. */
export interface RanWith {
  readonly voiceAgentUuid: string | null;
  readonly agentVersion: number | null;
  readonly flowVersion: number | null;
}

/** Result of importing a folder of flows. */
export interface TakenIn {
  /** Names of the stored flows. */
  readonly stored: readonly string[];
  /** Sentences with a file and its error. */
  readonly warnings: readonly string[];
}

const maxFlowsChecked = 1000;

type KnowledgeTitle = Pick<KnowledgeDocument, 'id' | 'title'>;

type FlowAgents = Pick<AgentStore, 'get' | 'among' | 'atVersion'>;

export interface FlowsOptions {
  readonly store: FlowStore;
  readonly agents: FlowAgents;
  /** The documents of an agent. */
  readonly agentKnowledge: {
    texts(organisation: OrganisationId, uuids: readonly string[]): Promise<KnowledgeDocument[]>;
    titles(organisation: OrganisationId, agentUuid: string): Promise<KnowledgeTitle[]>;
  };
  /** Returns the organisations whose provider confirms that their account has the number, oldest connection first. */
  readonly numberOwners: (phoneKey: string) => Promise<readonly OrganisationId[]>;
  readonly now: () => Date;
}

interface Claims {
  readonly owners: readonly OrganisationId[];
  /** Active inbound flows, oldest first. */
  readonly rows: readonly FlowRow[];
}

/**
 * Chooses the flow of the organisation whose account signed the callback; otherwise of one whose provider confirms that
 * its account has the number; if there is none, the oldest flow. An unconfirmed connection does not count.
 */
function answeringOf({ owners, rows }: Claims, signedBy: OrganisationId | undefined): FlowRow | undefined {
  const entitled = signedBy === undefined ? owners : [signedBy];
  if (entitled.length === 0) return rows[0];
  return entitled.map((owner) => rows.find(({ organisationId }) => organisationId === owner)).find(Boolean);
}

export function createFlows({ store, agents, agentKnowledge, numberOwners, now }: FlowsOptions): Flows {
  async function whole(row: FlowRow, agent?: Agent): Promise<Flow> {
    const { organisationId, voiceAgentUuid: uuid } = row;
    return toFlow(row, agent ?? (uuid === null ? undefined : await agents.get(organisationId, uuid)));
  }

  async function ofCall(organisation: OrganisationId, flowUuid: string, ran: RanWith): Promise<Flow | undefined> {
    const current = await store.get(organisation, flowUuid);
    const { flowVersion, agentVersion } = ran;
    // A test of an agent without a campaign has the uuid of the agent in place of a flow's.
    if (current === undefined) return alone(organisation, flowUuid, agentVersion ?? undefined);
    const ranRow = flowVersion === null ? current : ((await store.atVersion(current, flowVersion)) ?? current);
    const row = ran.voiceAgentUuid === null ? ranRow : { ...ranRow, voiceAgentUuid: ran.voiceAgentUuid };
    const { voiceAgentUuid: uuid } = row;
    return whole(
      row,
      uuid === null || agentVersion === null ? undefined : await agents.atVersion(organisation, uuid, agentVersion),
    );
  }

  async function alone(organisationId: OrganisationId, uuid: string, version?: number): Promise<Flow | undefined> {
    const agent =
      version === undefined
        ? await agents.get(organisationId, uuid)
        : await agents.atVersion(organisationId, uuid, version);
    if (agent === undefined) return undefined;
    const { provider, speaker, language_code: languageCode } = agent.voice_config;
    const at = now().toISOString();
    const row: FlowRow = {
      ...plainFlow,
      uuid,
      organisationId,
      kind: 'inbound',
      name: agent.name,
      status: 'draft',
      provider,
      speaker,
      languageCode,
      phoneNumber: null,
      phoneKey: null,
      config: {},
      voiceAgentUuid: uuid,
      createdAt: at,
      updatedAt: at,
    };
    return whole(row, agent);
  }

  async function activeFor(key: string): Promise<Claims> {
    const [owners, rows] = await Promise.all([numberOwners(key), store.activeInboundByPhone(key)]);
    return { owners, rows };
  }

  return {
    async get(organisation, uuid) {
      const row = await store.get(organisation, uuid);
      return row && whole(row);
    },
    ofCall,
    whole,
    alone,
    firstWithAgent: store.firstWithAgent,
    async list(organisation, filter, page) {
      const { rows, total } = await store.list(organisation, filter, page);
      const uuids = new Set(rows.flatMap(({ voiceAgentUuid: uuid }) => uuid ?? []));
      const agentsByUuid = new Map((await agents.among(organisation, [...uuids])).map((agent) => [agent.uuid, agent]));
      return { flows: rows.map((row) => toFlow(row, agentsByUuid.get(row.voiceAgentUuid ?? ''))), total };
    },
    async handedTo(flow, agentUuid) {
      const agent = await agents.get(flow.organisationId, agentUuid);
      if (agent === undefined) return undefined;
      const handed = withOtherAgent(flow, agent);
      return { flow: handed, knowledge: await agentKnowledge.texts(flow.organisationId, agent.knowledge_document_ids) };
    },
    async knowledge({ organisationId, uuid, agent }) {
      const documents = await store.knowledge(organisationId, uuid);
      return agent === undefined
        ? documents
        : [...documents, ...(await agentKnowledge.texts(organisationId, agent.knowledge_document_ids))];
    },
    async knowledgeTitles(organisation, flowUuid) {
      const agentUuid = (await store.get(organisation, flowUuid))?.voiceAgentUuid ?? undefined;
      const documents = (await store.knowledge(organisation, flowUuid)).map(({ id, title }) => ({ id, title }));
      return agentUuid === undefined
        ? documents
        : [...documents, ...(await agentKnowledge.titles(organisation, agentUuid))];
    },
    answeringAfter: store.activeInboundAfter,
    async claimants(dialledNumber) {
      const key = phoneKey(dialledNumber);
      if (key === undefined) return [];
      const { owners, rows } = await activeFor(key);
      return [...new Set([...owners, ...rows.map(({ organisationId }) => organisationId as OrganisationId)])];
    },
    async answering(dialledNumber, signedBy) {
      const key = phoneKey(dialledNumber);
      const row = key === undefined ? undefined : answeringOf(await activeFor(key), signedBy);
      return row && whole(row);
    },
    async withoutVoice(speakers) {
      return (await store.speakers(maxFlowsChecked)).filter(({ speaker }) => !speakers.includes(speaker));
    },
    takeIn: (organisation, dir) => takeIn(organisation, dir, { store, agents, createdAt: now().toISOString() }),
  };
}

async function takeIn(
  organisation: OrganisationId,
  dir: string,
  { store, agents, createdAt }: { readonly store: FlowStore; readonly agents: FlowAgents; readonly createdAt: string },
): Promise<TakenIn> {
  const stored: string[] = [];
  const warnings: string[] = [];
  const paths = new Map<string, string>();
  for (const folder of await readFlowFolders(dir)) {
    if (!folder.ok) {
      warnings.push(folder.wrong);
      continue;
    }
    const { path, flow, knowledge } = folder;
    const twin = paths.get(flow.uuid);
    if (twin !== undefined) {
      warnings.push(`${path}: uuid: is already used by ${twin}. Generate a new one.`);
      continue;
    }
    paths.set(flow.uuid, path);
    const key = (flow.phoneNumber && phoneKey(flow.phoneNumber)) ?? null;
    const agent = flow.voiceAgentUuid === null ? undefined : await agents.get(organisation, flow.voiceAgentUuid);
    if (agent === undefined && flow.voiceAgentUuid !== null) {
      warnings.push(`${path}: voice_agent_id: the agent does not exist.`);
      continue;
    }
    const row = { ...plainFlow, ...flow, ...voiceOf(flow, agent), phoneKey: key, createdAt, updatedAt: createdAt };
    if (!(await store.addNew(organisation, row, knowledge))) continue;
    stored.push(flow.name);
    const [answering] = key === null ? [] : await store.activeInboundByPhone(key);
    if (flow.kind === 'inbound' && answering !== undefined && answering.uuid !== flow.uuid) {
      const who = answering.organisationId === organisation ? `"${answering.name}"` : 'another organisation';
      warnings.push(`${path}: phone_number: ${who} already answers this number.`);
    }
  }
  return { stored, warnings };
}

const voiceOf = ({ speaker, languageCode }: FileFlow, agent: Agent | undefined) => ({
  speaker: agent?.voice_config.speaker ?? speaker ?? '',
  languageCode: languageCode ?? agent?.voice_config.language_code ?? 'en-US',
});

const toFlow = ({ phoneKey: _, providerFailures: __, config, ...row }: FlowRow, agent: Agent | undefined): Flow => ({
  ...row,
  agent,
  speaker: agent?.voice_config.speaker ?? row.speaker,
  voiceProvider: agent?.voice_config.provider ?? row.provider,
  languages: agent?.languages ?? [],
  config: storedConfig(withAgent(config as OwnConfig, row.name, agent)),
  ownConfig: config as OwnConfig,
});

/** Settings of a flow that stay while another agent continues it. */
const lastingKeys = ['business_name', 'goals', 'goodbye', 'guardrails', 'timezone', 'transfer_targets', 'line'];

function withOtherAgent(flow: Flow, agent: Agent): HandedFlow['flow'] {
  const ownConfig = Object.fromEntries(
    lastingKeys.filter((key) => key in flow.ownConfig).map((key) => [key, flow.ownConfig[key]]),
  );
  const { speaker, provider: voiceProvider, language_code: languageCode } = agent.voice_config;
  const voice = { speaker, voiceProvider, languageCode, languages: agent.languages };
  const config = storedConfig(withAgent(ownConfig, flow.name, agent));
  return { ...flow, ...voice, agent, voiceAgentUuid: agent.uuid, config, ownConfig };
}

interface PlanContext extends Pick<AgentPlan, 'knowledge' | 'contact'> {
  /** Time zone of the contact; undefined if the call cannot be followed by a callback. */
  readonly callbackZone?: string | undefined;
}

/** Returns the agent's plan for this flow; `contact` describes the other party. */
export function agentPlanOf(flow: Flow, { knowledge, contact, callbackZone }: PlanContext): AgentPlan {
  const { config } = flow;
  const builtIn = config.built_in_tools;
  const callback = builtIn[callbackToolName] && callbackZone !== undefined ? [callbackTool(callbackZone)] : [];
  const voicemail = voicemailPlanOf(flow);
  const message = voicemail?.action === 'leave_message' ? voicemail.message : undefined;
  const plan: AgentPlan = {
    agentName: config.agent_name,
    businessName: config.business_name,
    greeting: config.greeting,
    personaPrompt: config.persona_prompt,
    ...(config.recording_disclosure === undefined ? {} : { recordingDisclosure: config.recording_disclosure }),
    guardrails: config.guardrails,
    goals: config.goals,
    knowledge,
    transferTargets: config.transfer_targets,
    tools: [...config.tools, ...callback.filter(({ name }) => config.tools.every((tool) => tool.name !== name))],
    languageCode: flow.languageCode,
    timezone: config.timezone,
    goodbye: config.goodbye,
    contact,
    ...(config.opening_goal === undefined ? {} : { openingGoal: config.opening_goal }),
    ...(message === undefined ? {} : { voicemailMessage: message }),
  };
  return withoutBuiltInTools(
    plan,
    Object.keys(builtIn).filter((name) => builtIn[name] === false),
  );
}

/** A message without an action means `leave_message`. */
export function voicemailPlanOf({ config }: Flow): VoicemailPlan | undefined {
  const { voicemail, voicemail_message: message } = config;
  if (voicemail === undefined) return message === undefined ? undefined : { action: 'leave_message', message };
  const { action, message: text = message, screening } = voicemail;
  return {
    action,
    ...(text === undefined ? {} : { message: text }),
    ...(screening === undefined ? {} : { screening }),
  };
}
