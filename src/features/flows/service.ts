import type { BrainPlan, KnowledgeDocument, VoicemailPlan } from '../../../media/ports.ts';
import type { OrganisationId } from '../../data/index.ts';
import { readFlowFolders } from './flow-folder.ts';
import { phoneKey } from './phone-key.ts';
import { type FlowConfig, type FlowResponse, flowConfig } from './schema.ts';
import type { FlowRow, FlowStore } from './store.ts';

/** A flow as the rest of the control plane sees it. */
export interface Flow {
  readonly uuid: string;
  readonly organisationId: OrganisationId;
  readonly kind: 'inbound' | 'outbound';
  readonly name: string;
  readonly status: 'draft' | 'active' | 'paused' | 'completed';
  readonly provider: string;
  readonly speaker: string;
  readonly languageCode: string;
  readonly phoneNumber: string | null;
  readonly config: FlowConfig;
  readonly createdAt: string;
}

export interface Flows {
  get(organisation: OrganisationId, uuid: string): Promise<Flow | undefined>;
  list(
    organisation: OrganisationId,
    page: { limit: number; offset: number },
  ): Promise<{ flows: Flow[]; total: number }>;
  knowledge(organisation: OrganisationId, flowUuid: string): Promise<KnowledgeDocument[]>;
  /** The active inbound flow whose number ends in the same ten digits, of any organisation: a caller names none. */
  answering(dialledNumber: string): Promise<Flow | undefined>;
  /** Flows whose voice is none of these, of all organisations: for the operator. */
  withoutVoice(speakers: readonly string[]): Promise<{ name: string; speaker: string }[]>;
  /** Stores the flow of each folder in `dir` that is not stored yet; leaves those that are as they are. */
  takeIn(organisation: OrganisationId, dir: string): Promise<TakenIn>;
}

/** What became of a folder of flows. */
export interface TakenIn {
  /** Names of the flows that were stored. */
  readonly stored: readonly string[];
  /** Sentences, each naming the file and what is wrong with it. */
  readonly warnings: readonly string[];
}

const maxFlowsChecked = 1000;

export function createFlows(store: FlowStore, now: () => Date): Flows {
  return {
    async get(organisation, uuid) {
      const row = await store.get(organisation, uuid);
      return row && toFlow(row);
    },
    async list(organisation, page) {
      const { rows, total } = await store.list(organisation, page);
      return { flows: rows.map(toFlow), total };
    },
    knowledge: store.knowledge,
    async answering(dialledNumber) {
      const key = phoneKey(dialledNumber);
      const row = key === undefined ? undefined : await store.activeInboundByPhone(key);
      return row && toFlow(row);
    },
    async withoutVoice(speakers) {
      return (await store.speakers(maxFlowsChecked)).filter(({ speaker }) => !speakers.includes(speaker));
    },
    takeIn: (organisation, dir) => takeIn(organisation, dir, store, now().toISOString()),
  };
}

async function takeIn(
  organisation: OrganisationId,
  dir: string,
  store: FlowStore,
  createdAt: string,
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
      warnings.push(`${path}: uuid: is that of ${twin}; an agent of its own needs a new one.`);
      continue;
    }
    paths.set(flow.uuid, path);
    const key = (flow.phoneNumber && phoneKey(flow.phoneNumber)) ?? null;
    if (!(await store.addNew(organisation, { ...flow, phoneKey: key, createdAt, voiceAgentUuid: null }, knowledge)))
      continue;
    stored.push(flow.name);
    const answering = key === null ? undefined : await store.activeInboundByPhone(key);
    if (flow.kind === 'inbound' && answering !== undefined && answering.uuid !== flow.uuid) {
      const who = answering.organisationId === organisation ? `"${answering.name}"` : 'another organisation';
      warnings.push(`${path}: phone_number: ${who} answers this number already.`);
    }
  }
  return { stored, warnings };
}

const toFlow = ({ phoneKey: _, config, ...row }: FlowRow): Flow => ({
  ...row,
  config: flowConfig.parse(config),
});

export const flowToJson = (flow: Flow): Omit<FlowResponse, 'knowledge'> => ({
  uuid: flow.uuid,
  kind: flow.kind,
  name: flow.name,
  status: flow.status,
  provider: flow.provider,
  speaker: flow.speaker,
  language_code: flow.languageCode,
  phone_number: flow.phoneNumber,
  config: flow.config,
  created_at: flow.createdAt,
});

/** What the agent of this flow is told. */
export function brainPlanOf(flow: Flow, knowledge: readonly KnowledgeDocument[]): BrainPlan {
  const { config } = flow;
  const voicemail = voicemailPlanOf(flow);
  const message = voicemail?.action === 'leave_message' ? voicemail.message : undefined;
  return {
    agentName: config.agent_name,
    businessName: config.business_name,
    greeting: config.greeting,
    personaPrompt: config.persona_prompt,
    ...(config.recording_disclosure === undefined ? {} : { recordingDisclosure: config.recording_disclosure }),
    guardrails: config.guardrails,
    goals: config.goals,
    knowledge,
    transferTargets: config.transfer_targets,
    tools: config.tools,
    languageCode: flow.languageCode,
    timezone: config.timezone,
    goodbye: config.goodbye,
    contact: {},
    ...(config.opening_goal === undefined ? {} : { openingGoal: config.opening_goal }),
    ...(message === undefined ? {} : { voicemailMessage: message }),
  };
}

/** A message alone means that it is to be left. */
export function voicemailPlanOf({ config }: Flow): VoicemailPlan | undefined {
  const { voicemail, voicemail_message: message } = config;
  if (voicemail === undefined) return message === undefined ? undefined : { action: 'leave_message', message };
  const said = voicemail.message ?? message;
  return { action: voicemail.action, ...(said === undefined ? {} : { message: said }) };
}
