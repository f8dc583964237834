/** Shares one result among all calls within `ms`. Failures are not cached. */
export function atMostEach<T>(ms: number, nowMs: () => number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly atMs: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (last !== undefined && nowMs() - last.atMs < ms) return last.answer;
    const answer = ask();
    const check = { atMs: nowMs(), answer };
    last = check;
    answer.catch(() => {
      if (last === check) last = undefined;
    });
    return answer;
  };
}
