import type { Run } from '../../features/coaching/practice-runs/index.ts';
import { CliFault } from '../cli-fault.ts';
import type { CoachClient } from './coach-client.ts';
import type { Suite, SuiteCase } from './suite.ts';

export interface PlayedRun {
  readonly case: string;
  readonly seed: number;
  readonly uuid: string;
  /** `invalid`: the run yields no result about the agent. */
  readonly result: 'passed' | 'failed' | 'invalid';
  /** Why the run did not pass; empty if it did. */
  readonly reasons: readonly string[];
  readonly verdict: Run['verdict'];
  readonly score: number | null;
  readonly endedReason: Run['ended_reason'];
  /** Number of earlier invalid runs, each with another seed. */
  readonly retries: number;
  /** Time on the server from the start of the run to its verdict. */
  readonly ms: number;
  /** Agent turns in the conversation. */
  readonly agentTurns: number;
  readonly talkMs: number;
  readonly targetUuid: string;
  /** Steps and branches of the flow, in order. */
  readonly path: readonly { readonly step: string; readonly branch?: number }[];
}

export interface PlaySuiteOptions {
  readonly client: CoachClient;
  /** Client that removes what was created. */
  readonly cleaner: Pick<CoachClient, 'remove'>;
  /** Whether the server is the command's own. Score fields of the suite are created only there. */
  readonly isOwnServer: boolean;
  readonly parallel: number;
  readonly onRun: (run: PlayedRun, finished: number, total: number) => void;
}

interface Planned {
  readonly suiteCase: SuiteCase;
  readonly seed: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Offset of seeds for retries, far from those of the other repeats. */
const retrySeeds = 1_000_000;
const mostRetries = 2;

/**
 * Creates what the suite describes, plays its runs and removes what it created. Runs and their transcripts are kept.
 */
export async function playSuite(suite: Suite, options: PlaySuiteOptions): Promise<PlayedRun[]> {
  const { client, onRun } = options;
  const created: string[] = [];
  try {
    const planned = await plan(suite, options, created);
    const results: PlayedRun[] = new Array(planned.length);
    let [next, finished] = [0, 0];
    const lane = async (): Promise<void> => {
      for (let at = next++; at < planned.length; at = next++) {
        const run = await playOne(client, planned[at] as Planned);
        results[at] = run;
        onRun(run, ++finished, planned.length);
      }
    };
    await Promise.all(Array.from({ length: Math.min(options.parallel, planned.length) }, lane));
    return results;
  } finally {
    if (!options.isOwnServer) for (const path of created.reverse()) await options.cleaner.remove(path).catch(() => {});
  }
}

async function plan(suite: Suite, { client, isOwnServer }: PlaySuiteOptions, created: string[]): Promise<Planned[]> {
  await ensureCriteria(suite, client, isOwnServer);
  const personas = new Map<string, string>();
  for (const [key, persona] of Object.entries(suite.personas)) {
    if (!suite.cases.some((each) => each.persona === key)) continue;
    const { uuid } = await client.add('/api/pf-coach/personas', persona);
    personas.set(key, uuid);
    created.push(`/api/pf-coach/personas/${uuid}`);
  }
  const planned: Planned[] = [];
  for (const suiteCase of suite.cases) {
    let scenario_uuid = suiteCase.scenario_uuid;
    if (suiteCase.scenario !== undefined) {
      const body = { name: suiteCase.name, ...suiteCase.scenario, persona_uuid: personas.get(suiteCase.persona ?? '') };
      scenario_uuid = (await client.add('/api/pf-coach/scenarios', body)).uuid;
      created.push(`/api/pf-coach/scenarios/${scenario_uuid}`);
    }
    planned.push(...(await runsOf(suite, suiteCase, { scenario_uuid, client })));
  }
  return planned;
}

async function ensureCriteria(suite: Suite, client: CoachClient, isOwnServer: boolean): Promise<void> {
  if (suite.criteria.length === 0) return;
  const criteria = await client.criteria();
  for (const criterion of suite.criteria) {
    if (criteria.has(criterion.key)) continue;
    if (!isOwnServer)
      throw new CliFault(
        'suite_refused',
        `the server has no score field "${criterion.key}". A superadmin creates it under Analysis, or leave out --url`,
      );
    await client.add('/api/extraction-fields', { ...criterion, field_type: 'score' });
  }
}

async function runsOf(
  suite: Suite,
  suiteCase: SuiteCase,
  { scenario_uuid, client }: { readonly scenario_uuid: string | undefined; readonly client: CoachClient },
): Promise<Planned[]> {
  const target_kind = suiteCase.target_kind ?? suite.target_kind ?? 'flow';
  const target_uuid = await client.target(target_kind, suiteCase.target ?? suite.target ?? '');
  const {
    agent_prompt = suite.agent_prompt,
    agent_model = suite.agent_model,
    proxy_model = suite.proxy_model,
  } = suiteCase;
  const mode = suiteCase.mode ?? suite.mode ?? 'text';
  const body = { scenario_uuid, target_kind, target_uuid, mode, agent_prompt, agent_model, proxy_model };
  const first = suiteCase.seed ?? suite.seed ?? 1;
  return Array.from({ length: suiteCase.repeat ?? suite.repeat ?? 1 }, (_, at) => ({
    suiteCase,
    seed: first + at,
    body,
  }));
}

/** Plays a run. A run without a verdict yields no result about the agent and is repeated with another seed. */
async function playOne(client: CoachClient, { suiteCase, seed, body }: Planned): Promise<PlayedRun> {
  for (let retries = 0; ; retries++) {
    const run = await client.play({ ...body, seed: seed + retries * retrySeeds });
    const isInvalid = run.status !== 'completed';
    if (isInvalid && run.status === 'failed' && retries < mostRetries) continue;
    const reasons = isInvalid ? [run.error ?? `status ${run.status}`] : misses(suiteCase.expect, run);
    return {
      case: suiteCase.name,
      seed: run.seed,
      uuid: run.uuid,
      reasons,
      retries,
      result: isInvalid ? 'invalid' : reasons.length === 0 ? 'passed' : 'failed',
      verdict: run.verdict,
      score: run.score,
      endedReason: run.ended_reason,
      ms: Math.max(0, Date.parse(run.finished_at ?? '') - Date.parse(run.started_at ?? '')) || 0,
      agentTurns: run.transcript.filter(({ speaker }) => speaker === 'agent').length,
      targetUuid: String(body.target_uuid),
      path: run.transcript.flatMap(({ path = [] }) => path),
      talkMs: Math.round(run.metrics?.duration_ms ?? 1000 * (run.transcript.at(-1)?.timestamp ?? 0)),
    };
  }
}

const bar = 70;

/** Returns the suite's expectations that the run did not meet, with the criteria it failed. */
function misses({ verdict, min_score: least, ended }: SuiteCase['expect'], run: Run): string[] {
  const missed: string[] = [];
  if (run.verdict === null || !verdict.includes(run.verdict)) missed.push(`verdict ${run.verdict ?? 'none'}`);
  if (least !== undefined && (run.score ?? 0) < least) missed.push(`score ${run.score ?? 'none'} below ${least}`);
  if (ended !== undefined && (run.ended_reason === null || !ended.includes(run.ended_reason)))
    missed.push(`ended: ${run.ended_reason}`);
  if (missed.length === 0) return [];
  const lost = run.scores.filter(({ score, max }) => score !== null && (100 * score) / max < bar);
  return [...missed, ...lost.map(({ name, score, rationale }) => `${name} ${score}: ${rationale}`)];
}
