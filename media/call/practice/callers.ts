import { randomUUID } from 'node:crypto';
import { createRemote } from '../../kit/remote.ts';
import { startThread, youngMb } from '../../kit/thread.ts';
import type { CallerThreadConfig, CallerThreadOffer } from './caller-protocol.ts';
import type { PracticeCall, PracticeTalk } from './protocol.ts';

/** Simulated customers that call agents, on a thread of their own. */
export interface PracticeCallers {
  /** Rejects when `signal` aborts, with `voice_unknown`, and with `engine_died` where the call is lost. */
  call(call: PracticeCall, signal: AbortSignal): Promise<PracticeTalk>;
  close(): Promise<void>;
}

export function openPracticeCallers(config: CallerThreadConfig): PracticeCallers {
  const worker = startThread(new URL('./caller-thread.ts', import.meta.url), import.meta.url, {
    workerData: config,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb.some },
    name: 'practice-callers',
  });
  // Reported by the calls that it had.
  worker.on('error', () => {});
  const remote = createRemote<CallerThreadOffer>(worker, {});
  return {
    async call(call, signal) {
      signal.throwIfAborted();
      const id = randomUUID();
      const hangUp = (): void => remote.tell('hangUp', { id });
      signal.addEventListener('abort', hangUp, { once: true });
      try {
        return await remote.ask('call', { id, call });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', hangUp);
      }
    },
    async close() {
      await remote.ask('close', undefined).catch(() => {});
      // Its engines are closed: nothing native runs on it any more.
      await worker.terminate();
    },
  };
}
