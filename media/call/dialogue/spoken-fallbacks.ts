import { joinSamples } from '../../kit/join-samples.ts';
import type { LineRateHz } from '../../line/audio.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { SpeakJob, SpeakResult, SpokenWord, VoiceSpec } from '../../line/speech.ts';
import type { SpokenLines } from './spoken-lines.ts';

/** Lines synthesised in advance, for when the agent engine or the voice is not available. */
export interface SpokenFallbacks {
  /** Spoken when the agent engine is slow. */
  readonly moment: SpokenLine | undefined;
  /** Spoken when the agent engine or the voice has failed. */
  readonly apology: SpokenLine | undefined;
  /** Spoken when the call must end now. */
  readonly farewell: SpokenLine | undefined;
}

export interface SpokenLine {
  readonly text: string;
  readonly samples: Float32Array;
  readonly words: readonly SpokenWord[];
}

/** Returns the lines, without those for a person while none is on the line. */
export const forPersons = (fallbacks: SpokenFallbacks, isPerson: () => boolean): SpokenFallbacks => ({
  get moment() {
    return isPerson() ? fallbacks.moment : undefined;
  },
  get apology() {
    return isPerson() ? fallbacks.apology : undefined;
  },
  get farewell() {
    return fallbacks.farewell;
  },
});

/** Text, voice and sample rate of the sentence. */
export interface FallbackRequest {
  readonly lines: SpokenLines;
  readonly voice: VoiceSpec;
  readonly rateHz: LineRateHz;
}

/** Number of voices kept on one thread; beyond it the oldest is synthesised again when needed. */
const voiceCapacity = 16;

/** Creates a cache of the fallback lines of each voice, synthesised once on each thread. */
export function createFallbackShelf(speech: EngineClient<SpeakJob, SpeakResult>): {
  of(request: FallbackRequest, onTrouble: (error: unknown) => void): SpokenFallbacks;
} {
  const shelf = new Map<string, { -readonly [K in keyof SpokenFallbacks]: SpokenFallbacks[K] }>();
  const never = new AbortController().signal;

  async function say(text: string, voice: VoiceSpec, rateHz: LineRateHz): Promise<SpokenLine> {
    const pieces: Float32Array[] = [];
    let words: readonly SpokenWord[] = [];
    // Calls of all organisations share these lines.
    const { pronunciations: _, ...shared } = voice;
    for await (const piece of speech.run({ text, voice: shared, rateHz }, never)) {
      pieces.push(piece.samples);
      words = piece.words ?? words;
    }
    return { text, samples: joinSamples(pieces), words };
  }

  return {
    of({ lines, voice, rateHz }, onTrouble) {
      const key = `${voice.engine}/${voice.voice}/${voice.pace ?? 1}/${rateHz}/${lines.moment}`;
      const shelved = shelf.get(key);
      if (shelved !== undefined) return shelved;
      const made: { -readonly [K in keyof SpokenFallbacks]: SpokenFallbacks[K] } = {
        moment: undefined,
        apology: undefined,
        farewell: undefined,
      };
      const oldest = shelf.keys().next();
      if (shelf.size >= voiceCapacity && !oldest.done) shelf.delete(oldest.value);
      shelf.set(key, made);
      void (async () => {
        try {
          for (const name of ['moment', 'apology', 'farewell'] as const)
            made[name] = await say(lines[name], voice, rateHz);
        } catch (error) {
          shelf.delete(key);
          onTrouble(error);
        }
      })();
      return made;
    },
  };
}
