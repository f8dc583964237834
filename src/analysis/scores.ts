import type { Cue } from '../../media/language/analysis.ts';
import type { Condition } from './conditions.ts';
import type { ReadTurn } from './conversation.ts';
import { fieldWordsOf } from './relevance.ts';
import { timingKeys } from './timing.ts';
import type { Evidence, Field, FieldValue } from './types.ts';
import { contentStems, stemOf, wordsOf } from './words.ts';

/** Share of a phrase's words that one turn must have. */
const nearly = 0.75;

const cueOfName: ReadonlyMap<string, Cue> = new Map(
  (
    [
      ['greeting', 'greeting'],
      ['welcome', 'greeting'],
      ['closing', 'closing'],
      ['goodbye', 'closing'],
      ['farewell', 'closing'],
      ['thanks', 'thanks'],
      ['courtesy', 'thanks'],
    ] as const
  ).map(([name, cue]) => [stemOf(name), cue]),
);

/**
 * 0 to 100: of the phrases that the agent should say, those that were said and played to the other side. A phrase
 * "if refund: ..." is asked only of conversations in which the customer says its words; the others do not count. A
 * score without phrases is one of an act that its name stands for. Undefined where nothing of it was said.
 */
export function scoreOf(turns: readonly ReadTurn[], field: Field): FieldValue | undefined {
  if (timingKeys.includes(field.key)) return undefined;
  const own = turns.filter(({ speaker }) => speaker === 'agent');
  const asked = field.options.map(phraseOf).filter(({ when }) => when === undefined || isSpokenOf(turns, when));
  const found = field.options.length > 0 ? phrasesIn(own, asked) : actIn(own, field);
  if (found.length === 0) return undefined;
  const value = Math.round((100 * found.length) / Math.max(1, asked.length));
  return { key: field.key, state: 'found', value, confidence: 0.8, evidence: found, method: 'rules' };
}

interface Phrase {
  readonly words: readonly string[];
  /** What the customer must speak of for the phrase to be asked. */
  readonly when: readonly string[] | undefined;
}

const stemsOf = (text: string): string[] => [...new Set(contentStems(wordsOf(text)))];

function phraseOf(option: string): Phrase {
  const [, when, words = option] = /^if\s+([^:]+):\s*(.+)$/i.exec(option) ?? [];
  return { words: stemsOf(words), when: when === undefined ? undefined : stemsOf(when) };
}

/** Of a phrase "if refund: ...", as its score reads it. */
export function conditionOfPhrase(option: string): Condition | undefined {
  const { when } = phraseOf(option);
  const text = /^if\s+([^:]+):/i.exec(option)?.[1]?.trim();
  return when === undefined || text === undefined ? undefined : { text, stems: when, least: when.length };
}

const isSpokenOf = (turns: readonly ReadTurn[], when: readonly string[]): boolean =>
  turns.some(
    ({ speaker, sentences }) =>
      speaker !== 'agent' && sentences.some(({ stems }) => when.every((stem) => stems.includes(stem))),
  );

function phrasesIn(turns: readonly ReadTurn[], phrases: readonly Phrase[]): Evidence[] {
  return phrases.flatMap(({ words }) => {
    if (words.length === 0) return [];
    for (const { index, isCutOff, sentences } of turns) {
      const sentence = sentences.find(({ stems, end }) => {
        // The sentence in which the customer cut in was not heard to its end: nothing of it may be missing.
        const least = isCutOff && end === sentences.at(-1)?.end ? words.length : nearly * words.length;
        return words.filter((stem) => stems.includes(stem)).length >= least;
      });
      if (sentence !== undefined) return [{ turn: index, start: sentence.start, end: sentence.end }];
    }
    return [];
  });
}

function actIn(turns: readonly ReadTurn[], field: Field): Evidence[] {
  const cue = fieldWordsOf(field).name.flatMap((stem) => cueOfName.get(stem) ?? [])[0];
  const turn = turns.find(({ cues }) => cues.some((hit) => hit.cue === cue));
  const hit = turn?.cues.find((each) => each.cue === cue);
  return turn === undefined || hit === undefined ? [] : [{ turn: turn.index, start: hit.start, end: hit.end }];
}
