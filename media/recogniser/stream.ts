import type { EngineClient } from '../line/engine.ts';
import type { RecogniseJob, SpeechHints, Utterance } from '../line/speech.ts';
import { createOpenUtterance, type OpenUtterance } from './open-utterance.ts';

export interface RecogniserStreamOptions {
  readonly client: EngineClient<RecogniseJob, Utterance>;
  readonly rateHz: number;
  readonly languageCode: string;
  readonly signal: AbortSignal;
  /** Text that two successive decodes agree on; it only grows within an utterance. */
  readonly onPartial: (text: string, final: false) => void;
  /** Audio between partial decodes, 500 ms by default; half in the first 1.5 s, more when the engine is slow. */
  readonly partialEveryMs?: number;
  /** Partial decodes take at most one part in so many of an engine's time, a third by default. */
  readonly partialShare?: number;
}

/** Turns the utterances of one speaker into words. Times of words are from the first sample given to `begin`. */
export interface RecogniserStream {
  /** An utterance opens with audio from before its onset; one that is open is dropped. */
  begin(preRoll: Float32Array, onsetMs: number): void;
  /** The next samples; ignored between utterances. */
  push(samples: Float32Array): void;
  /** The speaker pauses: begins the final decode, speculatively. Undefined when `resume` or `close` dropped it. */
  pause(hints?: SpeechHints): Promise<Utterance | undefined>;
  /** The speaker went on. */
  resume(): void;
  /** The words of the utterance; the decode of the pause, when there was no `resume` since. Throws what the engine threw. */
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
      // A speculative decode that failed is tried once more; a second failure is the caller's to hear of.
      const words = await tried?.words.catch(() => undefined);
      return words ?? (await utterance.decode(options.signal)) ?? nothing;
    },
    close() {
      options.signal.removeEventListener('abort', drop);
      drop();
    },
  };
}
