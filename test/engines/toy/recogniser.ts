import type { CreateEngine } from '../../../media/line/engine.ts';
import type { RecogniseJob, Utterance, Word } from '../../../media/line/speech.ts';
import { lettersOf, samplesPerLetter } from './tones.ts';

export const createEngine: CreateEngine<null, RecogniseJob, Utterance> = async () => ({
  async *run({ samples, rateHz, languageCode }, signal) {
    if (signal.aborted) return;
    const words: Word[] = [];
    const msOf = (at: number): number => (at * 1000) / rateHz;
    let open: Word | undefined;
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
