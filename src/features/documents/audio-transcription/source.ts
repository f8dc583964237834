import type { Block, Part, Source } from '../../../answers/index.ts';
import type { Sentence } from '../../../audio/index.ts';
import type { DocumentRow } from '../documents/index.ts';
import { clockTime } from './clock-time.ts';
import type { Transcript } from './store.ts';

/** Length of the stretches that are searched as a unit. Answers cite the times of single sentences. */
const stretchMs = 10_000;
/** Minimum length of a stretch that ends at a pause, where the topic may change. */
const leastMs = 4000;
const pauseMs = 2000;

/** Makes the source for questions about a recording. */
export const sourceOf = (
  { uuid, title }: DocumentRow,
  { jobUuid, durationMs }: Transcript,
  read: () => Promise<readonly Sentence[]>,
): Source => ({ key: `${uuid} ${jobUuid}`, title, durationMs, read: async () => partsOf(await read()) });

/** Splits a recording into stretches, each labelled with its start time. */
export function partsOf(sentences: readonly Sentence[]): Part[] {
  const stretches: Sentence[][] = [];
  for (const sentence of sentences) {
    const open = stretches.at(-1);
    const [first, last] = [open?.[0], open?.at(-1)];
    const lengthMs = sentence.startMs - (first?.startMs ?? 0);
    const isPause = lengthMs >= leastMs && sentence.startMs - (last?.endMs ?? 0) >= pauseMs;
    if (open === undefined || lengthMs >= stretchMs || isPause) stretches.push([sentence]);
    else open.push(sentence);
  }
  return stretches.map((stretch) => ({ place: placeOf(stretch[0]!), blocks: [blockOf(stretch)] }));
}

const placeOf = ({ startMs }: Sentence): string => `at ${clockTime(startMs)}`;

/**
 * Joins the sentences of a stretch: a sentence recognised in two pieces becomes one again, at the time of its first
 * word.
 */
function blockOf(stretch: readonly Sentence[]): Block {
  const places: { from: number; place: string }[] = [];
  let text = '';
  for (const sentence of stretch) {
    if (text !== '') text += ' ';
    places.push({ from: text.length, place: placeOf(sentence) });
    text += sentence.text;
  }
  return { kind: 'text', text: text, places };
}
