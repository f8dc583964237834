/** The categories that judge and person chose for the same item. */
export type Pair = readonly [judge: string, person: string];

/**
 * Returns Cohen's kappa: 1 for perfect agreement, 0 for chance agreement. Undefined without pairs, and if all choices
 * are the same category, when chance agreement is certain.
 */
export function kappaOf(pairs: readonly Pair[]): number | undefined {
  if (pairs.length === 0) return undefined;
  const share = (of: (pair: Pair) => boolean): number => pairs.filter(of).length / pairs.length;
  const categories = new Set(pairs.flat());
  let byChance = 0;
  for (const each of categories)
    byChance += share(([judge]) => judge === each) * share(([, person]) => person === each);
  if (byChance === 1) return undefined;
  return (share(([judge, person]) => judge === person) - byChance) / (1 - byChance);
}

/** Returns Wilson's 95 % interval of a share. */
export function wilsonOf(hits: number, count: number): readonly [low: number, high: number] {
  const z = 1.96;
  const p = hits / count;
  const middle = p + z ** 2 / (2 * count);
  const half = z * Math.sqrt((p * (1 - p)) / count + z ** 2 / (4 * count ** 2));
  const scale = 1 + z ** 2 / count;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}
