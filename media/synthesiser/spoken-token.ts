/** A piece of text as it is said. */
export type SpokenToken =
  | {
      readonly kind: 'word';
      readonly text: string /** Given for it, in the symbols of the model. */;
      readonly phonemes?: string;
    }
  /** Said letter by letter: "USA". Upper case. */
  | { readonly kind: 'letters'; readonly text: string }
  /** One of , . ? ! ; : and the dash: heard as pause and melody. */
  | { readonly kind: 'mark'; readonly text: string };

/** A stretch of the written text with its spoken form. */
export interface Reading {
  /** Offsets in the written text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly SpokenToken[];
}

/** The words and marks as one line of text: what a listener would write down. */
export function spokenText(readings: readonly Reading[]): string {
  let line = '';
  for (const token of readings.flatMap((reading) => reading.tokens)) {
    if (token.kind === 'mark') line += token.text === '—' ? ' —' : token.text;
    else line += ` ${token.kind === 'letters' ? (token.text.match(/.s$|./gu) ?? []).join(' ') : token.text}`;
  }
  return line.trim();
}
