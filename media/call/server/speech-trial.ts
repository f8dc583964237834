import { describeEngines } from '../../engines/available.ts';
import { recogniserOf } from '../../engines/clients.ts';
import { createEngineFailures, recognisingWithFallback, speakingWithFallback } from '../../engines/fallback.ts';
import { primary, route } from '../../engines/route.ts';
import type { SpeechEngineSpec } from '../../engines/spec.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import type { EngineClient } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance } from '../../line/speech.ts';
import type { SpeechClients } from './speech-clients.ts';

export interface VoiceTrial {
  /** Provider whose first voice speaks; the embedded one by default. */
  readonly provider?: string;
}

export interface RecogniserTrial {
  /** Provider that recognises; the engines of this installation by default. */
  readonly recogniser?: string;
}

/** Result of sending one sentence through the engine that a call would use. */
export interface EngineTrial {
  /** The engine that processed the request. */
  readonly engine: string;
  readonly provider: string;
  /** The voice that spoke. */
  readonly voice?: string;
  /** Milliseconds from the request to the first audio, to the recognised words or to the verdict. */
  readonly firstMs: number;
  readonly totalMs: number;
  /** Duration of the spoken or recognised audio. */
  readonly audioMs: number;
  /** The text that was spoken or was to be recognised. */
  readonly text: string;
  /** The recognised words, or the model's verdict. */
  readonly heard?: string;
  /** The reason why another engine replaced the requested one. */
  readonly fallback?: string;
}

/** Sentence used for all trials. */
export const trialSentence = {
  text: 'Please tell me what your opening hours are on Saturday.',
  languageCode: 'en-IN',
  rateHz: 8000,
} as const;
const { text: sentence, languageCode: language, rateHz } = trialSentence;

interface Here {
  readonly modelsDir: string;
}

/** Returns the specification of an engine. Throws `engine_died` if it is not running. */
export const specOf = (specs: readonly SpeechEngineSpec[], engine: string): SpeechEngineSpec => {
  const spec = specs.find(({ name }) => name === engine);
  if (spec === undefined) throw new MediaFault('engine_died', `the speech engine "${engine}" is not running`);
  return spec;
};

/** Returns the alarm, if any. Throws the fault if no engine can serve the request at all. */
function troublesOf({ fault, alarm }: { readonly fault?: MediaFault; readonly alarm?: MediaFault }): string[] {
  if (fault !== undefined) throw fault;
  return alarm === undefined ? [] : [alarm.message];
}

const fallbackOf = (troubles: readonly string[]): Pick<EngineTrial, 'fallback'> =>
  troubles.length === 0 ? {} : { fallback: troubles.join('; ') };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export async function tryVoice(
  clients: SpeechClients,
  specs: readonly SpeechEngineSpec[],
  { provider = 'platform', modelsDir }: VoiceTrial & Here,
  signal: AbortSignal,
): Promise<EngineTrial> {
  const available = await describeEngines(specs, { modelsDir });
  const first = available.voices.find((voice) => voice.provider === provider);
  const languageCode = first?.languageCodes[0] ?? language;
  const plan = { voice: { speaker: first?.name ?? provider, provider }, languageCode, rateHz } as const;
  const { voice: chosen, spareVoice, alarm } = route(plan, available);
  const troubles = first === undefined && alarm !== undefined ? [alarm.message] : [];
  let served = chosen;
  const engines: EngineClient<SpeakJob, SpeakResult> = {
    async *run(job, stop) {
      const spec = specOf(specs, job.voice.engine);
      served = job.voice;
      const client = await clients.synthesiser(spec);
      yield* client.run(job, stop);
    },
  };
  const spare = spareVoice && {
    voice: spareVoice.voice,
    speaksIt: spareVoice.spoken.some((code) => primary(code) === primary(languageCode)),
  };
  if (specOf(specs, chosen.engine).host === 'model') await warm(engines, chosen, signal);
  const speech = speakingWithFallback(engines, {
    spare,
    apology: 'I am sorry, I cannot speak this language at the moment.',
    failures: createEngineFailures(() => performance.now()),
    onTrouble: (error) => troubles.push(`${chosen.engine}: ${messageOf(error)}`),
  });
  const beganMs = performance.now();
  let firstMs: number | undefined;
  let samples = 0;
  for await (const piece of speech.run({ text: sentence, voice: chosen, rateHz }, signal)) {
    if (piece.samples.length > 0) firstMs ??= performance.now() - beganMs;
    samples += piece.samples.length;
  }
  signal.throwIfAborted();
  const totalMs = performance.now() - beganMs;
  if (firstMs === undefined) throw new MediaFault('speech_engine_failed', `${served.engine} returned no audio`);
  const row = available.voices.find(
    ({ engine, name, voice: ownVoice = name }) => engine === served.engine && ownVoice === served.voice,
  );
  return {
    engine: served.engine,
    provider: specOf(specs, served.engine).provider,
    voice: row?.name ?? served.voice,
    firstMs,
    totalMs,
    audioMs: (samples * 1000) / rateHz,
    text: sentence,
    ...fallbackOf(troubles),
  };
}

/** Runs a model once, because right after loading it is slower than in a call. */
async function warm(engines: EngineClient<SpeakJob, SpeakResult>, voice: SpeakJob['voice'], signal: AbortSignal) {
  for await (const _ of engines.run({ text: 'Hello.', voice, rateHz }, signal));
}

export async function tryRecogniser(
  clients: SpeechClients,
  specs: readonly SpeechEngineSpec[],
  { recogniser: provider, modelsDir }: RecogniserTrial & Here,
  signal: AbortSignal,
): Promise<EngineTrial> {
  const available = await describeEngines(specs, { modelsDir });
  const embedded = available.voices.find(({ host }) => host === 'model');
  const planned = { voice: { speaker: embedded?.name ?? '' }, languageCode: language, rateHz } as const;
  const chosen = route({ ...planned, ...(provider === undefined ? {} : { recogniser: provider }) }, available);
  const troubles = troublesOf(chosen);
  const samples = await spokenSentence(clients, specOf(specs, chosen.voice.engine), chosen.voice, signal);
  let served = chosen.recogniser.engine;
  const clientOf = async (engine: string): Promise<EngineClient<RecogniseJob, Utterance>> => {
    const opened = await clients.recogniser(specOf(specs, engine));
    return {
      async *run(job, stop) {
        served = engine;
        yield* opened.run(job, stop);
      },
    };
  };
  const first = await clientOf(chosen.recogniser.engine);
  const { spareRecogniser } = chosen;
  const recogniser = recognisingWithFallback(recogniserOf(chosen.recogniser, new Map([[served, first]])), {
    engine: chosen.recogniser.engine,
    spare: spareRecogniser && (await clientOf(spareRecogniser.engine)),
    failures: createEngineFailures(() => performance.now()),
    onTrouble: (error) => troubles.push(`${chosen.recogniser.engine}: ${messageOf(error)}`),
  });
  const job = (): RecogniseJob => ({ samples: samples.slice(), rateHz, languageCode: language, kind: 'final' });
  if (chosen.recogniser.host === 'model') for await (const _ of recogniser.run(job(), signal));
  const beganMs = performance.now();
  let firstMs: number | undefined;
  let heard = '';
  for await (const { text } of recogniser.run(job(), signal)) {
    firstMs ??= performance.now() - beganMs;
    heard = text;
  }
  signal.throwIfAborted();
  const totalMs = performance.now() - beganMs;
  return {
    engine: served,
    provider: specOf(specs, served).provider,
    firstMs: firstMs ?? totalMs,
    totalMs,
    audioMs: (samples.length * 1000) / rateHz,
    text: sentence,
    heard,
    ...fallbackOf(troubles),
  };
}

/** Returns the sentence spoken by a voice, at the trial's sample rate. */
export async function spokenSentence(
  clients: SpeechClients,
  spec: SpeechEngineSpec,
  voice: SpeakJob['voice'],
  signal: AbortSignal,
): Promise<Float32Array> {
  const speech = await clients.synthesiser(spec);
  const pieces: Float32Array[] = [];
  for await (const piece of speech.run({ text: sentence, voice, rateHz }, signal)) pieces.push(piece.samples);
  return joinSamples(pieces);
}
