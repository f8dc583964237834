import { patternOf } from '../language/match.ts';
import type { Span } from '../text/words.ts';

const corrects = patternOf(({ reading }) => reading?.standing?.corrects);
const denies = patternOf(({ reading }) => reading?.standing?.denies);
const deniesAfter = patternOf(({ reading }) => reading?.standing?.deniesAfter);
const insteadOf = patternOf(({ reading }) => reading?.standing?.insteadOf);

/** What a text does with a value that it names. */
export type Standing = 'stands' | 'denied' | 'replaced';

/** Characters around a value in which words decide on it. */
const reach = 60;

/**
 * Returns for each value of a text, in order, whether it stands: "not Friday" and "I can't do Friday" deny it, and a
 * value after "no", "sorry" or "I mean" replaces the one before. A denial ends with its clause and with the next value
 * that is set against it.
 */
export function standingIn(text: string, values: readonly Span[]): Standing[] {
  const standings = values.map((value, index): Standing => {
    const previous = values[index - 1];
    const next = values[index + 1];
    const lead = text.slice(Math.max(0, value.start - reach, previous?.end ?? 0), value.start);
    const tail = text.slice(value.end, Math.min(text.length, value.end + reach, next?.start ?? text.length));
    if (next !== undefined && corrects.test(tail)) return 'replaced';
    if (insteadOf.test(lead) || denies.test(lead) || deniesAfter.test(tail)) return 'denied';
    return 'stands';
  });
  // "I can't do Friday at ten": a denial covers the values that follow without a word between them.
  for (let index = 1; index < values.length; index += 1) {
    const between = text.slice((values[index - 1] as Span).end, (values[index] as Span).start);
    if (standings[index - 1] === 'denied' && /^\s*(?:at|or|and|the|on)?\s*(?:the)?\s*$/i.test(between))
      standings[index] = 'denied';
  }
  return standings;
}
