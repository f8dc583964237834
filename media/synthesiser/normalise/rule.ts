import type { SpokenToken } from '../spoken-token.ts';

export interface NormaliseOptions {
  /** Whether a spelling, as written, is pronounced as a word: distinguishes "NASA" from "F B I". */
  readonly isWord: (spelling: string) => boolean;
  /** Order of ambiguous dates such as 03/04/2026; month first, the American order, by default. */
  readonly dateOrder?: 'month-first' | 'day-first';
  /** Custom pronunciations. They take precedence over every rule. */
  readonly given?: GivenWords;
}

/** Returns the tokens of the custom-pronounced word at a position and its end, or undefined if none matches there. */
export type GivenWords = (
  text: string,
  at: number,
) => { readonly end: number; readonly tokens: readonly SpokenToken[] } | undefined;

/** Context of a match. */
export interface Surroundings {
  /** Text directly before and after the match. */
  readonly before: string;
  readonly after: string;
  /** The token spoken before; undefined at the beginning. */
  readonly lastToken: SpokenToken | undefined;
  /** Whether the previous match was a number, a time, a date or an amount. */
  readonly afterFigure: boolean;
  readonly options: NormaliseOptions;
}

/** A written form and its reading. */
export interface Rule {
  /** Sticky: matches only at the current position. */
  readonly pattern: RegExp;
  /**
   * Returns undefined if the form does not apply, so that the next rule is tried, or an empty array if it is not
   * spoken.
   */
  read(match: RegExpExecArray, around: Surroundings): readonly SpokenToken[] | undefined;
  /** Whether it may start inside a word. Other rules start only at word boundaries. */
  readonly anywhere?: boolean;
  /** Whether a following dash and figure mean "to". */
  readonly figure?: boolean;
}

/** Splits text that is already in spoken form into words and marks. */
export const say = (line: string): SpokenToken[] =>
  (line.match(/[,.?!;:—…]|[^\s,.?!;:—…]+/gu) ?? []).map((text) =>
    /^[,.?!;:—…]$/u.test(text) ? { kind: 'mark', text } : { kind: 'word', text },
  );

/** Reads text letter by letter. A final lower-case "s" makes the last letter a plural. */
export const spell = (text: string): SpokenToken[] => {
  const plural = /^[A-Z]{2,}s$/.test(text);
  const letters = plural ? text : text.toUpperCase().replace(/[^A-Z]/g, '');
  return letters === '' ? [] : [{ kind: 'letters', text: letters }];
};
