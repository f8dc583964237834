import type { ReadTurn } from './conversation.ts';
import type { Cue } from './english-cues.ts';
import { fieldWordsOf } from './relevance.ts';
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
 * 0 to 100: of the phrases that the agent should say, those that were said and played to the other side. A score without
 * phrases is one of an act that its name stands for. Undefined where nothing of it was said.
 */
export function scoreOf(turns: readonly ReadTurn[], field: Field): FieldValue | undefined {
  const own = turns.filter(({ speaker }) => speaker === 'agent');
  const found = field.options.length > 0 ? phrasesIn(own, field.options) : actIn(own, field);
  if (found.length === 0) return undefined;
  const value = Math.round((100 * found.length) / Math.max(1, field.options.length));
  return { key: field.key, state: 'found', value, confidence: 0.8, evidence: found, method: 'rules' };
}

function phrasesIn(turns: readonly ReadTurn[], phrases: readonly string[]): Evidence[] {
  return phrases.flatMap((phrase) => {
    const wanted = [...new Set(contentStems(wordsOf(phrase)))];
    const has = (stems: readonly string[]): boolean =>
      wanted.length > 0 && wanted.filter((stem) => stems.includes(stem)).length >= nearly * wanted.length;
    for (const { index, sentences } of turns) {
      const sentence = sentences.find(({ stems }) => has(stems));
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
