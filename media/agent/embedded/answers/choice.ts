import { entriesOf } from '../../../language/languages.ts';
import { patternOf } from '../../../language/match.ts';
import { likeness, plainOf, wordsOf } from '../spoken.ts';

const refusesAfterAll = patternOf(({ agent }) => agent?.choices.refusesAfterAll, '');

const yes = patternOf(({ agent }) => agent?.choices.yes, '');
const no = patternOf(({ agent }) => agent?.choices.no, '');
const opener = patternOf(({ agent }) => agent?.choices.opener, '');

/** Parses a leading yes or no and returns the words after it. Returns undefined if the text starts with neither. */
export function yesNoOf(text: string): { readonly yes: boolean; readonly rest: string } | undefined {
  const plain = plainOf(text).replace(opener, '');
  const refused = no.exec(plain);
  const agreed = refused === null ? yes.exec(plain) : null;
  const match = refused ?? agreed;
  if (match === null) return undefined;
  const rest = plain.slice(match[0].length).trim();
  if (agreed !== null && refusesAfterAll.test(rest))
    return { yes: false, rest: rest.replace(refusesAfterAll, '').trim() };
  return { yes: agreed !== null, rest };
}

const positions = entriesOf(({ agent }) => agent?.choices.positions);

/** Returns the choice that the caller named. Tolerates misrecognition and accepts positions such as "the second". */
export function choiceOf(text: string, choices: readonly string[]): string | undefined {
  const heard = wordsOf(text);
  let best: { choice: string; score: number } | undefined;
  for (const choice of choices) {
    const words = wordsOf(choice).filter((word) => word.length > 2 || wordsOf(choice).length === 1);
    const likenesses = words.map((word) => Math.max(0, ...heard.map((other) => likeness(word, other))));
    const score = likenesses.reduce((sum, value) => sum + (value >= 0.7 ? value : 0), 0) / Math.max(words.length, 1);
    if (best === undefined || score > best.score) best = { choice, score };
  }
  if (best !== undefined && best.score >= 0.5) return best.choice;
  const position = heard.includes('last') ? choices.length - 1 : positions.findIndex((word) => heard.includes(word));
  return position < 0 ? undefined : choices[position];
}
