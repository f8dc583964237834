import { resample } from '../../dsp/resampler.ts';
import type { FittedVoice, VoiceMeasure } from '../../engines/fitting.ts';
import { openVoiceFitting, registeredEngines } from '../../engines/registry.ts';
import { connectHere, openEnginePool } from '../../inference/pool.ts';
import { invariant } from '../../kit/invariant.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import { packOf } from '../../language/languages.ts';
import type { VoiceJob } from '../../speaker/engine.ts';
import { soundsLikeTwo } from '../../speaker/two-voices.ts';
import { meanVector, type VoiceWindows, vectorSize, voiceSimilarity } from '../../speaker/voice-encoder.ts';
import { voiceEngine } from '../voice-vectors.ts';
import { createSpeechClients } from './speech-clients.ts';

export interface VoiceLikenessOptions {
  readonly modelsDir: string;
  readonly executionProviders: readonly string[];
}

/** Compares clips with the range of the embedded voice, on threads with lower priority than calls. */
export interface VoiceLikeness {
  /**
   * Fits the embedded voice to a clip (mono, 16 kHz). The similarity is measured on sentences that the fit does not
   * use. When `signal` aborts, returns the best voice so far.
   */
  fit(samples: Float32Array, measure: VoiceMeasure, signal: AbortSignal): Promise<FittedVoice>;
  /** Whether a clip (mono, 16 kHz) contains the voices of two people. */
  hasTwoVoices(samples: Float32Array): Promise<boolean>;
  close(): Promise<void>;
}

const rateHz = 16_000;
/** Clips and speech are compared at telephone bandwidth, because a reference often comes from a telephone. */
const lineRateHz = 8000;
const windowStepSamples = Math.round(0.8 * rateHz);
const timeoutMs = 60_000;
const niceness = 15;

/** English, because the embedded voice speaks it. */
function fittedTexts() {
  const texts = packOf('en')?.voice;
  invariant(texts, 'media/language/en/voice.json is missing');
  return texts;
}

/** Loads the voice encoder; loads the synthesiser when first needed. Throws `model_missing`, `model_unreadable`. */
export async function openVoiceLikeness(options: VoiceLikenessOptions): Promise<VoiceLikeness> {
  const spec = registeredEngines.find(({ synthesiser }) => synthesiser?.fitting !== undefined);
  invariant(spec?.synthesiser, 'no engine fits a voice to a clip');
  const texts = fittedTexts();
  const [base] = spec.synthesiser.voices;
  const stock = spec.synthesiser.voices;
  const fitting = await openVoiceFitting();
  const engine = voiceEngine(options.modelsDir);
  const pool = await openEnginePool({
    name: 'likeness',
    threads: 1,
    concurrency: 1,
    niceness,
    providers: options.executionProviders,
    engines: [engine],
    log: () => {},
  });
  const use = { engine: engine.name, slackMs: () => 0, weight: () => 1, timeoutMs };
  const encoder = connectHere(pool).engine<VoiceJob, VoiceWindows>(use);
  const clients = createSpeechClients(registeredEngines, options);
  const wanted = new AbortController().signal;
  let stockVectors: Promise<readonly Float32Array[]> | undefined;

  async function windowsOf(samples: Float32Array): Promise<VoiceWindows> {
    const heard = speechOf(resample(resample(samples, rateHz, lineRateHz), lineRateHz, rateHz));
    for await (const windows of encoder.run({ samples: heard, stepSamples: windowStepSamples }, wanted)) return windows;
    return { centres: [], vectors: new Float32Array(0) };
  }

  async function spoken(text: string, parameters: Readonly<Record<string, unknown>>): Promise<Float32Array> {
    const client = await clients.synthesiser(spec as NonNullable<typeof spec>);
    const pieces: Float32Array[] = [];
    const voice = { engine: fitting.engine, voice: base?.name ?? '', parameters };
    for await (const { samples } of client.run({ text, voice, rateHz: lineRateHz }, wanted)) pieces.push(samples);
    const { vectors } = await windowsOf(resample(joinSamples(pieces), lineRateHz, rateHz));
    return meanVector(vectors);
  }

  /** Returns the stock voice that is most similar to a reference. */
  async function nearest(reference: Float32Array) {
    stockVectors ??= inTurn(stock, ({ parameters = {} }) => spoken(texts.fitted, parameters));
    const likes = (await stockVectors).map((vector) => voiceSimilarity(vector, reference));
    const { name, parameters = {} } = stock[likes.indexOf(Math.max(...likes))] as (typeof stock)[number];
    return { name, parameters: parameters as Record<string, number> };
  }

  return {
    async fit(samples, measure, signal) {
      const reference = meanVector((await windowsOf(samples)).vectors);
      const start = fitting.fitVoice(measure);
      const close = await nearest(reference);
      const likeness = async (parameters: Readonly<Record<string, number>>): Promise<number> =>
        voiceSimilarity(reference, await spoken(texts.fitted, parameters));
      const parameters = await fitting.improve([start.parameters, close.parameters], likeness, signal);
      // Both were chosen with one text and are judged with another, so neither is favoured by its words.
      const judged = async (chosen: Readonly<Record<string, unknown>>): Promise<number> =>
        rounded(voiceSimilarity(reference, await spoken(texts.judged, chosen)));
      return {
        base: start.base,
        parameters,
        basis: 'measured',
        similarity: await judged(parameters),
        nearest: { name: close.name, similarity: await judged(close.parameters) },
      };
    },
    async hasTwoVoices(samples) {
      const { centres, vectors } = await windowsOf(samples);
      return soundsLikeTwo(centres.map((_, at) => vectors.subarray(at * vectorSize, (at + 1) * vectorSize)));
    },
    async close() {
      await clients.close();
      await pool.close();
    },
  };
}

const rounded = (similarity: number): number => Math.round(1000 * Math.max(0, similarity)) / 1000;

async function inTurn<T, R>(all: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const entry of all) results.push(await work(entry));
  return results;
}

const frameSamples = rateHz / 50;
const keptFrames = 8;

/** Removes pauses: keeps frames of 20 ms within 160 ms of a frame less than 34 dB below the peak. */
function speechOf(samples: Float32Array): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const loud: boolean[] = [];
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
    let energy = 0;
    for (let i = at; i < at + frameSamples; i++) energy += (samples[i] as number) ** 2;
    loud.push(Math.sqrt(energy / frameSamples) > 0.02 * peak);
  }
  const loudWindows = loud.flatMap((_, at) =>
    loud.slice(Math.max(0, at - keptFrames), at + keptFrames + 1).includes(true)
      ? [samples.subarray(at * frameSamples, (at + 1) * frameSamples)]
      : [],
  );
  return joinSamples(loudWindows);
}
