import { isMainThread } from 'node:worker_threads';

/**
 * Whether this thread loads the schemas of data files and checks by them what it reads: the main thread does so for all,
 * and for the processes that it starts with `DATA_CHECKED`. zod and the checks take 10 MB and 250 ms of each.
 */
export const checksData = isMainThread && process.env.DATA_CHECKED !== '1';
