/**
 * Reports the first of many events at once, and then at most one in each interval, with the number of events since the
 * last report.
 */
export function createOccasional<Details>(
  { intervalMs, nowMs }: { readonly intervalMs: number; readonly nowMs: () => number },
  report: (count: number, latest: Details) => void,
): (details: Details) => void {
  let count = 0;
  let nextMs = Number.NEGATIVE_INFINITY;
  return (details) => {
    count += 1;
    if (nowMs() < nextMs) return;
    report(count, details);
    count = 0;
    nextMs = nowMs() + intervalMs;
  };
}
