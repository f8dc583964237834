/** A unit of text in spoken form. */
export type SpokenToken =
  | {
      readonly kind: 'word';
      readonly text: string /** Custom pronunciation, in the model's symbols. */;
      readonly phonemes?: string;
    }
  /** Spelled letter by letter: "USA". Upper case. */
  | { readonly kind: 'letters'; readonly text: string }
  /** One of , . ? ! ; : and the dash. Affects pauses and intonation. */
  | { readonly kind: 'mark'; readonly text: string };

/** A range of the written text with its spoken form. */
export interface Reading {
  /** Offsets in the written text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly SpokenToken[];
}

/** Returns the words and marks as one line, as a listener would transcribe them. */
export function spokenText(readings: readonly Reading[]): string {
  let line = '';
  for (const token of readings.flatMap((reading) => reading.tokens)) {
    if (token.kind === 'mark') line += token.text === '—' ? ' —' : token.text;
    else line += ` ${token.kind === 'letters' ? (token.text.match(/.s$|./gu) ?? []).join(' ') : token.text}`;
  }
  return line.trim();
}
