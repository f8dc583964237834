import { lettersOf, samplesPerLetter } from './tones.mjs';

/** @typedef {import('../../../media/line/speech.ts').Word} Word */

/**
 * @type {import('../../../media/line/engine.ts').CreateEngine<null, import('../../../media/line/speech.ts').RecogniseJob,
 * import('../../../media/line/speech.ts').Utterance>}
 */
export const createEngine = async () => ({
  async *run({ samples, rateHz, languageCode }, signal) {
    if (signal.aborted) return;
    /** @type {Word[]} */
    const words = [];
    const msOf = (/** @type {number} */ at) => (at * 1000) / rateHz;
    /** @type {Word | undefined} */
    let open;
    for (const { letter, at } of lettersOf(samples, rateHz)) {
      if (open !== undefined && letter === ' ') words.push(open);
      if (letter === ' ') open = undefined;
      else
        open = {
          text: `${open?.text ?? ''}${letter}`,
          startMs: open?.startMs ?? msOf(at),
          endMs: msOf(at + samplesPerLetter(rateHz)),
          confidence: 1,
        };
    }
    if (open !== undefined) words.push(open);
    const text = words.map((word) => word.text).join(' ');
    yield { text, words, confidence: words.length === 0 ? 0 : 1, languageCode, decodeMs: 0 };
  },
  async close() {},
});
