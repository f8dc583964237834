import { type Clock, systemClock } from '../../kit/clock.ts';
import type { JobSignal } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';

/** An asker's change of mind is seen within this time. */
const pollMs = 10;

/** Bounds a job that waits for a server. Closing it closes the connection. */
export interface Leash {
  /** Aborts when the answer is no longer needed, and on `close`. */
  readonly signal: AbortSignal;
  /** Resolves to undefined when the request is cancelled. Throws `speech_engine_failed` when it fails or takes too long. */
  within<Value>(work: Promise<Value>, limitMs: number, what: string): Promise<Value | undefined>;
  close(): void;
}

export function createLeash(wanted: JobSignal, clock: Clock = systemClock): Leash {
  const controller = new AbortController();
  const poll = setInterval(() => {
    if (wanted.aborted) controller.abort();
  }, pollMs);
  return {
    signal: controller.signal,
    async within(work, limitMs, what) {
      let settle = (_: 'late' | 'unwanted'): void => {};
      const ended = new Promise<'late' | 'unwanted'>((resolve) => {
        settle = resolve;
      });
      const unwanted = (): void => settle('unwanted');
      const cancel = clock.after(limitMs, () => settle('late'));
      controller.signal.addEventListener('abort', unwanted, { once: true });
      try {
        if (controller.signal.aborted) return undefined;
        // Its message may repeat what the server was sent.
        const outcome = await Promise.race([work.then((value) => ({ value }), failure), ended]);
        if (outcome === 'unwanted' || controller.signal.aborted) return undefined;
        if (outcome === 'late') throw new MediaFault('speech_engine_failed', `${what} took more than ${limitMs} ms`);
        if ('fault' in outcome) throw outcome.fault ?? new MediaFault('speech_engine_failed', `${what} failed`);
        return outcome.value;
      } finally {
        cancel();
        controller.signal.removeEventListener('abort', unwanted);
      }
    },
    close() {
      clearInterval(poll);
      controller.abort();
    },
  };
}

const failure = (error: unknown): { readonly fault: MediaFault | undefined } => ({
  fault: error instanceof MediaFault ? error : undefined,
});
