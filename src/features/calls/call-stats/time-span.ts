/** A half-open span of times as text that sorts in time order: `from` included, `before` excluded. */
export interface TimeSpan {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** Length of the prefix of a time that names the day or month, and the suffix of its first moment. */
const units = {
  day: { characters: 10, begins: 'T00:00:00.000Z' },
  month: { characters: 7, begins: '-01' },
} as const;

/** Sorts after every time with this prefix. */
const endOf = (unit: string): string => `${unit}~`;

/** Splits a span of moments into whole days, or a span of days into whole months, and the remainders at its ends. */
export function splitSpan(
  { from, before }: TimeSpan,
  unit: keyof typeof units,
): { whole: TimeSpan | undefined; ends: TimeSpan[] } {
  const { characters, begins } = units[unit];
  const first = from?.slice(0, characters);
  const last = before?.slice(0, characters);
  if (first !== undefined && last !== undefined && first >= last) return { whole: undefined, ends: [{ from, before }] };
  const isWhole = first === undefined || from === first + begins;
  const ends: TimeSpan[] = [];
  if (!isWhole) ends.push({ from, before: endOf(first) });
  if (last !== undefined && before !== last + begins) ends.push({ from: last, before });
  return { whole: { from: isWhole ? first : endOf(first), before: last }, ends };
}
