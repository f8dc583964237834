import { openBufferBin } from '../kit/buffer-bin.ts';
import { joinSamples } from '../kit/join-samples.ts';
import type { CreateEngine, JobSignal } from '../line/engine.ts';
import type { SpeakJob, SpeakResult, VoiceSpec } from '../line/speech.ts';
import { loadAcousticModel } from './acoustic-model.ts';
import { type ClipCache, createClipCache, type SpokenClip } from './clip-cache.ts';
import { givenWords } from './given-words.ts';
import { withoutHead } from './head.ts';
import { normalise } from './normalise/normalise.ts';
import { pauseAfterMs, withPause } from './pause.ts';
import { loadPhonemiser } from './phonemes/load-phonemiser.ts';
import { type ClauseVoice, speakClauses } from './speak.ts';
import { prepareUtterance } from './utterance.ts';
import { createVocoder } from './vocoder.ts';
import { type Voicing, voicingOf } from './voicing.ts';

export interface SynthesiserConfig {
  /** Folder of the hibari model. */
  readonly modelDir: string;
  /** Size limit of the clip cache; 6 MB by default. */
  readonly cacheBytes?: number;
}

/** Maximum text length of one job. Text beyond it is not spoken. */
const mostCharacters = 4000;
const paceLimits = { least: 0.5, most: 2 } as const;

/**
 * Synthesises clauses. Throws `voice_unknown`. Text without speakable content yields nothing. An aborted job stops
 * between pieces.
 */
export const createEngine: CreateEngine<SynthesiserConfig, SpeakJob, SpeakResult> = async (config, open) => {
  // One after the other: a file that cannot be read leaves no session behind that is still being opened.
  const bin = await openBufferBin();
  const { phonemise, lexicon, session } = await loadPhonemiser(config.modelDir, open);
  const model = await loadAcousticModel(config.modelDir, open).catch(async (error: unknown) => {
    await session.close();
    throw error;
  });
  const vocoders = { 8000: createVocoder(8000), 16000: createVocoder(16000) } as const;
  const cache = createClipCache(config.cacheBytes ?? 6 * 1024 * 1024);
  const options = { isWord: (word: string) => lexicon.findChecked(word) !== undefined };
  const readWith =
    ({ pronunciations = [] }: VoiceSpec) =>
    (text: string) =>
      normalise(text, { ...options, given: givenWords(pronunciations, options) });

  async function* speak(job: SpeakJob, voicing: Voicing, signal: JobSignal): AsyncGenerator<SpeakResult> {
    const utterance = await prepareUtterance(
      { ...job, text: job.text.slice(0, mostCharacters) },
      readWith(job.voice),
      phonemise,
    );
    if (signal.aborted) return;
    const voice: ClauseVoice = {
      model,
      bin,
      vocoder: vocoders[job.rateHz],
      voicing,
      speed: clampPace((job.voice.pace ?? 1) * voicing.pace),
      continues: job.continues ?? false,
    };
    yield* speakClauses(utterance, voice, signal);
  }

  async function* recallOrSpeak(job: SpeakJob, signal: JobSignal): AsyncGenerator<SpeakResult> {
    const voicing = voicingOf(job.voice);
    const { pace = 1, pronunciations = [] } = job.voice;
    const key = JSON.stringify([job.text, voicing, pace, job.rateHz, job.continues ?? false, pronunciations]);
    const cachedClip = cache.get(key);
    if (cachedClip !== undefined) {
      // Copied, so that the receiver may keep, modify or transfer it.
      if (!signal.aborted) yield { samples: cachedClip.samples.slice(), words: cachedClip.words };
      return;
    }
    yield* remember(speak(job, voicing, signal), { cache, key, signal });
  }

  return {
    run(job, signal) {
      const results = recallOrSpeak(job, signal);
      if (job.after === undefined) return withoutHead(results, job.rateHz);
      return withPause(results, pauseAfterMs(job.after), job.rateHz);
    },
    async close() {
      await Promise.all([model.close(), session.close()]);
    },
  };
};

const clampPace = (pace: number): number =>
  Number.isFinite(pace) ? Math.min(Math.max(pace, paceLimits.least), paceLimits.most) : 1;

/** Passes results through and caches the clip if it was completed. */
async function* remember(
  results: AsyncGenerator<SpeakResult>,
  { cache, key, signal }: { cache: ClipCache; key: string; signal: JobSignal },
): AsyncGenerator<SpeakResult> {
  const pieces: Float32Array[] = [];
  let words: SpokenClip['words'] = [];
  for await (const result of results) {
    pieces.push(result.samples.slice());
    words = result.words ?? words;
    yield result;
  }
  if (!signal.aborted && pieces.length > 0) cache.set(key, { samples: joinSamples(pieces), words });
}
