/** What a pattern may name in braces: words of `numbers.json`, joined by "|". */
const names = ['numbers', 'tens', 'hours', 'minutes', 'days', 'weekdays', 'months'] as const;
export type PatternPart = (typeof names)[number];

/** A pattern with its parts in the place of their names; a part that is missing matches nothing. */
export const withParts = (pattern: string, parts: Readonly<Partial<Record<PatternPart, string>>>): string =>
  pattern.replaceAll(/\{([a-z]+)\}/g, (whole, name: PatternPart) =>
    names.includes(name) ? (parts[name] ?? '(?!)') : whole,
  );
