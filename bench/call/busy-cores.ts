import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Length of one period of work and rest; shorter than a frame of audio. */
const periodMs = 10;

const burn = `
  const { workerData: { share, periodMs } } = require('node:worker_threads');
  const rest = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const until = performance.now() + periodMs * share;
    while (performance.now() < until);
    Atomics.wait(rest, 0, 0, periodMs * (1 - share));
  }`;

/**
 * Takes a share of each core from everything else, as on a slower machine: with 33 percent, a thread that never waits
 * loses up to a third of its time. Returns a function that ends it.
 */
export function occupyCores(percent: number): () => Promise<void> {
  if (percent === 0) return async () => {};
  const workerData = { share: percent / 100, periodMs };
  const workers = Array.from({ length: availableParallelism() }, () => new Worker(burn, { eval: true, workerData }));
  return async () => void (await Promise.all(workers.map((worker) => worker.terminate())));
}
