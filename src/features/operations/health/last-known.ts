export interface LastKnownOptions<T> {
  /** Value before the first successful read, and while the last one is too old. */
  readonly unknown: T;
  /** Age up to which an earlier value replaces one that is late or cannot be read. */
  readonly mostAgeMs?: number;
  /** Age up to which a value is not read again; 0 by default. */
  readonly freshMs?: number;
  readonly patienceMs: number;
  readonly nowMs: () => number;
}

/**
 * Returns a function that reads a value, and returns the last known one if the read fails or takes longer than
 * `patienceMs`. Never rejects. At most one read is in progress.
 */
export function lastKnown<T>(read: () => Promise<T>, options: LastKnownOptions<T>): () => Promise<T> {
  const { unknown, mostAgeMs = Number.POSITIVE_INFINITY, freshMs = 0, patienceMs, nowMs } = options;
  let last: { readonly value: T; readonly atMs: number } | undefined;
  let reading: Promise<void> | undefined;

  async function readOnce(): Promise<void> {
    try {
      last = { value: await read(), atMs: nowMs() };
    } catch {
      // The last known value stays.
    } finally {
      reading = undefined;
    }
  }

  return async () => {
    if (last !== undefined && nowMs() - last.atMs < freshMs) return last.value;
    reading ??= readOnce();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([reading, late]).finally(() => clearTimeout(timer));
    return last !== undefined && nowMs() - last.atMs <= mostAgeMs ? last.value : unknown;
  };
}
