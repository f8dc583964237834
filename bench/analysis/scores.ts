/** A judgement and the true label. `said` is null if the judge returned nothing. */
export interface Judged {
  readonly said: boolean | null;
  readonly truth: boolean;
}

/** Returns the mean F1 of the two classes; a missing judgement reduces recall but not precision. */
export function macroF1(judged: readonly Judged[]): number {
  const f1 = [true, false].map((side) => {
    const right = judged.filter(({ said, truth }) => said === side && truth === side).length;
    const said = judged.filter((each) => each.said === side).length;
    const true_ = judged.filter(({ truth }) => truth === side).length;
    return said + true_ === 0 ? 0 : (2 * right) / (said + true_);
  });
  return (f1[0]! + f1[1]!) / 2;
}

export const accuracy = (judged: readonly Judged[]): number =>
  judged.filter(({ said, truth }) => said === truth).length / Math.max(1, judged.length);

/** Returns the probability that a positive scores higher than a negative; null unless both classes occur. */
export function areaUnderCurve(scored: readonly { readonly score: number; readonly truth: boolean }[]): number | null {
  const sorted = scored.toSorted((a, b) => a.score - b.score);
  let [rankSum, positives] = [0, 0];
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.score === sorted[from]!.score) to += 1;
    const rank = (from + 1 + to) / 2;
    for (const { truth } of sorted.slice(from, to)) if (truth) [rankSum, positives] = [rankSum + rank, positives + 1];
    from = to;
  }
  const negatives = sorted.length - positives;
  if (positives === 0 || negatives === 0) return null;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
