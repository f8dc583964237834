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
