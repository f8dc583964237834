import type { AgentPlan, HandedOver, LlmConfig, SessionPlan, VoiceChoice } from '../../../../media/ports.ts';
import { type Database, type OrganisationId, unlessAway } from '../../../data/index.ts';
import { toldNumber } from '../../../http/fields.ts';
import type { Providers } from '../../../telephony/index.ts';
import {
  agentPlanOf,
  type ContactStore,
  type Flow,
  type Flows,
  placeholdersOf,
  type RanWith,
  voicemailPlanOf,
  zoneOfRow,
} from '../../campaigns/index.ts';
import type { CallLogWriter } from './call-log.ts';
import type { CallRow } from './call-rows.ts';
import { websiteLine } from './channels.ts';
import type { Leases } from './leases.ts';
import { rowOfOffered, type Ticket } from './offered-call.ts';
import type { CallStore } from './store.ts';
import { takeOffered } from './unowned-calls.ts';

export interface CallPlansOptions {
  readonly store: CallStore;
  readonly remembered: Database['remembered'];
  readonly log: Pick<CallLogWriter, 'open' | 'unstored'>;
  readonly leases: Pick<Leases, 'take'>;
  /** Id of this process as the owner of its calls. */
  readonly owner: string;
  readonly flows: Flows;
  readonly contacts: Pick<ContactStore, 'get'>;
  readonly providers: Pick<Providers, 'streamRate' | 'wireOf'>;
  /** Returns the voice with the organisation's additions: cloned voice and lexicon. */
  readonly voiceFor: (organisation: OrganisationId, voice: VoiceChoice) => Promise<VoiceChoice>;
  /** Returns the language model that an agent chose; undefined for the embedded engine. */
  readonly languageModel: (
    organisation: OrganisationId,
    chosen: NonNullable<Flow['agent']>['model'],
  ) => Promise<LlmConfig | undefined>;
  /** Returns the version that a split test chooses for the calls with a contact; undefined for the published one. */
  readonly splitVersion: (
    organisation: OrganisationId,
    agentUuid: string,
    contact: string,
  ) => Promise<number | undefined>;
  /** Returns the version in a split test with the published one; undefined without a test. */
  readonly otherVersion: (organisation: OrganisationId, agentUuid: string) => Promise<number | undefined>;
  /** Returns how long a call from a website may be; undefined for no limit of its own. */
  readonly websiteSeconds: (organisation: OrganisationId, agentUuid: string) => Promise<number | undefined>;
  readonly modelRouting: () => Promise<{ readonly stt_model: string }>;
  /** Whether the process that receives the stream takes over a call that another process has offered. */
  readonly mayTakeOver: boolean;
}

/**
 * Returns a function that makes the plan of a call whose stream opens. Its result is undefined if the call is unknown,
 * or owned by another process. While the database is away, the call is the one in the ticket, and is stored later.
 */
export function createCallPlan(options: CallPlansOptions) {
  const { remembered } = options;

  async function planStored(callUuid: string) {
    const row = await options.store.find(callUuid);
    return { plan: row && (await planOfRow(row)), hasStarted: row !== undefined && row.startedAt !== null };
  }

  async function planOfRow(row: CallRow): Promise<SessionPlan | undefined> {
    const isOffered = row.leaseOwner === null || (options.mayTakeOver && row.startedAt === null);
    const call = isOffered && row.leaseOwner !== options.owner ? await carry(row, options) : row;
    // Another process has taken the call over, and two must not serve it.
    if (call?.leaseOwner !== options.owner) return undefined;
    // A slow database may have stored the call when its request had ceased to wait.
    options.leases.take(call.uuid);
    const flow = await flowFor(call, options);
    if (flow === undefined) return undefined;
    await recordVersions(call, flow, options);
    return sessionOf(flow, call, options);
  }

  async function planUnstored(ticket: Ticket): Promise<SessionPlan | undefined> {
    const offered = { ...rowOfOffered(ticket.call), leaseOwner: options.owner };
    const flow = await flowFor(offered, options);
    if (flow === undefined) return undefined;
    const call = offered.flowVersion === null ? { ...offered, ...ranWith(flow) } : offered;
    const plan = await sessionOf(flow, call, { ...options, contacts: unlessContactsAway(options.contacts) });
    options.leases.take(call.uuid);
    await options.log.open(call);
    return plan;
  }

  return async (callUuid: string, ticket?: Ticket): Promise<SessionPlan | undefined> => {
    const planning = remembered(() => planStored(callUuid));
    if (ticket === undefined) return (await planning).plan;
    const stored = await unlessAway(planning);
    // The ticket of a call that has started elsewhere is a copy.
    if (stored !== undefined && (stored.plan !== undefined || stored.hasStarted || !ticket.isUnstored))
      return stored.plan;
    return remembered(() => planUnstored(ticket), { isAway: stored === undefined });
  };
}

export interface RehearsalOptions extends CallPlansOptions {
  /** Reads what a tool of an agent needs. */
  readonly rehearseTool: (
    organisation: OrganisationId,
    tool: NonNullable<Flow['agent']>['tools'][number],
  ) => Promise<void>;
}

/** Returns a function that reads all that a new call of a flow needs, for the time without the database. */
export function createRehearsal(options: RehearsalOptions) {
  const { flows, voiceFor, languageModel, rehearseTool } = options;

  const readEngines = ({ organisationId, speaker, voiceProvider, agent }: Flow) => [
    voiceFor(organisationId, { speaker, provider: voiceProvider }),
    languageModel(organisationId, agent?.model ?? null),
    ...(agent?.tools ?? []).map((tool) => rehearseTool(organisationId, tool)),
  ];

  async function readHandedTo(flow: Flow, agentUuid: string): Promise<void> {
    const handed = await flows.handedTo(flow, agentUuid);
    if (handed !== undefined) await Promise.all(readEngines(handed.flow));
  }

  async function readFlow(flow: Flow): Promise<void> {
    await Promise.all([
      flows.knowledge(flow),
      ...readEngines(flow),
      // Its tools run with the versions that were recorded.
      flows.ofCall(flow.organisationId, flow.uuid, ranWith(flow)),
      ...nextAgentsOf(flow).map((next) => readHandedTo(flow, next)),
    ]);
  }

  return async ({ organisationId, uuid }: Pick<Flow, 'organisationId' | 'uuid'>): Promise<void> => {
    const published = await flows.ofCall(organisationId, uuid, currentVersions);
    if (published === undefined) return;
    await Promise.all([options.modelRouting(), readFlow(published)]);
    if (published.agent === undefined) return;
    const { uuid: agentUuid } = published.agent;
    const agentVersion = await options.otherVersion(organisationId, agentUuid);
    if (agentVersion === undefined) return;
    const other = await flows.ofCall(organisationId, uuid, withAgentVersion(agentUuid, agentVersion));
    if (other !== undefined) await readFlow(other);
  };
}

const nextAgentsOf = ({ config }: Flow): string[] => [
  ...new Set(config.goals.flatMap(({ next = [] }) => next.flatMap(({ agent }) => agent ?? []))),
];

async function sessionOf(flow: Flow, call: CallRow, options: CallPlansOptions): Promise<SessionPlan> {
  const plan = await planWith(flow, call, options);
  const voice = await options.voiceFor(call.organisationId, plan.voice);
  const llm = await options.languageModel(call.organisationId, flow.agent?.model ?? null);
  const limits = { ...plan.limits, maxCallSeconds: await secondsOf(flow, call, options) };
  return {
    ...plan,
    limits,
    voice,
    ...(llm === undefined ? {} : { llm }),
    ...recogniserOf(await options.modelRouting()),
  };
}

/** Returns how long the call may be. */
async function secondsOf({ agent, config }: Flow, call: CallRow, options: CallPlansOptions): Promise<number> {
  const { max_call_seconds: seconds } = config.limits;
  if (call.dialect !== websiteLine || agent === undefined) return seconds;
  const ofWebsite = await unlessAway(options.websiteSeconds(call.organisationId, agent.uuid));
  return Math.min(seconds, ofWebsite ?? seconds);
}

/** Nobody's name is remembered: the agent then speaks to the caller without one. */
const unlessContactsAway = ({ get }: CallPlansOptions['contacts']): CallPlansOptions['contacts'] => ({
  get: (...of) => unlessAway(get(...of)),
});

/** Returns a function that makes the plan of another agent that continues a call, if a step of its flow leads there. */
export function createHandOver(options: CallPlansOptions) {
  const handedTo = async (callUuid: string, agentUuid: string): Promise<HandedOver | undefined> => {
    const call = options.log.unstored(callUuid) ?? (await options.store.find(callUuid));
    const flow = call && (await options.flows.ofCall(call.organisationId, call.flowUuid, call));
    const leads = flow?.config.goals.some(({ next = [] }) => next.some(({ agent }) => agent === agentUuid)) === true;
    const handed = flow !== undefined && leads ? await options.flows.handedTo(flow, agentUuid) : undefined;
    if (call === undefined || handed === undefined) return undefined;
    const brain = agentPlanOf(handed.flow, {
      knowledge: handed.knowledge,
      contact: await contactOf(call, options.contacts),
    });
    const { voice, languages } = planOfFlow(handed.flow, brain);
    const llm = await options.languageModel(call.organisationId, handed.flow.agent.model);
    return {
      agentUuid,
      brain,
      voice: await options.voiceFor(call.organisationId, voice),
      ...(languages === undefined ? {} : { languages }),
      ...(llm === undefined ? {} : { llm }),
    };
  };
  return (callUuid: string, agentUuid: string) => options.remembered(() => handedTo(callUuid, agentUuid));
}

async function contactOf(call: CallRow, contacts: CallPlansOptions['contacts']): Promise<AgentPlan['contact']> {
  const contact =
    call.contactUuid === null ? undefined : await contacts.get(call.organisationId, call.contactUuid, undefined);
  return contact === undefined ? {} : placeholdersOf(contact);
}

/** Takes ownership of a call whose stream arrived here, if it has no owner or was only offered by another process. */
async function carry(call: CallRow, { store, owner }: CallPlansOptions): Promise<CallRow | undefined> {
  return (await takeOffered(store, call)) ? { ...call, leaseOwner: owner } : undefined;
}

/** Returns the flow of a call, whose versions are chosen unless they were before. */
async function flowFor(call: CallRow, { flows, splitVersion }: CallPlansOptions): Promise<Flow | undefined> {
  const { organisationId, flowUuid } = call;
  const flow = await flows.ofCall(organisationId, flowUuid, call);
  const isChosen = call.flowVersion !== null || call.agentVersion !== null || call.callType === 'test';
  if (flow?.agent === undefined || isChosen) return flow;
  const { uuid: voiceAgentUuid } = flow.agent;
  const agentVersion = await splitVersion(organisationId, voiceAgentUuid, contactKeyOf(call));
  if (agentVersion === undefined) return flow;
  return flows.ofCall(organisationId, flowUuid, withAgentVersion(voiceAgentUuid, agentVersion));
}

const currentVersions: RanWith = { voiceAgentUuid: null, agentVersion: null, flowVersion: null };

const withAgentVersion = (voiceAgentUuid: string, agentVersion: number): RanWith => ({
  voiceAgentUuid,
  agentVersion,
  flowVersion: null,
});

/** Identifies who is called or calls: the number, also before a contact has it. A withheld number is nobody's. */
function contactKeyOf({ callType, fromNumber, toNumber, contactUuid, uuid }: CallRow): string {
  return toldNumber(callType === 'outbound' ? toNumber : fromNumber) ?? contactUuid ?? uuid;
}

/** Records what the call runs with, so that its tools stay those of the plan while others are published. */
async function recordVersions(call: CallRow, flow: Flow, { store }: CallPlansOptions): Promise<void> {
  if (call.flowVersion === null) await store.ranWith(call, ranWith(flow));
}

const ranWith = ({ agent, version }: Flow): RanWith => ({
  voiceAgentUuid: agent?.uuid ?? null,
  agentVersion: agent?.version ?? null,
  flowVersion: version,
});

/** Returns the provider for recognition; empty for the engines of this installation. */
export const recogniserOf = ({ stt_model }: { readonly stt_model: string }): Pick<SessionPlan, 'recogniser'> =>
  stt_model === 'gpu' ? {} : { recogniser: stt_model };

type Planning = Pick<CallPlansOptions, 'flows' | 'contacts' | 'providers'>;

/** Returns the plan of a call by the versions that it ran with; undefined if the flow was deleted. */
export async function planOf(call: CallRow, options: Planning): Promise<SessionPlan | undefined> {
  const flow = await options.flows.ofCall(call.organisationId, call.flowUuid, call);
  return flow && planWith(flow, call, options);
}

async function planWith(flow: Flow, call: CallRow, { flows, contacts, providers }: Planning): Promise<SessionPlan> {
  const contact =
    call.contactUuid === null ? undefined : await contacts.get(call.organisationId, call.contactUuid, undefined);
  const voicemail = call.callType === 'outbound' ? voicemailPlanOf(flow) : undefined;
  const { menu_choices: menuChoices } = flow.config;
  return {
    callUuid: call.uuid,
    direction: call.callType === 'outbound' ? 'outbound' : 'inbound',
    dialect: providers.wireOf(call.dialect),
    from: call.fromNumber,
    to: call.toNumber,
    ...planOfFlow(
      flow,
      agentPlanOf(flow, {
        knowledge: await flows.knowledge(flow),
        contact: contact === undefined ? {} : placeholdersOf(contact),
        callbackZone:
          flow.kind === 'outbound' && contact !== undefined ? (contact.timezone ?? zoneOfRow(flow)) : undefined,
      }),
    ),
    ...(voicemail === undefined ? {} : { voicemail }),
    ...(menuChoices === undefined ? {} : { menuChoices }),
    ...expectedRateOf(providers, call.dialect),
  };
}

/** Returns the parts of a plan that all sessions of a flow share. */
export function planOfFlow(
  flow: Flow,
  brain: AgentPlan,
): Omit<SessionPlan, 'callUuid' | 'direction' | 'dialect' | 'from' | 'to'> {
  const { turn, limits, line, pace } = flow.config;
  return {
    flowUuid: flow.uuid,
    brain,
    voice: { speaker: flow.speaker, provider: flow.voiceProvider, ...(pace === undefined ? {} : { pace }) },
    ...(flow.languages.length > 1 ? { languages: flow.languages } : {}),
    turn: {
      allowInterruptions: turn.allow_interruptions,
      ...(turn.endpointing_ms === undefined ? {} : { endpointingMs: turn.endpointing_ms }),
      ...(turn.min_interrupt_words === undefined ? {} : { minInterruptWords: turn.min_interrupt_words }),
    },
    limits: {
      maxCallSeconds: limits.max_call_seconds,
      silencePromptSeconds: limits.silence_prompt_seconds,
      maxSilencePrompts: limits.max_silence_prompts,
      goodbyeDrainMs: limits.goodbye_drain_ms,
    },
    ...(flow.config.recording_disclosure_required === true ? { disclosureRequired: true } : {}),
    line: {
      inBandDtmf: line.inband_dtmf,
      ...(line.comfort_noise_dbfs === undefined ? {} : { comfortNoiseDbfs: line.comfort_noise_dbfs }),
    },
  };
}

/**
 * Returns the sample rate that the stream must have if an operator sets it for the provider; elsewhere the stream
 * decides.
 */
export function expectedRateOf(
  providers: Pick<Providers, 'streamRate'>,
  name: string,
): Pick<SessionPlan, 'expectedRateHz' | 'rateSetting'> {
  const { rateHz, setting } = providers.streamRate(name) ?? {};
  return rateHz === undefined || setting === undefined ? {} : { expectedRateHz: rateHz, rateSetting: setting };
}
