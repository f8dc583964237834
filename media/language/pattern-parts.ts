/** Names that a pattern may contain in braces: words of `numbers.json`, joined by "|". */
const names = ['numbers', 'tens', 'hours', 'minutes', 'days', 'weekdays', 'months'] as const;
export type PatternPart = (typeof names)[number];

/** Substitutes the parts for their names in a pattern. A missing part matches nothing. */
export const withParts = (pattern: string, parts: Readonly<Partial<Record<PatternPart, string>>>): string =>
  pattern.replaceAll(/\{([a-z]+)\}/g, (whole, name: PatternPart) =>
    names.includes(name) ? (parts[name] ?? '(?!)') : whole,
  );
