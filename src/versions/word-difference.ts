/** A run of text that two texts share, or that only one of them has. */
export interface TextPart {
  readonly change: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Above this number of edits, the differing middle is shown as removed and added as a whole. */
const mostEdits = 1000;

/** Returns the difference of two texts by words, by the algorithm of Myers (1986). Joining the parts restores both. */
export function wordDifference(from: string, to: string): TextPart[] {
  const before = tokensOf(from);
  const after = tokensOf(to);
  const start = sharedStart(before, after);
  const end = sharedStart(before.slice(start).reverse(), after.slice(start).reverse());
  const middle = [before.slice(start, before.length - end), after.slice(start, after.length - end)] as const;
  return joined([
    { change: 'same', text: before.slice(0, start).join('') },
    ...middlePartsOf(...middle),
    { change: 'same', text: before.slice(before.length - end).join('') },
  ]);
}

/** Words and the blanks between them. */
const tokensOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}_'’-]+|[^\s\p{L}\p{M}\p{N}_'’-]/gu) ?? [];

function sharedStart(before: readonly string[], after: readonly string[]): number {
  let at = 0;
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1;
  return at;
}

function middlePartsOf(before: readonly string[], after: readonly string[]): TextPart[] {
  const reached = reachedBy(before, after);
  if (reached === undefined)
    return [
      { change: 'removed', text: before.join('') },
      { change: 'added', text: after.join('') },
    ];
  const parts: TextPart[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = reached.length - 1; edits >= 0; edits--) {
    const furthest = reached[edits] as ReadonlyMap<number, number>;
    const isInsertion = comesFromAbove(furthest, { diagonal: x - y, edits });
    const diagonal = isInsertion ? x - y + 1 : x - y - 1;
    const fromX = edits === 0 ? 0 : (furthest.get(diagonal) as number);
    const fromY = edits === 0 ? 0 : fromX - diagonal;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      parts.push({ change: 'same', text: before[x] as string });
    }
    if (x > fromX) parts.push({ change: 'removed', text: before[--x] as string });
    else if (y > fromY) parts.push({ change: 'added', text: after[--y] as string });
  }
  return parts.reverse();
}

/**
 * Returns, for each number of edits, how far each diagonal reached before it; undefined if the texts differ by more
 * than `mostEdits`.
 */
function reachedBy(before: readonly string[], after: readonly string[]): ReadonlyMap<number, number>[] | undefined {
  const trace: ReadonlyMap<number, number>[] = [];
  const furthest = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(before.length + after.length, mostEdits); edits++) {
    trace.push(new Map(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isInsertion = comesFromAbove(furthest, { diagonal, edits });
      let x = isInsertion ? (furthest.get(diagonal + 1) as number) : (furthest.get(diagonal - 1) as number) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      furthest.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return undefined;
}

const comesFromAbove = (
  furthest: ReadonlyMap<number, number>,
  { diagonal, edits }: { readonly diagonal: number; readonly edits: number },
): boolean =>
  diagonal === -edits ||
  (diagonal !== edits && (furthest.get(diagonal - 1) as number) < (furthest.get(diagonal + 1) as number));

function joined(parts: readonly TextPart[]): TextPart[] {
  const runs: TextPart[] = [];
  for (const { change, text } of parts) {
    const last = runs.at(-1);
    if (text === '') continue;
    if (last?.change === change) runs[runs.length - 1] = { change, text: last.text + text };
    else runs.push({ change, text });
  }
  return runs;
}
