import { logMelFormat } from '../dsp/mel-analysis.ts';
import { createResampler, type Resampler } from '../dsp/resampler.ts';
import type { CreateEngine } from '../line/engine.ts';
import type { RecogniseJob, Utterance } from '../line/speech.ts';
import { createKeyTerms } from './key-terms.ts';
import { growPhraseTree, noPhrases, type PhraseTree } from './phrase-tree.ts';
import { isGuess, isSilent, loudSpan } from './speechless.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';
import { openWhisper } from './whisper.ts';
import { wordsOf } from './words.ts';

export interface RecogniserConfig {
  /** Folder with the output of the Whisper conversion. */
  readonly modelDir: string;
  /** Processor threads per decode; 1 by default. More speed up a single recording but slow down many calls. */
  readonly threads?: number;
}

const maxSeconds = 30;

/** Recognises one stretch of audio; each job yields one result. Silence and noise yield no words. */
export const createEngine: CreateEngine<RecogniserConfig, RecogniseJob, Utterance> = async (
  { modelDir, threads = 1 },
  open,
) => {
  const vocabulary = await openVocabulary(modelDir);
  const whisper = await openWhisper(modelDir, (path) => open(path, { threads }));
  const { card } = whisper;
  const atModelRate = createRateChange();
  const context = createContext(vocabulary);
  const phraseTree = createPhraseTrees(vocabulary);
  const keyTerms = createKeyTerms(vocabulary);
  const ends = vocabulary.tokens(['.', '!', '?', '...']).flat();
  const headWidth = card.shape.width / card.shape.heads;

  return {
    async *run(job, signal) {
      if (signal.aborted) return;
      const startMs = performance.now();
      const heard = job.samples.subarray(0, maxSeconds * job.rateHz);
      const nothing = { text: '', words: [], confidence: 0, languageCode: job.languageCode };
      if (isSilent(heard, job.rateHz)) {
        yield { ...nothing, decodeMs: performance.now() - startMs };
        return;
      }
      const audio = atModelRate(heard, job.rateHz);
      const draft = job.draft ?? [];
      // Partial words are shown for a moment; the final ones are right.
      const names = job.kind === 'final' ? keyTerms(job.keyTerms ?? []) : undefined;
      const transcript = await whisper.transcribe({
        ...audio,
        languageCode: job.languageCode,
        draft,
        context: context(job.prompt ?? ''),
        phrases: phraseTree(job.phrases ?? []),
        ends,
        names,
        signal,
      });
      if (transcript === undefined) return;
      const { decoded, languageCode } = transcript;
      if (isGuess(decoded)) {
        yield { ...nothing, languageCode, decodeMs: performance.now() - startMs };
        return;
      }
      const spanMs = loudSpan(heard, job.rateHz);
      // Nobody needs the times of partial words.
      const timed = job.kind === 'final' ? decoded : { ...decoded, alignment: [] };
      const words = wordsOf({ decoded: timed, vocabulary, alignmentHeads: card.alignmentHeads, headWidth, spanMs });
      yield {
        text: vocabulary.text(decoded.tokens).trim(),
        words,
        confidence: words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length),
        languageCode,
        decodeMs: performance.now() - startMs,
        ...(job.phrases === undefined ? {} : { likely: decoded.likely }),
        tokens: decoded.tokens,
      };
    },
    close: () => whisper.close(),
  };
};

/** Returns the tokens of a prompt. The last one is cached, since callers reuse prompts. */
function createContext(vocabulary: Vocabulary): (prompt: string) => readonly number[] {
  let last = { prompt: '', tokens: [] as readonly number[] };
  return (prompt) => {
    if (prompt === '') return [];
    if (prompt !== last.prompt) last = { prompt, tokens: vocabulary.tokens([prompt]).flat() };
    return last.tokens;
  };
}

/** Returns the tree of a list of phrases. The last one is cached. */
function createPhraseTrees(vocabulary: Vocabulary): (phrases: readonly string[]) => PhraseTree {
  let last = { key: '', tree: noPhrases };
  return (phrases) => {
    if (phrases.length === 0) return noPhrases;
    const key = phrases.join('\n');
    const grow = (): PhraseTree => growPhraseTree(phrases, vocabulary.tokens(phrases.map((phrase) => ` ${phrase}`)));
    if (key !== last.key) last = { key, tree: grow() };
    return last.tree;
  };
}

interface ModelAudio {
  readonly samples: Float32Array;
  readonly rateHz: 8000 | 16_000;
}

/**
 * Converts audio to a rate that the model supports. One resampler per rate is kept, since designing its filter costs
 * more than using it.
 */
function createRateChange(): (samples: Float32Array, rateHz: number) => ModelAudio {
  const resamplers = new Map<number, Resampler>();
  return (samples, rateHz) => {
    if (rateHz === 8000 || rateHz === 16_000) return { samples, rateHz };
    const resampler = resamplers.get(rateHz) ?? createResampler(rateHz, logMelFormat.rateHz);
    resamplers.set(rateHz, resampler);
    const body = resampler.process(samples);
    const rest = resampler.flush();
    const whole = new Float32Array(body.length + rest.length);
    whole.set(body);
    whole.set(rest, body.length);
    return { samples: whole, rateHz: logMelFormat.rateHz };
  };
}
