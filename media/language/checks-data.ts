import { isMainThread } from 'node:worker_threads';

/**
 * Whether this thread loads the zod schemas and validates the data files it reads. The main thread does so for all
 * threads, and for the processes it starts with `DATA_CHECKED`. zod and the checks take 10 MB and 250 ms per thread.
 */
export const checksData = isMainThread && process.env.DATA_CHECKED !== '1';
