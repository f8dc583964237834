import { randomUUID } from 'node:crypto';
import { createRemote } from '../../kit/remote.ts';
import { startThread, youngMb } from '../../kit/thread.ts';
import type { CallerThreadConfig, CallerThreadOffer } from './caller-protocol.ts';
import type { PracticeCall, PracticeTalk } from './protocol.ts';
import { createVirtualCallers, type VirtualCallers } from './virtual-callers.ts';
import type { PracticeModelsOptions } from './virtual-models.ts';

/** Simulated customers that call agents: in real time on a separate thread, in virtual time in a separate process. */
export interface PracticeCallers {
  /** Rejects when `signal` aborts, with `voice_unknown`, and with `engine_died` if the call is lost. */
  call(call: PracticeCall, signal: AbortSignal): Promise<PracticeTalk>;
  readonly callVirtually: VirtualCallers['call'];
  close(): Promise<void>;
}

export function openPracticeCallers(config: PracticeModelsOptions): PracticeCallers {
  const virtual = createVirtualCallers(config);
  let thread: ReturnType<typeof startCallers> | undefined;

  function running(): ReturnType<typeof startCallers> {
    if (thread !== undefined) return thread;
    const started = startCallers(config);
    // The next call starts another one.
    started.worker.once('exit', () => {
      if (thread === started) thread = undefined;
    });
    thread = started;
    return started;
  }

  return {
    async call(call, signal) {
      signal.throwIfAborted();
      const { remote } = running();
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
    callVirtually: virtual.call,
    async close() {
      await virtual.close();
      await thread?.remote.ask('close', undefined).catch(() => {});
      // Its engines are closed, so no native code runs on it.
      await thread?.worker.terminate();
    },
  };
}

function startCallers({ modelsDir, providers }: CallerThreadConfig) {
  const worker = startThread(new URL('./caller-thread.js', import.meta.url), {
    workerData: { modelsDir, providers },
    resourceLimits: { maxYoungGenerationSizeMb: youngMb.some },
    name: 'practice-callers',
  });
  // The thread's calls report the error.
  worker.on('error', () => {});
  return { worker, remote: createRemote<CallerThreadOffer>(worker, {}) };
}
