import { entriesOf } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import { looseStem } from '../../media/text/stem.ts';
import { placedWords } from '../../media/text/words.ts';
import type { ReadTurn } from './conversation.ts';
import { contentStems } from './words.ts';

/** The condition in a criterion such as "If refund, …". */
export interface Condition {
  /** Condition as the user wrote it. */
  readonly text: string;
  readonly stems: readonly string[];
  /** Minimum number of `stems` that one sentence must contain. */
  readonly least: number;
}

const opening = patternOf(({ analysis }) => analysis?.conditions.opening);
/** Words about the conversation itself; a condition's subject is in its other words. */
const aboutTalk = new Set(entriesOf(({ analysis }) => analysis?.conditions.ofSpeech).map(looseStem));
/** Share of a condition's words that one sentence must contain; a condition of one or two words needs all of them. */
const nearly = 0.66;

/** Returns the condition of a text that begins with "If …," or "When …:"; undefined if the text always applies. */
export function conditionOf(text: string): Condition | undefined {
  const written = opening.exec(text)?.[1]?.trim();
  if (written === undefined) return undefined;
  const stems = [...new Set(contentStems(placedWords(written)))].filter((stem) => !aboutTalk.has(stem));
  const least = stems.length <= 2 ? stems.length : Math.ceil(nearly * stems.length);
  return stems.length === 0 ? undefined : { text: written, stems, least };
}

/** Returns the index of the first non-agent turn that mentions the condition's subject, if any. */
export function occurrenceOf(turns: readonly ReadTurn[], { stems: wanted, least }: Condition): number | undefined {
  return turns.find(
    ({ speaker, sentences }) =>
      speaker !== 'agent' &&
      sentences.some(({ stemSet }) => wanted.filter((stem) => stemSet.has(stem)).length >= least),
  )?.index;
}
