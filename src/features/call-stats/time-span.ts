/** Times as text, which sorts as they follow each other: from this one on, and before that one. */
export interface TimeSpan {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** A day or a month is named by so many characters of a time in it, and begins with what follows them first. */
const units = {
  day: { characters: 10, begins: 'T00:00:00.000Z' },
  month: { characters: 7, begins: '-01' },
} as const;

/** Past every time that begins like this. */
const endOf = (unit: string): string => `${unit}~`;

/** The whole days of a span of moments, or the whole months of a span of days, and what its ends have besides. */
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
