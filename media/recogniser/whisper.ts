import { join } from 'node:path';
import { createLogMel } from '../dsp/log-mel.ts';
import { logMelFormat } from '../dsp/mel-analysis.ts';
import { type BufferBin, openBufferBin } from '../kit/buffer-bin.ts';
import type { JobSignal, OpenSession, Session, Tensor } from '../line/engine.ts';
import { MediaFault } from '../line/fault.ts';
import { createDecoder, type Decoded, type Encoded } from './decoder.ts';
import type { KeyTerms } from './key-terms.ts';
import { type ModelCard, readModelCard } from './model-card.ts';
import { noPhrases, type PhraseTree } from './phrase-tree.ts';
import { isGuess } from './speechless.ts';
import { planWindow } from './window.ts';

export interface WhisperOptions {
  /** Number of columns that represent the silence of the window. `Infinity` encodes it in full, for comparison. */
  readonly silentColumns?: number;
}

interface Transcript {
  readonly decoded: Decoded;
  readonly languageCode: string;
  readonly encodeMs: number;
  readonly decodeMs: number;
}

interface TranscribeOptions {
  /** Mono. Samples beyond the model's window are ignored. */
  readonly samples: Float32Array;
  readonly rateHz: 8000 | 16_000;
  readonly languageCode: string;
  readonly draft?: readonly number[];
  /** Tokens of the preceding text. */
  readonly context?: readonly number[];
  /** Phrases to score if the words have low confidence. `ends` may follow each. */
  readonly phrases?: PhraseTree;
  readonly ends?: readonly number[];
  /** Names that may be said: a decode in doubt is repeated with them. */
  readonly names?: KeyTerms | undefined;
  readonly signal: JobSignal;
}

/** A Whisper model that converts samples to tokens. */
export interface Whisper {
  readonly card: ModelCard;
  /** Returns undefined if the signal aborts. Throws `language_unsupported`. */
  transcribe(options: TranscribeOptions): Promise<Transcript | undefined>;
  close(): Promise<void>;
}

/** Throws `model_missing` or `model_unreadable`. */
export async function openWhisper(modelDir: string, open: OpenSession, options: WhisperOptions = {}): Promise<Whisper> {
  const card = await readModelCard(modelDir);
  const encoder = await open(join(modelDir, 'encoder.onnx'));
  const session = await open(join(modelDir, 'decoder.onnx'));
  const decoder = createDecoder(session, card);
  // Encoder output takes 6 MB outside of V8's heap, which alone would rarely trigger a collection.
  const bin = await openBufferBin();
  const encode = createEncoder(encoder, card, bin, options);

  return {
    card,
    async transcribe({
      samples,
      rateHz,
      languageCode,
      draft = [],
      context = [],
      phrases = noPhrases,
      ends = [],
      names,
      signal,
    }) {
      const language = languageToken(card, languageCode);
      const startMs = performance.now();
      const encoded = await encode(samples, rateHz);
      const encodeMs = performance.now() - startMs;
      try {
        if (signal.aborted) return undefined;
        const spoken = language === 'unknown' ? await decoder.detectLanguage(encoded) : language;
        const { start, transcribe, noTimestamps, languages } = card.special;
        const task = spoken === undefined ? [start, noTimestamps] : [start, spoken, transcribe, noTimestamps];
        const promptAfter = (before: readonly number[]): readonly number[] =>
          before.length === 0 ? task : [transcribe + contextAfterTranscribe, ...before, ...task];
        const endings = [card.special.end, ...ends];
        const plain = await decoder.decode(encoded, {
          prompt: promptAfter(context),
          draft,
          phrases,
          ends: endings,
          maxTokens: tokenCap(samples.length / rateHz),
          signal,
        });
        if (plain === undefined) return undefined;
        const suspects = names === undefined || isGuess(plain) ? undefined : names.suspects(plain);
        const decoded =
          suspects === undefined
            ? plain
            : await decoder.revise(encoded, {
                prompt: promptAfter(context.length > 0 ? context : suspects.context),
                ends: endings,
                decoded: plain,
                revise: suspects.revise,
              });
        if (signal.aborted) return undefined;
        const code = Object.entries(languages).find(([, token]) => token === spoken)?.[0];
        const decodeMs = performance.now() - startMs - encodeMs;
        return { decoded, languageCode: language === 'unknown' ? (code ?? 'en') : languageCode, encodeMs, decodeMs };
      } finally {
        bin.empty(Object.values(encoded.cross).map(({ data }) => data));
      }
    },
    async close() {
      await encoder.close();
      await session.close();
    },
  };
}

/** In every Whisper vocabulary `<|startofprev|>` is the second token after `<|transcribe|>`. */
const contextAfterTranscribe = 2;

/** Fast speech has 5 words per second and spelled letters 2 tokens each; more tokens than this are a loop. */
const tokenCap = (seconds: number): number => Math.min(200, 10 + Math.ceil(seconds * 9));

/** Returns undefined for an English-only model, `unknown` if the model is to detect the language. */
function languageToken(card: ModelCard, languageCode: string): number | 'unknown' | undefined {
  const primary = languageCode.toLowerCase().split(/[-_]/)[0] ?? '';
  const { languages } = card.special;
  if (Object.keys(languages).length === 0) {
    if (primary === 'en' || primary === 'auto') return undefined;
    throw new MediaFault('language_unsupported', `the recogniser supports English only, not ${languageCode}`);
  }
  const token = languages[primary];
  if (primary !== 'auto' && token === undefined) {
    throw new MediaFault('language_unsupported', `the recogniser does not know the language ${languageCode}`);
  }
  return token ?? 'unknown';
}

function createEncoder(session: Session, card: ModelCard, bin: BufferBin, { silentColumns }: WhisperOptions) {
  const logMels = { 8000: createLogMel(8000), 16000: createLogMel(16_000) };
  const { audioPositions, mels } = card.shape;
  return async (samples: Float32Array, rateHz: 8000 | 16_000): Promise<Encoded> => {
    const plan = planWindow({
      samples: (samples.length * logMelFormat.rateHz) / rateHz,
      positions: audioPositions,
      ...(silentColumns === undefined ? {} : { silentColumns }),
    });
    const count = plan.weights.length;
    const mel = logMels[rateHz].compute(samples, plan.melFrames);
    const cross = await session.run({
      mel: { type: 'float32', data: mel, dims: [1, mels, plan.melFrames] },
      frames: { type: 'int64', data: plan.frames, dims: [count] },
      positions: { type: 'int64', data: plan.positions, dims: [count] },
      weights: { type: 'float32', data: plan.weights, dims: [count] } satisfies Tensor,
    });
    bin.empty([mel]);
    return { cross, weights: plan.weights, audioColumns: plan.audioColumns };
  };
}
