import { DatabaseAway, isDatabaseAway } from './trouble.ts';

/** A caller who is answered without the database waits for it this long: its silence may not have been noticed yet. */
const defaultPatienceMs = 2000;

/** Returns the result of `work`; undefined if the database is away or takes longer. The work then goes on. */
export async function unlessAway<T>(work: Promise<T>, patienceMs = defaultPatienceMs): Promise<T | undefined> {
  try {
    return await soon(work, patienceMs);
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

/** Rejects with `DatabaseAway` after `patienceMs`. */
export async function soon<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new DatabaseAway(new Error(`no answer within ${patienceMs} ms`)));
    timer = setTimeout(giveUp, patienceMs);
  });
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
