import { languages } from '../language/languages.ts';
import type { LanguagePack } from '../language/schema.ts';
import type { Dictation } from '../line/turn.ts';
import { sentencesOf } from '../text/sentences.ts';
import { straight } from '../text/words.ts';

type Requests = NonNullable<LanguagePack['dictation']>['requests'];

const requests = languages.flatMap(({ dictation }) => dictation?.requests ?? []);

const matches = (pick: keyof Requests): RegExp => {
  const patterns = requests.flatMap((request) => request[pick].entries);
  return new RegExp(patterns.length === 0 ? '(?!)' : patterns.join('|'), 'u');
};

/** Matches questions and requests, but not statements such as "Your card number is on the letter." */
const asks = matches('asks');
/** In order; the first match decides. */
const kinds = (['spelling', 'address', 'card', 'number'] as const satisfies readonly Dictation[]).map(
  (kind) => [kind, matches(kind)] as const,
);

/**
 * Returns what the last question in an agent's line asks the caller to read out, in any language with a pack. Returns
 * undefined if it asks for nothing of the kind.
 */
export function askedFor(line: string): Dictation | undefined {
  const sentences = sentencesOf(straight(line.toLowerCase()), { anyStart: true });
  const sentence = sentences.findLast((candidate) => asks.test(candidate.replaceAll(',', '')));
  if (sentence === undefined) return undefined;
  return kinds.find(([, pattern]) => pattern.test(sentence))?.[0];
}
