import { type Clock, createManualClock, pause } from '../../kit/clock.ts';
import { invariant } from '../../kit/invariant.ts';
import type { EngineClient } from '../../line/engine.ts';

/** Time that stands still during work, and otherwise jumps from one timer to the next. */
export interface VirtualTime {
  readonly clock: Clock;
  /** Stops time until the promise settles. */
  during<T>(work: Promise<T>): Promise<T>;
  /**
   * Wraps an engine so that its results arrive `takesMs` after the request, however long they really took. Without
   * `takesMs`, each arrives when it would have in real time.
   */
  engine<Job, Result>(engine: EngineClient<Job, Result>, takesMs?: number): EngineClient<Job, Result>;
  /** Lets time pass until the promise settles. */
  until<T>(end: Promise<T>): Promise<T>;
}

/** Waits for microtasks: all consequences of an event run as microtasks, except counted work. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createVirtualTime(): VirtualTime {
  const clock = createManualClock();
  let working = 0;
  let onIdle = (): void => {};

  function done(): void {
    working -= 1;
    if (working === 0) onIdle();
  }

  async function during<T>(work: Promise<T>): Promise<T> {
    working += 1;
    try {
      return await work;
    } finally {
      done();
    }
  }

  async function quiet(): Promise<void> {
    do {
      if (working > 0)
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      await settled();
    } while (working > 0);
  }

  return {
    clock,
    during,
    engine: (engine, takesMs) => ({
      async *run(job, signal) {
        if (signal.aborted) return;
        const askedMs = performance.now();
        // Started here, so that results arrive in the order of their requests whichever finishes first.
        const due = takesMs === undefined ? undefined : pause(clock, takesMs, signal);
        const results = await during(collect(engine.run(job, signal), askedMs));
        const startMs = clock.nowMs();
        await due;
        for (const { result, afterMs } of results) {
          if (due === undefined) await pause(clock, startMs + afterMs - clock.nowMs(), signal);
          if (signal.aborted) return;
          yield result;
        }
      },
    }),
    async until(end) {
      let isOver = false;
      const over = end.finally(() => {
        isOver = true;
      });
      // Handled below.
      over.catch(() => {});
      for (;;) {
        await quiet();
        if (isOver) return over;
        const { nextMs } = clock;
        invariant(nextMs !== undefined, 'nothing is left to happen in virtual time');
        clock.advance(Math.max(0, nextMs - clock.nowMs()));
      }
    },
  };
}

interface Timed<Result> {
  readonly result: Result;
  /** Real time since the request. */
  readonly afterMs: number;
}

async function collect<Result>(results: AsyncIterable<Result>, askedMs: number): Promise<Timed<Result>[]> {
  const all: Timed<Result>[] = [];
  for await (const result of results) all.push({ result, afterMs: performance.now() - askedMs });
  return all;
}
