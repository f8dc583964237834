import type { Worker } from 'node:worker_threads';
import { startThread } from '../../media/kit/thread.ts';

/** What a caller received from an agent that never stops talking. */
export interface CallHeard {
  readonly seconds: number;
  /** Silences inside a phrase that are not the caller's own stalls. */
  readonly gaps: number;
  readonly longestGapMs: number;
  /** Whether the line was closed before the caller hung up. */
  readonly cutOff: boolean;
}

export interface LiveCaller {
  hangUp(): Promise<CallHeard>;
}

/** Calls an agent that talks; resolves when it is heard. */
export async function callTalker(port: number): Promise<LiveCaller> {
  const url = `ws://127.0.0.1:${port}/media/telephony_a/talk`;
  const worker: Worker = startThread(new URL('./live-caller-thread.js', import.meta.url), {
    workerData: { url },
  });
  const said = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  await said();
  return {
    hangUp() {
      worker.postMessage('hang up');
      return said<CallHeard>();
    },
  };
}
