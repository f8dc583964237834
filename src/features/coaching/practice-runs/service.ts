import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { Jobs } from '../../../jobs/index.ts';
import type { CoachDocuments } from '../coach-documents/index.ts';
import type { Personas } from '../personas/index.ts';
import { type Scenarios, unknownScenario } from '../scenarios/index.ts';
import { toJson } from './json.ts';
import type { Reviews } from './review-store.ts';
import { nothingYet } from './row.ts';
import type { RunAudio } from './run-audio.ts';
import type { NewRun, Proves, Run, RunQuery } from './schema.ts';
import { knownPartOf, type Snapshot } from './snapshot.ts';
import type { RunRow, RunStore } from './store.ts';
import { budgetOf, enqueueRun } from './work.ts';

export interface RunsOptions {
  readonly store: RunStore;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly personas: Pick<Personas, 'get'>;
  readonly documents: Pick<CoachDocuments, 'texts'>;
  readonly scenarios: Pick<Scenarios, 'whole'>;
  /** Returns whether the organisation has this agent in this version. */
  readonly hasTarget: (
    organisation: OrganisationId,
    target: {
      readonly kind: RunRow['targetKind'];
      readonly uuid: string;
      /** Version of the agent; by default the one that calls use. */
      readonly version?: number | undefined;
    },
  ) => Promise<boolean>;
  /** Returns why a voice run cannot be played; undefined if it can. */
  readonly voiceRefusal: (body: NewRun) => string | undefined;
  /** Returns whether a language model is configured. */
  readonly hasModel: (organisation: OrganisationId) => Promise<boolean>;
  readonly audio: Pick<RunAudio, 'find' | 'release' | 'removeUnheld'>;
  readonly reviews: Pick<Reviews, 'of'>;
  /** Time budget of a text run. */
  readonly budgetMs: number;
  readonly now: () => Date;
}

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

/** Virtual time is reproducible, uses no call slot and finishes sooner. */
const defaultClock = 'virtual';

export type Runs = ReturnType<typeof createRuns>;

/** Added to the budget of a run for waiting and judging. */
const waitGraceMs = 60_000;
const lookEveryMs = { first: 25, most: 500 } as const;

/** Practice calls: created here, played by jobs. */
export function createRuns(options: RunsOptions) {
  const { store, jobs, personas, documents, scenarios, now } = options;

  async function snapshotOf(organisation: OrganisationId, scenarioUuid: string): Promise<Snapshot> {
    const scenario = await scenarios.whole(organisation, scenarioUuid);
    if (scenario === undefined) throw unknownScenario(scenarioUuid);
    const persona = await personas.get(organisation, scenario.scenario.persona_uuid);
    // The persona was deleted at the same moment.
    if (persona === undefined) throw unknownScenario(scenarioUuid);
    const texts = await documents.texts(organisation, persona.document_uuids);
    return { persona, ...scenario, documents: knownPartOf(texts) };
  }

  async function get(organisation: OrganisationId, uuid: string): Promise<Run | undefined> {
    const row = await store.get(organisation, uuid);
    if (row === undefined) return undefined;
    return toJson(row, (await options.reviews.of(organisation, [uuid])).get(uuid));
  }

  /** Returns the run once it is over, when `signal` aborts, or after its time budget plus a minute. */
  async function finished(organisation: OrganisationId, run: Run, signal: AbortSignal): Promise<Run> {
    const waitMsAtMost = budgetOf(options.budgetMs, run.mode) + waitGraceMs;
    const late = AbortSignal.any([signal, AbortSignal.timeout(waitMsAtMost)]);
    let waitMs: number = lookEveryMs.first;
    let latest = run;
    while (latest.finished_at === null && !late.aborted) {
      await sleep(waitMs, undefined, { signal: late }).catch(() => {});
      waitMs = Math.min(lookEveryMs.most, waitMs * 2);
      latest = (await get(organisation, run.uuid)) ?? latest;
    }
    return latest;
  }

  return {
    get,
    finished,
    snapshotOf,
    /** Throws for a wrong mode, an unknown scenario or target, and if too many runs are waiting. */
    async add({ organisationId, userUuid }: Viewer, body: NewRun, proves?: Proves): Promise<Run> {
      const kind = body.target_kind ?? 'flow';
      refuseModes(body, kind, options.voiceRefusal);
      await refuseModels(body, () => options.hasModel(organisationId));
      const snapshot = await snapshotOf(organisationId, body.scenario_uuid);
      const { scenario, persona } = snapshot;
      if (!(await options.hasTarget(organisationId, { kind, uuid: body.target_uuid })))
        throw new Problem('not_found', `No ${targetNames[kind]} ${body.target_uuid} exists.`);
      const version = body.agent_version ?? undefined;
      const tested = { kind, uuid: body.target_uuid, version };
      if (version !== undefined && !(await options.hasTarget(organisationId, tested)))
        throw new Problem(
          'bad_request',
          `body agent_version: version ${version} of the agent does not exist or is not kept.`,
        );
      const row: RunRow = {
        ...nothingYet,
        uuid: randomUUID(),
        userUuid,
        scenarioUuid: scenario.uuid,
        scenarioName: scenario.name,
        personaUuid: persona.uuid,
        targetKind: kind,
        targetUuid: body.target_uuid,
        mode: body.mode,
        clock: body.mode === 'voice' ? (body.clock ?? defaultClock) : null,
        seed: body.seed ?? randomInt(2 ** 31),
        agentOpens: body.agent_opens ?? scenario.agent_opens,
        agentPrompt: body.agent_prompt || null,
        agentModel: body.agent_model || null,
        agentVersion: body.agent_version ?? null,
        proves: proves ?? null,
        snapshot,
        createdAt: now().toISOString(),
      };
      const overrides = {
        ...(body.proxy_model ? { proxyModel: body.proxy_model } : {}),
        ...(body.tts_provider ? { ttsProvider: body.tts_provider } : {}),
      };
      const enqueue = ({ system }: TenantQueries): Promise<void> =>
        enqueueRun(jobs, system, {
          ref: { organisation: organisationId, uuid: row.uuid },
          mode: body.mode,
          overrides,
        });
      if (!(await store.add(organisationId, [row], enqueue)))
        throw new Problem('conflict', 'Too many runs are queued. Wait until some of them are finished.');
      return toJson(row);
    },
    async list(organisation: OrganisationId, query: RunQuery) {
      const { rows, total } = await store.list(organisation, query);
      const reviews = await options.reviews.of(
        organisation,
        rows.map(({ uuid }) => uuid),
      );
      return { results: rows.map((row) => toJson(row, reviews.get(row.uuid))), total };
    },
    audio: options.audio.find,
    async remove(organisation: OrganisationId, uuid: string) {
      let released: string[] = [];
      const removed = await store.remove(organisation, uuid, async (queries) => {
        released = await options.audio.release(queries, uuid);
      });
      await options.audio.removeUnheld(released);
      return removed;
    },
  };
}

const targetNames = { flow: 'flow', voice_agent: 'voice agent', workflow: 'flow', human_rep: 'flow' } as const;

function refuseModes(body: NewRun, kind: RunRow['targetKind'], voiceRefusal: RunsOptions['voiceRefusal']): void {
  const { mode } = body;
  if (mode === 'voice' && kind !== 'flow')
    throw new Problem(
      'bad_request',
      'A run by voice can target only a flow. Use the target_kind flow, or the mode text.',
    );
  if (kind === 'human_rep')
    throw new Problem('bad_request', 'A person practises in a live session. Use POST /api/pf-coach/live/sessions.');
  const refusal = mode === 'voice' ? voiceRefusal(body) : undefined;
  if (refusal !== undefined) throw new Problem('bad_request', refusal);
}

const noModel = 'no language model is connected. Connect one on the page Models, or leave the field out.';

/** Rejects fields that would have no effect. */
async function refuseModels(body: NewRun, hasModel: () => Promise<boolean>): Promise<void> {
  const { mode, agent_model: agent, proxy_model: proxy, tts_provider: voice } = body;
  if (mode === 'text' && voice)
    throw new Problem('bad_request', 'tts_provider names a voice, and a run in writing has none. Leave it out.');
  if (mode === 'voice' && proxy)
    throw new Problem('bad_request', 'proxy_model rewords runs in writing only. Leave it out, or use the mode text.');
  if ((agent || proxy) && !(await hasModel()))
    throw new Problem('bad_request', `${agent ? 'agent_model' : 'proxy_model'} has no effect: ${noModel}`);
}
