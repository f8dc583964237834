import { type Clock, systemClock } from '../../kit/clock.ts';
import { whenAborted } from '../../kit/when-aborted.ts';
import type { JobSignal } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import { unreachableCode } from './unreachable.ts';

/** Time limits and cancellation of a job that waits for a server. Closing it closes the connection. */
export interface Leash {
  /** Aborts when the job is cancelled, and on `close`. */
  readonly signal: AbortSignal;
  /**
   * Resolves to undefined if the job is cancelled. Throws `speech_engine_failed` if the work fails or exceeds the
   * limit.
   */
  within<Value>(work: Promise<Value>, limitMs: number, what: string): Promise<Value | undefined>;
  close(): void;
}

export function createLeash(wanted: JobSignal, clock: Clock = systemClock): Leash {
  const controller = new AbortController();
  const unwatch = whenAborted(wanted, () => controller.abort());
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
        // The original error message may repeat the request.
        const outcome = await Promise.race([work.then((value) => ({ value }), failure), ended]);
        if (outcome === 'unwanted' || controller.signal.aborted) return undefined;
        if (outcome === 'late')
          throw new MediaFault('speech_engine_failed', `${what} took more than ${Math.round(limitMs)} ms`);
        if ('error' in outcome) throw faultOf(outcome.error, what);
        return outcome.value;
      } finally {
        cancel();
        controller.signal.removeEventListener('abort', unwanted);
      }
    },
    close() {
      unwatch();
      controller.abort();
    },
  };
}

const failure = (error: unknown): { readonly error: unknown } => ({ error });

function faultOf(error: unknown, what: string): MediaFault {
  if (error instanceof MediaFault) return error;
  const code = unreachableCode((error as { cause?: unknown } | undefined)?.cause);
  const why = code === undefined ? `${what} failed` : `${what}: the server cannot be reached (${code})`;
  return new MediaFault('speech_engine_failed', why);
}
