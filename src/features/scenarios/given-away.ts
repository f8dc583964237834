/** Words or numbers that a text has, whatever stands between them. */
const plainOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** A single word such as "yes" gives nothing away. */
const isTelling = (plain: string): boolean => plain.trim().includes(' ') || /\d{2}/.test(plain);

/** The key of a hidden fact whose value stands in the text; undefined where there is none. */
export function givenAway(text: string, hidden: Readonly<Record<string, unknown>> | string): string | undefined {
  if (typeof hidden === 'string') return undefined;
  const plain = plainOf(text);
  return Object.entries(hidden).find(([, stated]) => {
    const value = typeof stated === 'object' && stated !== null && 'value' in stated ? stated.value : stated;
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    const fact = plainOf(String(value));
    return isTelling(fact) && plain.includes(fact);
  })?.[0];
}
