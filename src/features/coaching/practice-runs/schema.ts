import { z } from 'zod';
import { endedReasons, runClocks, runErrorCodes, runStatuses, targetKinds } from '../../../data/index.ts';
import { newestFirst, pageFields, pageQuery, requiredId, sortedBy, uuid, visibleLines } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { review } from './review-schema.ts';

const mode = z.enum(['text', 'voice'], {
  error: ({ input }) => (input === undefined ? 'mode is missing: it must be text or voice' : 'must be text or voice'),
});
const targetKind = z.enum(targetKinds, { error: `must be one of ${targetKinds.join(', ')}` });
const clock = z.enum(runClocks, { error: `must be one of ${runClocks.join(', ')}` });
const status = z.enum(runStatuses, { error: `must be one of ${runStatuses.join(', ')}` });
const verdict = z.enum(['pass', 'partial', 'fail'], { error: 'must be pass, partial or fail' });
const name = z.string().max(200);

export const newRun = z.object({
  scenario_uuid: requiredId('scenario_uuid is missing'),
  target_kind: targetKind.nullish(),
  target_uuid: requiredId('target_uuid is missing: a run is played against a deployed agent'),
  mode,
  /** The agent's persona prompt in this run; defaults to its own. */
  agent_prompt: z.string().max(20_000, 'must have at most 20,000 characters').transform(visibleLines).nullish(),
  /** The agent's language model in this run. */
  agent_model: name.nullish(),
  agent_version: z.number().int().min(1).max(1_000_000_000).nullish().meta({
    description: 'The version of the agent, such as its `draft_version`; the published one if omitted.',
  }),
  /** The language model that rewords the customer's lines. Not stored. */
  proxy_model: name.nullish(),
  /** Not stored. */
  tts_provider: name.nullish(),
  agent_opens: z.boolean().nullish(),
  /**
   * Voice runs only. `virtual`, the default, is faster than real time and repeatable. `real` uses a WebSocket to this
   * server, beside its calls.
   */
  clock: clock.nullish(),
  seed: z.number().int().nullish(),
  /** Waits for the run to finish and returns it. */
  wait: z.boolean().nullish(),
});
export type NewRun = z.output<typeof newRun>;

const transcriptLine = z.object({
  speaker: z.enum(['agent', 'customer']),
  text: z.string(),
  /** Seconds from the start. */
  timestamp: z.number(),
  /** Agent lines: steps of the flow that the reply began, and branches that it took. Absent if none. */
  path: z.array(z.object({ step: z.string(), branch: z.number().int().exactOptional() })).exactOptional(),
});
export type TranscriptLine = z.output<typeof transcriptLine>;

const runScore = z.object({
  field_id: z.string(),
  name: z.string(),
  /** Null if the criterion cannot be judged. */
  score: z.number().nullable(),
  max: z.number(),
  rationale: z.string(),
  /** Indexes into the transcript. */
  evidence: z.array(z.number().int()),
});
export type RunScore = z.output<typeof runScore>;

/** A criterion that a call failed, and the result of the run for it. */
const proven = z.object({
  field_id: z.string(),
  name: z.string(),
  call_score: z.number().int(),
  /** Null until the run is judged, and if the criterion cannot be judged. */
  score: z.number().nullable(),
  failed_again: z.boolean().nullable(),
});
export type Proves = readonly { readonly field_id: string; readonly name: string; readonly score: number }[];

const distribution = z
  .object({ count: z.number().int(), median: z.number(), p95: z.number(), max: z.number() })
  .nullable();
/** Measured from the samples of both tracks of a voice run; times in ms. */
const runMetrics = z.object({
  duration_ms: z.number(),
  /** From the customer's last sample to the agent's first. */
  response_latency_ms: distribution,
  /** From an interruption's first sample to the agent's last. */
  yield_ms: distribution,
  interruptions: z.number().int(),
  /** Interruptions after which the agent kept speaking. */
  talked_over: z.number().int(),
  backchannels: z.number().int(),
  /** Backchannels that stopped the agent. */
  false_stops: z.number().int(),
  /** Number of times that the agent started while the customer was still speaking. */
  cut_ins: z.number().int(),
  overlap_ms: z.number(),
  /** Total silence of both sides beyond two seconds at a time. */
  dead_air_ms: z.number(),
  longest_silence_ms: z.number(),
  /** The agent's share of all speech, 0 to 1. */
  talk_ratio: z.number().nullable(),
  /** Compared with the customer's intended words. */
  word_error_rate: z.number().nullable(),
  /** Number of names, numbers and dates in the customer's intended words. Absent from runs of an earlier version. */
  key_entities: z.number().int().exactOptional(),
  /** Share of these that the agent recognised, 0 to 1. */
  key_entity_accuracy: z.number().nullable().exactOptional(),
});
export type RunMetrics = z.output<typeof runMetrics>;

const count = z.number().int();
const tokens = { prompt_tokens: count, completion_tokens: count };
const runUsage = z.object({
  ...tokens,
  discarded: z.object(tokens).meta({ description: 'Tokens of replies that were prepared and never begun.' }),
  unreported_requests: count.meta({ description: 'Requests whose tokens the server did not report.' }),
  answered: z
    .array(z.object({ name: z.string().nullable(), replies: count }))
    .meta({ description: 'Replies of each model, most first. Null: the embedded agent.' }),
  failures: z
    .array(z.object({ failure: z.string(), refusal: z.string().nullable(), replies: count }))
    .meta({ description: 'Why models did not reply, with the words of a server that refused.' }),
});
export type RunUsage = z.output<typeof runUsage>;

export const run = z.object({
  uuid: z.string(),
  scenario_uuid: z.string(),
  scenario_name: z.string(),
  persona_uuid: z.string(),
  target_kind: z.enum(targetKinds),
  target_uuid: z.string().nullable(),
  mode: z.enum(['text', 'voice']),
  /** Null for text runs and live practice. */
  clock: clock.nullable(),
  seed: z.number().int(),
  agent_opens: z.boolean(),
  agent_prompt: z.string().nullable(),
  agent_model: z.string().nullable(),
  agent_version: z.number().int().nullable().meta({
    description: 'The version that was asked for; null for the one that calls used at the time.',
  }),
  proof_uuid: z.string().nullable().meta({ description: 'The proof before publishing that the run belongs to.' }),
  status: z.enum(runStatuses),
  verdict: verdict.nullable(),
  /** Mean of the scores, 0 to 100; null without scores. */
  score: z.number().int().nullable(),
  scores: z.array(runScore),
  summary: z.string().nullable(),
  transcript: z.array(transcriptLine),
  ended_reason: z.enum(endedReasons).nullable(),
  error: z.string().nullable(),
  /** Why the run has no verdict. */
  error_code: z.enum(runErrorCodes).nullable(),
  /** Criteria that the call failed, for a run that proves a scenario made of a call. */
  proof: z.array(proven).nullable(),
  has_audio: z.boolean(),
  metrics: runMetrics.nullable(),
  usage: runUsage
    .nullable()
    .meta({ description: 'What the language models of the agent were asked; null if none was.' }),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** A person's decision. */
  review: review.nullable(),
});
export type Run = z.output<typeof run>;

export const runUuid = z.object({ uuid: z.uuid() });
export const runQuery = pageQuery.extend({
  status: status.exactOptional(),
  verdict: verdict.exactOptional(),
  scenario_uuid: uuid.exactOptional(),
  target_uuid: uuid.exactOptional(),
  ...sortedBy(['score', 'created_at'], newestFirst),
});
export type RunQuery = z.output<typeof runQuery>;
export const runList = z.object({ results: z.array(run), ...pageFields });

nameSchemas({
  PracticeRun: run,
  PracticeRunList: runList,
  NewPracticeRun: newRun,
  PracticeTurn: transcriptLine,
  PracticeScore: runScore,
  PracticeProof: proven,
});
