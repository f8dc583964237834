import type { SpokenToken } from '../spoken-token.ts';

export interface NormaliseOptions {
  /** Whether a spelling, as written, is a word that people pronounce: decides between "NASA" and "F B I". */
  readonly isWord: (spelling: string) => boolean;
  /** How 03/04/2026 is read when both could be a month; month first, the American way by default. */
  readonly dateOrder?: 'month-first' | 'day-first';
  /** Words whose pronunciation is given; they come before every rule. */
  readonly given?: GivenWords;
}

/** How the word is said that stands at a place of a text, if it is one of those that are given, and where it ends. */
export type GivenWords = (
  text: string,
  at: number,
) => { readonly end: number; readonly tokens: readonly SpokenToken[] } | undefined;

/** What a rule may look at besides its own match. */
export interface Surroundings {
  /** The text just before the match and just after it. */
  readonly before: string;
  readonly after: string;
  /** What was said just before; undefined at the beginning. */
  readonly lastToken: SpokenToken | undefined;
  /** The match before this one was a number, a time, a date or an amount. */
  readonly afterFigure: boolean;
  readonly options: NormaliseOptions;
}

/** A kind of writing and how it is said. */
export interface Rule {
  /** Sticky: it matches at the place where reading stands. */
  readonly pattern: RegExp;
  /** Undefined: not meant after all; the next rule is tried. Empty: written but not said. */
  read(match: RegExpExecArray, around: Surroundings): readonly SpokenToken[] | undefined;
  /** May begin in the middle of a word; other rules begin only where a word does. */
  readonly anywhere?: boolean;
  /** A dash after it and a figure after the dash mean "to". */
  readonly figure?: boolean;
}

/** Words and marks of a line that is already as it is spoken. */
export const say = (line: string): SpokenToken[] =>
  (line.match(/[,.?!;:—…]|[^\s,.?!;:—…]+/gu) ?? []).map((text) =>
    /^[,.?!;:—…]$/u.test(text) ? { kind: 'mark', text } : { kind: 'word', text },
  );

/** Letter by letter; a final small s makes the last one a plural. */
export const spell = (text: string): SpokenToken[] => {
  const plural = /^[A-Z]{2,}s$/.test(text);
  const letters = plural ? text : text.toUpperCase().replace(/[^A-Z]/g, '');
  return letters === '' ? [] : [{ kind: 'letters', text: letters }];
};
