import { taskModels } from '../../../models/manifest.ts';
import { describeEngines } from '../../engines/available.ts';
import { route } from '../../engines/route.ts';
import type { SpeechEngineSpec } from '../../engines/spec.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import type { EngineClient } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { SpeechClients } from './speech-clients.ts';
import { type EngineTrial, specOf, spokenSentence, trialSentence } from './speech-trial.ts';

interface Here {
  readonly modelsDir: string;
}

const { text: sentence, rateHz, languageCode } = trialSentence;

/** Returns the trial sentence, spoken by an embedded voice. */
async function embeddedSentence(
  clients: SpeechClients,
  specs: readonly SpeechEngineSpec[],
  { modelsDir }: Here,
  signal: AbortSignal,
): Promise<Float32Array> {
  const available = await describeEngines(specs, { modelsDir });
  const embedded = available.voices.find(({ host }) => host === 'model');
  const { voice } = route({ voice: { speaker: embedded?.name ?? '' }, languageCode, rateHz }, available);
  return spokenSentence(clients, specOf(specs, voice.engine), voice, signal);
}

/** Returns the first result of a job. */
async function resultOf<Job, Result>(client: EngineClient<Job, Result>, job: Job, signal: AbortSignal) {
  for await (const result of client.run(job, signal)) return result;
  signal.throwIfAborted();
  throw new MediaFault('engine_died', 'the model returned no result');
}

/** Share of the sentence after which it is cut off. */
const brokenOff = 0.8;
const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Runs end-of-turn detection on an embedded voice's sentence, whole and cut off, as a call does in a pause. */
export async function tryEndOfTurn(
  clients: SpeechClients,
  specs: readonly SpeechEngineSpec[],
  here: Here,
  signal: AbortSignal,
): Promise<EngineTrial> {
  const samples = await embeddedSentence(clients, specs, here, signal);
  const engine = await clients.endOfTurn();
  const judge = async (length: number): Promise<number> =>
    (await resultOf(engine, { samples: samples.slice(0, length), rateHz }, signal)).probability;
  await judge(samples.length);
  const beganMs = performance.now();
  const whole = await judge(samples.length);
  const firstMs = performance.now() - beganMs;
  const part = await judge(Math.round(brokenOff * samples.length));
  return {
    engine: taskModels.endOfTurn,
    provider: 'platform',
    firstMs,
    totalMs: performance.now() - beganMs,
    audioMs: (samples.length * 1000) / rateHz,
    text: sentence,
    heard: `finished with ${percent(whole)}; broken off, with ${percent(part)}`,
  };
}

/** Silence before and after the sentence, so that it has a start and an end. */
const silenceMs = 600;

/**
 * Detects an embedded voice's sentence between silences. `firstMs` runs from its beginning to its detection in a call.
 */
export async function tryVoiceActivity(
  clients: SpeechClients,
  specs: readonly SpeechEngineSpec[],
  here: Here,
  signal: AbortSignal,
): Promise<EngineTrial> {
  const spoken = await embeddedSentence(clients, specs, here, signal);
  const silence = new Float32Array((silenceMs * rateHz) / 1000);
  const samples = joinSamples([silence, spoken, silence]);
  const engine = await clients.voiceActivity();
  await resultOf(engine, { samples: samples.slice() }, signal);
  const beganMs = performance.now();
  const { events, steps, runMs } = await resultOf(engine, { samples: samples.slice() }, signal);
  const totalMs = performance.now() - beganMs;
  const started = events.find(({ type }) => type === 'speech_started');
  const paused = events.findLast(({ type }) => type === 'speech_paused');
  if (started === undefined || paused?.type !== 'speech_paused')
    throw new MediaFault('engine_died', 'the voice detector found no speech in a spoken sentence');
  const lengthMs = (spoken.length * 1000) / rateHz;
  const perStep = (runMs / steps).toFixed(2);
  const endLagMs = Math.max(0, Math.round(paused.atMs - silenceMs - lengthMs));
  return {
    engine: taskModels.voiceActivity,
    provider: 'platform',
    totalMs,
    audioMs: lengthMs,
    text: sentence,
    firstMs: Math.max(0, started.atMs - silenceMs),
    heard: `the end ${endLagMs} ms after the last sound; ${perStep} ms of computing for each 32 ms of sound`,
  };
}

/** A sentence of similar meaning without a common word, and one about something else. */
const alike = 'When does the shop open at the weekend?';
const other = 'My parcel arrived with a broken lid.';

const dot = (first: Float32Array, two: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < first.length; at++) sum += (first[at] as number) * (two[at] as number);
  return sum;
};

/** Compares a sentence by meaning with a similar and a different one, as knowledge search does. */
export async function tryEmbedding(clients: SpeechClients, signal: AbortSignal): Promise<EngineTrial> {
  const engine = await clients.embedding();
  const vectorsOf = (texts: readonly string[]) => resultOf(engine, { texts }, signal);
  await vectorsOf([other]);
  const beganMs = performance.now();
  const [questionVector = new Float32Array(0) as Float32Array] = await vectorsOf([sentence]);
  const firstMs = performance.now() - beganMs;
  const [near, far] = await vectorsOf([alike, other]);
  const similarity = (vector: Float32Array = new Float32Array(0)): string => percent(dot(vector, questionVector));
  return {
    engine: taskModels.embedding,
    provider: 'platform',
    firstMs,
    totalMs: performance.now() - beganMs,
    audioMs: 0,
    text: sentence,
    heard: `${similarity(near)} like “${alike}”, ${similarity(far)} like “${other}”`,
  };
}
