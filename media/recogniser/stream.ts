import type { EngineClient } from '../line/engine.ts';
import type { RecogniseJob, SpeechHints, Utterance } from '../line/speech.ts';
import { createOpenUtterance, type OpenUtterance } from './open-utterance.ts';

export interface RecogniserStreamOptions {
  readonly client: EngineClient<RecogniseJob, Utterance>;
  readonly rateHz: number;
  readonly languageCode: string;
  /** Names that the speaker may say, for final decodes. */
  readonly keyTerms?: readonly string[];
  readonly signal: AbortSignal;
  /** Receives the text on which two successive decodes agree. It only grows within an utterance. */
  readonly onPartial: (text: string, final: false) => void;
  /** Audio between partial decodes, 500 ms by default; half of it in the first 1.5 s, more if the engine is slow. */
  readonly partialEveryMs?: number;
  /** Partial decodes take at most one part in this many of an engine's time; 3 by default. */
  readonly partialShare?: number;
}

/** Recognises the utterances of one speaker. Word times are relative to the first sample passed to `begin`. */
export interface RecogniserStream {
  /** Opens an utterance with audio from before its onset. Drops one that is already open. */
  begin(preRoll: Float32Array, onsetMs: number): void;
  /** Appends samples; ignored between utterances. */
  push(samples: Float32Array): void;
  /**
   * Starts the final decode speculatively when the speaker pauses. Resolves to undefined if `resume` or `close` dropped
   * it.
   */
  pause(hints?: SpeechHints): Promise<Utterance | undefined>;
  /** Continues the utterance when the speaker does. */
  resume(): void;
  /**
   * Returns the words of the utterance, from the decode of the pause if `resume` was not called since. Rethrows the
   * engine's errors.
   */
  end(): Promise<Utterance>;
  close(): void;
}

interface SpeculativeDecode {
  readonly controller: AbortController;
  readonly words: Promise<Utterance | undefined>;
}

export function createRecogniserStream(options: RecogniserStreamOptions): RecogniserStream {
  const { languageCode } = options;
  const nothing: Utterance = { text: '', words: [], confidence: 0, languageCode, decodeMs: 0 };
  let open: OpenUtterance | undefined;
  let speculative: SpeculativeDecode | undefined;

  const dropSpeculative = (): void => {
    speculative?.controller.abort();
    speculative = undefined;
  };
  const drop = (): void => {
    dropSpeculative();
    open?.quieten();
    open = undefined;
  };

  options.signal.addEventListener('abort', drop, { once: true });

  return {
    begin(preRoll) {
      drop();
      if (options.signal.aborted) return;
      const { partialEveryMs = 500, partialShare = 3 } = options;
      open = createOpenUtterance({ ...options, preRoll, partialEveryMs, partialShare });
    },
    push: (samples) => open?.push(samples),
    async pause(hints) {
      if (open === undefined) return undefined;
      if (speculative === undefined) {
        open.quieten();
        const controller = new AbortController();
        speculative = { controller, words: open.decode(AbortSignal.any([controller.signal, options.signal]), hints) };
      }
      return speculative.words;
    },
    resume() {
      dropSpeculative();
      open?.listen();
    },
    async end() {
      const [utterance, tried] = [open, speculative];
      open = undefined;
      speculative = undefined;
      if (utterance === undefined) return nothing;
      utterance.quieten();
      // A failed speculative decode is retried once; a second failure is thrown.
      const words = await tried?.words.catch(() => undefined);
      return words ?? (await utterance.decode(options.signal)) ?? nothing;
    },
    close() {
      options.signal.removeEventListener('abort', drop);
      drop();
    },
  };
}
