import { samplesPerLetter, tonesOf } from './tones.mjs';

/**
 * @type {import('../../../media/line/engine.ts').CreateEngine<null, import('../../../media/line/speech.ts').SpeakJob,
 * import('../../../media/line/speech.ts').SpeakResult>}
 */
export const createEngine = async () => ({
  async *run({ text, voice, rateHz }, signal) {
    if (signal.aborted) return;
    const letterMs = (samplesPerLetter(rateHz) * 1000) / rateHz;
    const words = [...text.matchAll(/\S+/g)].map((word) => ({
      text: word[0],
      startMs: word.index * letterMs,
      endMs: (word.index + word[0].length) * letterMs,
    }));
    yield { samples: tonesOf(text, rateHz, Number(voice.parameters?.pitch ?? 1)), words };
  },
  async close() {},
});
