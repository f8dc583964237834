import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { amountsIn } from '../../media/reading/amounts.ts';
import { momentsIn } from '../../media/reading/moments.ts';
import { emailIn, spelledNumberIn } from '../../media/reading/spelling.ts';
import { standingIn } from '../../media/reading/standing.ts';
import type { Span } from '../../media/text/words.ts';

type Row = readonly [phrase: string, value: string | null];

const rowsOf = (name: string): readonly Row[] =>
  JSON.parse(readFileSync(new URL(`./phrases/${name}.json`, import.meta.url), 'utf8'));

/** A Tuesday afternoon. */
const reference = { calledAt: '2026-11-24T15:00:00Z', utcOffsetMinutes: 0 };

const lastStanding = <Value extends Span>(text: string, values: readonly Value[]): Value | undefined => {
  const standings = standingIn(text, values);
  return values.findLast((_, index) => standings[index] === 'stands');
};

const readers: Readonly<Record<string, (text: string) => string | null>> = {
  amounts: (text) => {
    const amount = lastStanding(text, amountsIn(text));
    if (amount === undefined) return null;
    return amount.high === undefined ? String(amount.value) : `${amount.value}-${amount.high}`;
  },
  digits: (text) => spelledNumberIn(text)?.value ?? null,
  emails: (text) => emailIn(text)?.value ?? null,
  times: (text) => {
    const times = momentsIn(text, reference, { isHourExpected: true }).filter(({ time }) => time !== undefined);
    const [first, second] = times;
    const isRange = /^\s*(?:and|to)\s*$/.test(text.slice(first?.end, second?.start));
    if (first !== undefined && second !== undefined && isRange) return `${first.time}-${second.time}`;
    return lastStanding(text, times)?.time ?? null;
  },
  dates: (text) =>
    lastStanding(
      text,
      momentsIn(text, reference).filter(({ day }) => day !== undefined),
    )?.day ?? null,
};

const isSame = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(Number(a) - Number(b)) < 1e-6);

describe('spoken and written values', () => {
  const wrong = Object.entries(readers).flatMap(([name, read]) =>
    rowsOf(name).flatMap(([phrase, value]) => {
      const got = read(phrase);
      return isSame(got, value) ? [] : [{ name, phrase, value, got }];
    }),
  );
  const count = Object.keys(readers).reduce((sum, name) => sum + rowsOf(name).length, 0);

  test('at least 400 phrases are read', () => expect(count).toBeGreaterThanOrEqual(400));

  test('at least 97 of 100 phrases have their value', () => {
    for (const row of wrong) console.log(JSON.stringify(row));
    expect(1 - wrong.length / count).toBeGreaterThanOrEqual(0.97);
  });
});
