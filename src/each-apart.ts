import { isDiskTrouble } from './data/index.ts';
import type { Log } from './log.ts';

export interface ApartOptions<T> {
  readonly log: Pick<Log, 'error'>;
  /** Log line of a failure. */
  readonly trouble: string;
  /** Returns the log fields that identify an item. */
  readonly name: (item: T) => object;
  /** Records the failure on the item. */
  readonly record?: (item: T, error: unknown) => Promise<unknown>;
}

/** Failures of one loop that are logged. A loop that fails on each of its items has one cause. */
const mostLogged = 20;

/**
 * Handles items one after another. If one fails, its error is logged and recorded on it, and the others follow. Trouble
 * of the database itself is thrown: it would fail every item, and the whole loop is repeated later.
 */
export async function eachApart<T>(
  items: Iterable<T>,
  handle: (item: T) => unknown,
  options: ApartOptions<T>,
): Promise<void> {
  const apart = createApart(handle, options);
  for (const item of items) await apart(item);
}

/** Like `eachApart`, with all items at once. */
export async function allApart<T>(
  items: Iterable<T>,
  handle: (item: T) => unknown,
  options: ApartOptions<T>,
): Promise<void> {
  await Promise.all(Array.from(items, createApart(handle, options)));
}

function createApart<T>(handle: (item: T) => unknown, { log, trouble, name, record }: ApartOptions<T>) {
  let logged = 0;
  const report = (item: T, error: unknown, message: string): void => {
    if (isDiskTrouble(error)) throw error;
    if (logged < mostLogged) log.error({ err: error, ...name(item) }, message);
    logged += 1;
  };
  return async (item: T): Promise<void> => {
    try {
      await handle(item);
    } catch (error) {
      report(item, error, trouble);
      await record?.(item, error)?.catch((second: unknown) => report(item, second, `${trouble}, and to record it`));
    }
  };
}
