import { patternOf } from '../../media/language/match.ts';
import type { Part, Source } from '../../media/retrieval/index.ts';
import { fullTextOf } from './whole.ts';

const whose = patternOf(({ retrieval }) => retrieval?.itself.whose);
const ofYear = patternOf(({ retrieval }) => retrieval?.itself.ofYear);
const howLong = patternOf(({ retrieval }) => retrieval?.itself.howLong);
const onPlace = patternOf(({ retrieval }) => retrieval?.itself.onPlace);

const asksDuration = patternOf(({ retrieval }) => retrieval?.itself.asksDuration);
const atTime = patternOf(({ retrieval }) => retrieval?.itself.atTime);

/** Answers a question about the source itself rather than its contents; undefined for any other question. */
export async function aboutItself(question: string, source: Source): Promise<string | undefined> {
  const { about, year, title, durationMs } = source;
  if (about !== undefined && whose.test(question)) return `${title} is of ${about}.`;
  if (year !== undefined && ofYear.test(question)) return `${title} is of the year ${year}.`;
  if (durationMs !== undefined && asksDuration.test(question)) return `${title} is ${durationOf(durationMs)} long.`;
  const time = atTime.exec(question)?.[1];
  if (durationMs !== undefined && time !== undefined) return saidAt(time, durationMs, await source.read());
  const place = onPlace.exec(question)?.[1]?.toLowerCase();
  if (place === undefined && !howLong.test(question)) return undefined;
  const parts = await source.read();
  if (place === undefined) return isPaged(parts) ? `${title} has ${parts.length} pages.` : undefined;
  const found = parts.find((part) => part.place === place);
  return found && (fullTextOf([found]) || `${place} contains no text.`);
}

const isPaged = (parts: readonly Part[]): boolean => parts.every(({ place }) => place.startsWith('page '));

const durationOf = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const texts = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return texts.join(' ') || '0 seconds';
};

/** Returns the sentence that is spoken at a time such as "3:03" or "1:02:03", or the last one before it. */
function saidAt(time: string, durationMs: number, parts: readonly Part[]): string {
  const seconds = secondsOf(time);
  if (seconds * 1000 > durationMs) return `The recording ends before ${time}: it is ${durationOf(durationMs)} long.`;
  const sentences = parts.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind !== 'text') return [];
      const { text, places = [] } = block;
      return places.map(({ from, place }, i) => ({ place, text: text.slice(from, places[i + 1]?.from).trim() }));
    }),
  );
  const sentence = sentences.findLast(({ place }) => secondsOf(place) <= seconds);
  return sentence === undefined ? `Nothing is said before ${time}.` : `${sentence.text} (${sentence.place})`;
}

const secondsOf = (time: string): number =>
  (time.match(/\d+/g) ?? []).reduce((sum, number) => sum * 60 + Number(number), 0);
