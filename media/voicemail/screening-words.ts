import { languages } from '../language/languages.ts';
import type { LanguagePack } from '../language/schema.ts';
import { plainWords } from '../text/words.ts';

/**
 * What words say about a robot that screens the call for a person: `asks` for name and reason, or `waits` for the
 * person. `may_ask`: they ask, and a screener, a person or voicemail may do so.
 */
export type ScreeningWords = 'asks' | 'waits' | 'may_ask';

type Screening = NonNullable<NonNullable<LanguagePack['voicemail']>['screening']>;

const patternsOf = (pick: (screening: Screening) => readonly string[] | undefined): readonly RegExp[] =>
  languages.flatMap(({ voicemail }) =>
    (voicemail?.screening === undefined ? [] : (pick(voicemail.screening) ?? [])).map(
      (pattern) => new RegExp(pattern, 'u'),
    ),
  );

const questions = patternsOf(({ asks }) => asks);
const promises = patternsOf(({ promises: ofPack }) => ofPack);
const services = patternsOf(({ services: ofPack }) => ofPack);
const doubts = patternsOf(({ doubts: ofPack }) => ofPack);
const waits = patternsOf(({ waits: ofPack }) => ofPack);

export function screeningWords(text: string): ScreeningWords | undefined {
  const plain = plainWords(text, { inside: "'" }).join(' ');
  const says = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(plain));
  if (says(services)) return 'asks';
  if (says(questions)) return promisesIn(plain) ? 'asks' : 'may_ask';
  return says(waits) ? 'waits' : undefined;
}

/** Returns whether the words promise something, except in questions such as "Are you an AI assistant?". */
function promisesIn(plain: string): boolean {
  const certain = doubts.reduce((text, doubt) => text.replace(doubt, ' '), plain);
  return promises.some((pattern) => pattern.test(certain));
}
