import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { accepts, type Edit } from '../../../versions/index.ts';
import type { Agents } from '../../agents/index.ts';
import { changeOf } from './change.ts';
import { createCampaignChecks } from './checks.ts';
import type { Clear } from './clearance.ts';
import type { Flow, Flows } from './definition-service.ts';
import { type FlowFilter, type FlowPage, type FlowRow, type FlowStore, plainFlow } from './definition-store.ts';
import type { Figures } from './figures.ts';
import type { Move, Moved } from './move.ts';
import { conflict, isRefusal, type Refusal } from './refusal.ts';
import type { CampaignPatchBody, NewCampaignBody } from './schema.ts';
import type { createCampaignVoices } from './voice.ts';

export interface CampaignsOptions {
  readonly flows: Flows;
  readonly store: FlowStore;
  readonly agents: Pick<Agents, 'get' | 'refusalOfLanguage'>;
  readonly campaignVoices: ReturnType<typeof createCampaignVoices>;
  readonly figures: Figures;
  readonly clear: Clear;
  readonly move: Move;
  /** Returns a function that says what is wrong with a voice; null if it exists. */
  readonly voiceReasons: (
    organisation: OrganisationId,
  ) => Promise<(voice: { readonly provider: string; readonly speaker: string }) => string | null>;
  readonly now: () => Date;
}

export interface Campaigns {
  list(organisation: OrganisationId, filter: FlowFilter, page: FlowPage): Promise<{ flows: Flow[]; total: number }>;
  get: Flows['get'];
  knowledge: Flows['knowledgeTitles'];
  metrics: Figures['of'];
  /** Adds a campaign. If the body names no agent, creates one with the given speaker or the default voice. */
  add(organisation: OrganisationId, body: NewCampaignBody, edit?: Edit): Promise<Flow | Refusal>;
  change(
    organisation: OrganisationId,
    uuid: string,
    body: CampaignPatchBody,
    edit?: Edit,
  ): Promise<Flow | Refusal | undefined>;
  /** Pauses an active campaign, or resumes a paused one. */
  toggle(organisation: OrganisationId, uuid: string): Promise<Flow | Refusal | undefined>;
  /** Starts dialling, or answering calls. */
  launch(organisation: OrganisationId, uuid: string): Promise<{ readonly queued: number } | Refusal | undefined>;
  /** Stops dialling; calls in progress continue. */
  stop(organisation: OrganisationId, uuid: string): Promise<Flow | Refusal | undefined>;
  /** Returns whether the campaign existed. Its calls are kept, and those in progress continue. */
  remove: FlowStore['remove'];
}

/** Outbound campaigns dial contacts; inbound ones answer a number. */
export function createCampaigns(options: CampaignsOptions): Campaigns {
  const { flows, store, agents, campaignVoices, figures, clear, move, now } = options;
  const { agentNamed, languageRefusal, handOverRefusal, extensionRefusal, agentFor } = createCampaignChecks(options);

  /** Adds to the status reasons that voices do not exist. */
  async function withReasons(organisation: OrganisationId, all: readonly Flow[]): Promise<Flow[]> {
    const reasonOf = await options.voiceReasons(organisation);
    return all.map((flow) => {
      const missing = reasonOf({ provider: flow.voiceProvider, speaker: flow.speaker });
      const { statusReason: stored } = flow;
      return missing === null ? flow : { ...flow, statusReason: stored === null ? missing : `${stored} ${missing}` };
    });
  }

  return {
    async list(organisation, filter, page) {
      const { flows: listed, total } = await flows.list(organisation, filter, page);
      return { flows: await withReasons(organisation, listed), total };
    },
    async get(organisation, uuid) {
      const flow = await flows.get(organisation, uuid);
      return flow && (await withReasons(organisation, [flow]))[0];
    },
    knowledge: flows.knowledgeTitles,
    metrics: figures.of,

    async add(organisation, body, edit = {}) {
      const at = now().toISOString();
      const bare = bareRow(body, at);
      const early = changeOf(bare, body, undefined);
      if (isRefusal(early)) return early;
      const taken =
        (await extensionRefusal(organisation, body.extension)) ?? (await handOverRefusal(organisation, body));
      if (taken !== undefined) return taken;
      const row = { ...bare, ...early, config: body.config ?? {} };
      const cleared = body.status === 'active' ? await clear(row, organisation) : undefined;
      if (cleared !== undefined && isRefusal(cleared)) return cleared;
      // Done last, so that a rejected request does not leave an agent behind.
      const agent = await agentFor(organisation, body, edit);
      if (isRefusal(agent)) return agent;
      const { speaker, language_code: language } = agent.voice_config;
      const voice = { speaker, languageCode: body.language_code ?? language, voiceAgentUuid: agent.uuid };
      await store.addNew(organisation, { ...row, ...voice }, [], edit);
      const moved = await move(organisation, row.uuid, () => ({ set: {}, status: body.status }));
      return whole(moved) as Promise<Flow | Refusal>;
    },

    async change(organisation, uuid, body, edit = {}) {
      const agent = await agentNamed(organisation, body.voice_agent_id);
      if (agent !== undefined && isRefusal(agent)) return agent;
      const before = await store.get(organisation, uuid);
      if (before === undefined) return undefined;
      // Before the agent is changed. The transaction checks again.
      if (edit.ifMatch !== undefined && !accepts(edit.ifMatch, before.version))
        return whole(await move(organisation, uuid, () => ({ set: {} }), edit));
      const current =
        before.voiceAgentUuid === null ? undefined : await agents.get(organisation, before.voiceAgentUuid);
      const speaks = agent ?? (body.voice_agent_id === null ? undefined : current);
      const early = changeOf(before, body, speaks);
      if (isRefusal(early)) return early;
      const taken =
        (await extensionRefusal(organisation, body.extension, uuid)) ?? (await handOverRefusal(organisation, body));
      if (taken !== undefined) return taken;
      const unserved = speaks && (await languageRefusal(organisation, speaks, body.language_code));
      if (unserved !== undefined) return unserved;
      // Done last, so that a rejected request does not leave an agent behind.
      const voiced =
        agent !== undefined || body.speaker === undefined
          ? undefined
          : await campaignVoices.withSpeaker(organisation, before, { agent: speaks, speaker: body.speaker, edit });
      if (voiced !== undefined && isRefusal(voiced)) return voiced;
      const change = voiced === undefined ? body : { ...body, voice_agent_id: voiced.uuid };
      return whole(
        await move(
          organisation,
          uuid,
          (row) => {
            const set = changeOf(row, change, voiced ?? speaks);
            if (isRefusal(set)) return set;
            return { set, ...(body.status === undefined ? {} : { status: body.status }) };
          },
          edit,
        ),
      );
    },

    async toggle(organisation, uuid) {
      return whole(
        await move(organisation, uuid, ({ status }) => {
          const to = toggled[status];
          if (to !== undefined) return { set: {}, status: to };
          return conflict(`A ${status} campaign cannot be paused or resumed.`);
        }),
      );
    },
    async launch(organisation, uuid) {
      const moved = await move(organisation, uuid, ({ status }) =>
        status === 'active' ? conflict('The campaign is already running.') : { set: {}, status: 'active' },
      );
      return moved === undefined || isRefusal(moved) ? moved : { queued: moved.queued };
    },
    async stop(organisation, uuid) {
      return whole(
        await move(organisation, uuid, ({ status }) =>
          status === 'active' || status === 'paused'
            ? { set: {}, status: 'paused' }
            : conflict(`A ${status} campaign is not running.`),
        ),
      );
    },
    remove: store.remove,
  };

  async function whole(moved: Moved | Refusal | undefined): Promise<Flow | Refusal | undefined> {
    if (moved === undefined || isRefusal(moved)) return moved;
    return (await withReasons(moved.row.organisationId, [await flows.whole(moved.row)]))[0];
  }
}

const toggled: Partial<Record<FlowRow['status'], FlowRow['status']>> = { active: 'paused', paused: 'active' };

const bareRow = (body: NewCampaignBody, at: string): Omit<FlowRow, 'organisationId'> => ({
  ...plainFlow,
  uuid: randomUUID(),
  kind: body.kind,
  name: body.name,
  status: 'draft',
  provider: body.provider,
  speaker: '',
  languageCode: '',
  phoneNumber: null,
  phoneKey: null,
  config: {},
  voiceAgentUuid: null,
  createdAt: at,
  updatedAt: at,
});
