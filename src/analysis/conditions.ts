import { entriesOf } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import { looseStem } from '../../media/text/stem.ts';
import { placedWords } from '../../media/text/words.ts';
import type { ReadTurn } from './conversation.ts';
import { contentStems } from './words.ts';

/** A text that asks for something only where a condition holds. */
export interface Condition {
  /** As it was written. */
  readonly text: string;
  readonly stems: readonly string[];
  /** How many of the words one sentence must have. */
  readonly least: number;
}

const opening = patternOf(({ analysis }) => analysis?.conditions.opening);
/** Words about the conversation itself; the subject of a condition is in the others. */
const aboutTalk = new Set(entriesOf(({ analysis }) => analysis?.conditions.ofSpeech).map(looseStem));
/** Share of the words of a condition that one sentence must have; of one or two words, all. */
const nearly = 0.66;

/** Of a text that begins with "If …," or "When …:"; undefined for one that always applies. */
export function conditionOf(text: string): Condition | undefined {
  const written = opening.exec(text)?.[1]?.trim();
  if (written === undefined) return undefined;
  const stems = [...new Set(contentStems(placedWords(written)))].filter((stem) => !aboutTalk.has(stem));
  const least = stems.length <= 2 ? stems.length : Math.ceil(nearly * stems.length);
  return stems.length === 0 ? undefined : { text: written, stems, least };
}

/** The first turn, not of the agent, in which somebody speaks of it; undefined where nobody does. */
export function occurrenceOf(turns: readonly ReadTurn[], { stems: wanted, least }: Condition): number | undefined {
  return turns.find(
    ({ speaker, sentences }) =>
      speaker !== 'agent' &&
      sentences.some(({ stems }) => wanted.filter((stem) => stems.includes(stem)).length >= least),
  )?.index;
}
