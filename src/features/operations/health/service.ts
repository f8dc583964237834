import { readdir } from 'node:fs/promises';
import type { MediaStatus } from '../../../../media/index.ts';
import { type ListedNode, nameOfNode } from '../../../cluster/index.ts';
import { describeRouting, type ModelRouting } from '../../voices/index.ts';
import { lastKnown } from './last-known.ts';
import type { Health, Readiness } from './schema.ts';

export interface HealthOptions {
  readonly version: string;
  readonly modelsDir: string;
  readonly mediaStatus: () => Promise<MediaStatus>;
  readonly callLog: {
    readonly waiting: number;
    readonly refused: number;
    readonly alarms: Readonly<Record<string, number>>;
  };
  readonly disk: { readonly state: 'ok' | 'low' | 'full'; readonly freeBytes: number; readonly hasBallast: boolean };
  readonly files: { readonly stores: { readonly shared: boolean; readonly stores: number } };
  readonly modelRouting: () => Promise<ModelRouting>;
  /** Returns whether a stored language model replaces the server of the stage `vllm`. */
  readonly hasStoredModel: () => Promise<boolean>;
  /** Returns the language model; undefined for the embedded engine. */
  readonly languageModel: () => Promise<object | undefined>;
  /** Returns who answered the turns of calls since startup. */
  readonly answeredTurns: () => Health['answered_turns'];
  /** Returns the providers whose engines are configured. */
  readonly speechProviders: () => readonly string[];
  readonly cluster: {
    readonly role: Health['cluster']['role'];
    readonly id: string;
    /** Returns whether NATS is connected; undefined if it is not used. */
    readonly nats: () => boolean | undefined;
    readonly nodes: () => Promise<readonly ListedNode[]>;
    /** Returns the number of messages between nodes that were dropped, by reason. */
    readonly refusedMessages: () => Readonly<Record<string, number>>;
  };
  readonly isDraining: () => boolean;
  /** Rejects if the database does not respond. */
  readonly checkDatabase: () => Promise<void>;
  /** Returns since when the database has been unreachable, in monotonic milliseconds; undefined while it answers. */
  readonly silentSinceMs: () => number | undefined;
  /** Whether calls are answered without the database for now. */
  readonly answersAlone: () => boolean;
}

/** The whole document must be ready within 50 ms, however long the database or a model server takes. */
const patienceMs = 30;
/** Anybody may ask for the document, as often as they like: the database is asked once in this time. */
const freshMs = 1000;
/** A list of nodes that is older than this says nothing about them. */
const nodesKnownMs = 6000;

export function createHealthReader(options: HealthOptions): () => Promise<Health> {
  const patient = { patienceMs, freshMs, nowMs: () => performance.now() };
  const routing = lastKnown<Health['model_routing']>(
    async () => {
      const [stored, hasStoredModel] = await Promise.all([options.modelRouting(), options.hasStoredModel()]);
      return routingOf(describeRouting(stored, hasStoredModel), options.speechProviders());
    },
    { ...patient, unknown: null },
  );
  const hasModel = lastKnown<boolean>(async () => (await options.languageModel()) !== undefined, {
    ...patient,
    unknown: false,
  });
  const nodes = lastKnown<readonly ListedNode[]>(options.cluster.nodes, {
    ...patient,
    unknown: [],
    mostAgeMs: nodesKnownMs,
  });
  const modelNames = lastKnown<string[]>(() => namesIn(options.modelsDir), { ...patient, unknown: [] });
  return async () => {
    const [media, ...values] = await Promise.all([options.mediaStatus(), routing(), hasModel(), nodes(), modelNames()]);
    const [model_routing, isModelUsed, listed, models] = values;
    return healthOf(options, media, { model_routing, isModelUsed, listed, models });
  };
}

interface Known {
  readonly model_routing: Health['model_routing'];
  readonly isModelUsed: boolean;
  readonly listed: readonly ListedNode[];
  readonly models: string[];
}

async function namesIn(modelsDir: string): Promise<string[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}

function healthOf(options: HealthOptions, media: MediaStatus, values: Known): Health {
  const { waiting, refused, alarms } = options.callLog;
  const isDegraded = refused > 0 || options.disk.state !== 'ok';
  const admission = admissionOf(media.admission);
  return {
    status: options.isDraining() ? 'draining' : isDegraded ? 'degraded' : admission.refusing === null ? 'ok' : 'busy',
    version: options.version,
    node: process.version,
    uptime_seconds: Math.floor(process.uptime()),
    cluster: clusterOf(options.cluster, options.silentSinceMs() === undefined ? values.listed : []),
    database: databaseOf(options.silentSinceMs()),
    media: {
      driver: media.driver,
      active_calls: media.activeCalls,
      lateness_ms: media.latenessMs,
    },
    admission,
    inference: inferenceOf(media.inference),
    voice_detectors: media.voiceDetectors.map(({ mostStreams, enough, timings, runs, steps }) => ({
      most_streams: mostStreams,
      enough,
      measured: timings.map(({ streams, runMs, exact }) => ({ streams, run_ms: runMs, exact })),
      runs,
      steps,
    })),
    models: values.models,
    // A call uses the model that is current at its start.
    brain: values.isModelUsed ? 'openai' : media.brain,
    answered_turns: options.answeredTurns(),
    model_routing: values.model_routing,
    execution_provider: providersInUse(media.inference.models).join(','),
    speculation: speculationToJson(media.speculation),
    disk: diskOf(options.disk),
    files: { ...options.files.stores },
    call_log: { waiting, refused },
    alarms: { ...alarms },
  };
}

/** Omits addresses, because anonymous clients can read this. */
const routingOf = (
  { stt_model, diarization, embedding, vllm, unused_stages = [] }: ReturnType<typeof describeRouting>,
  speechProviders: readonly string[],
): NonNullable<Health['model_routing']> => ({
  stt_model,
  diarization: diarization.enabled,
  embedding: embedding.enabled,
  vllm: vllm.enabled,
  unused_stages,
  speech_providers: [...speechProviders],
});

const databaseOf = (silentSinceMs: number | undefined): Health['database'] => ({
  state: silentSinceMs === undefined ? 'connected' : 'away',
  away_seconds: silentSinceMs === undefined ? null : Math.floor((performance.now() - silentSinceMs) / 1000),
});

/** Lists no nodes while the database is unavailable. */
function clusterOf(
  { role, id, nats, refusedMessages }: HealthOptions['cluster'],
  listed: readonly ListedNode[],
): Health['cluster'] {
  const isUp = nats();
  return {
    role,
    id: nameOfNode(id),
    nats: isUp === undefined ? null : isUp ? 'connected' : 'away',
    refused_messages: { ...refusedMessages() },
    nodes: listed.map(({ id: node, silentMs, mediaBaseUrl: _, ...load }) => ({
      id: nameOfNode(node),
      ...load,
      silent_ms: silentMs,
    })),
  };
}

const admissionOf = (seen: MediaStatus['admission']): Health['admission'] => ({
  refusing: seen.refusing ?? null,
  rated_calls: seen.ratedCalls,
  cores_per_call: Math.round(seen.coresPerCall * 1000) / 1000,
  setting_up: seen.settingUp,
  refused: { ...seen.refused },
});

const diskOf = ({ state, freeBytes, hasBallast }: HealthOptions['disk']): Health['disk'] => ({
  state,
  free_bytes: Number.isFinite(freeBytes) ? freeBytes : null,
  ballast: hasBallast,
});

const inferenceOf = ({ jobTotals: _, ...seen }: MediaStatus['inference']): Health['inference'] => ({
  ...seen,
  models: modelsOf(seen.models),
  jobs: jobsOf(seen.jobs),
});

const modelsOf = (seen: MediaStatus['inference']['models']): Health['inference']['models'] =>
  seen.map((each) => ({ ...each, missed: [...each.missed] }));

function providersInUse(models: MediaStatus['inference']['models']): string[] {
  const counts = new Map<string, number>();
  for (const { provider } of models) counts.set(provider, (counts.get(provider) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([provider]) => provider);
}

const jobsOf = (seen: MediaStatus['inference']['jobs']): Health['inference']['jobs'] =>
  Object.fromEntries(
    Object.entries(seen).map(([kind, figures]) => [
      kind,
      {
        jobs: figures.jobs,
        wait_p50_ms: figures.waitP50Ms,
        wait_p95_ms: figures.waitP95Ms,
        run_p50_ms: figures.runP50Ms,
        run_p95_ms: figures.runP95Ms,
      },
    ]),
  );

function speculationToJson({ made, wasted, ...counts }: MediaStatus['speculation']): Health['speculation'] {
  return {
    ...counts,
    made_ms: made.brainMs + made.speechMs,
    wasted_ms: wasted.brainMs + wasted.speechMs,
    made_characters: made.characters,
    wasted_characters: wasted.characters,
  };
}

const checkPatienceMs = 2000;

/** Reported while the database is away and calls are answered nevertheless. */
const fromMemory = 'away: calls are answered from what was read before, and the API returns 503';

/**
 * Returns whether to route work here: calls are answered, and the server is not shutting down. Without the database,
 * they are answered for some hours; if all servers stopped receiving requests meanwhile, no caller would get through.
 */
export async function readReadiness(options: HealthOptions): Promise<Readiness> {
  const [database, media] = await Promise.all([verdict(options.checkDatabase()), verdict(options.mediaStatus())]);
  const isAlone = database !== 'ok' && options.answersAlone();
  const checks = {
    database: isAlone ? fromMemory : database,
    media,
    call_log: options.callLog.refused > 0 ? 'call events were lost: see /health' : 'ok',
    stopping: options.isDraining() ? 'the server is being stopped' : 'ok',
  };
  return { ready: Object.values(checks).every((check) => check === 'ok' || check === fromMemory), checks };
}

/** Returns a fixed sentence, because the error may contain an address or a path. */
async function verdict(check: Promise<unknown>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('does not answer'), checkPatienceMs);
  });
  const answer = check.then(
    () => 'ok',
    () => 'fails: see the log',
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
