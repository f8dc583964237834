import type { Clock } from '../../kit/clock.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { RecognitionEntry } from '../../ports.ts';
import type { HeardJob } from '../recognition/recognition-journal.ts';

type Ask = RecognitionEntry & { readonly ask: number };

/** Models whose results arrive when they did in the call, and timers that fire when they did. */
export interface HeldAnswers {
  engine<Job extends HeardJob, Result>(name: string, client: EngineClient<Job, Result>): EngineClient<Job, Result>;
  readonly clock: Clock;
  /** Releases the result of this request of the call. Awaits it, so that nothing else happens before it. */
  tell(ask: number): Promise<void>;
  fail(ask: number, error: Error): void;
  fire(timer: number): void;
  /** Releases results of requests that the call did not make, once they have taken as long as similar ones. */
  tellStrays(): Promise<void>;
}

interface Held {
  /** Number of the same request in the call; undefined if the call did not make it. */
  readonly logged: number | undefined;
  /** Beat from which the result is released even if the call had none. */
  readonly dueBeat: number;
  readonly answer: () => Promise<unknown>;
  readonly release: (failure?: unknown) => void;
}

/**
 * A request that the call did not make gets its result after the usual number of beats for its kind, or after this
 * many.
 */
const usualBeats = 6;

export function createHeldAnswers(entries: readonly RecognitionEntry[], beat: () => number): HeldAnswers {
  const asksByKey = new Map<string, Ask[]>();
  const goneAt = new Map<number, number>();
  const answered = new Set<number>();
  for (const entry of entries) {
    if ('ask' in entry) asksByKey.set(keyOf(entry), [...(asksByKey.get(keyOf(entry)) ?? []), entry]);
    if ('gone' in entry) goneAt.set(entry.gone, entry.beat);
    if ('told' in entry) answered.add(entry.told);
    if ('failed' in entry) answered.add(entry.failed);
    if ('shed' in entry) answered.add(entry.shed);
  }
  const usual = usualWaits(entries);
  const held = new Set<Held>();
  const timers = new Map<number, { dueMs: number; fire: () => void }>();
  let timerCount = 0;

  function dueBeatOf(ask: Ask | undefined, name: string, kind: string | undefined): number {
    if (ask === undefined) return beat() + (usual.get(`${name}/${kind}`) ?? usualBeats);
    if (answered.has(ask.ask)) return Number.POSITIVE_INFINITY;
    return (goneAt.get(ask.ask) ?? Number.POSITIVE_INFINITY) + 1;
  }

  async function release(answer: Held): Promise<void> {
    held.delete(answer);
    try {
      await answer.answer();
      answer.release();
    } catch (error) {
      answer.release(error);
    }
    await settled();
  }

  return {
    engine: (name, client) => ({
      async *run(job, signal) {
        if (signal.aborted) return;
        const entry = {
          engine: name,
          ...(job.kind === undefined ? {} : { kind: job.kind }),
          samples: job.samples.length,
        };
        const logged = asksByKey.get(keyOf({ ...entry, beat: beat() }))?.shift();
        const dueBeat = dueBeatOf(logged, name, job.kind);
        const stop = new AbortController();
        let results: Promise<unknown[]> | undefined;
        const answer = (): Promise<unknown[]> => {
          results ??= collect(client.run(job, stop.signal));
          return results;
        };
        // The models work while recognition continues. A request whose result the call did not use is not even started.
        if (dueBeat === Number.POSITIVE_INFINITY && logged !== undefined && answered.has(logged.ask)) {
          answer().catch(() => {});
        }
        const failure = await new Promise<{ why: unknown } | undefined>((resolve) => {
          const reply: Held = {
            logged: logged?.ask,
            dueBeat,
            answer,
            release: (why) => resolve(why === undefined ? undefined : { why }),
          };
          held.add(reply);
          signal.addEventListener(
            'abort',
            () => {
              held.delete(reply);
              stop.abort();
              resolve(undefined);
            },
            { once: true },
          );
        });
        if (signal.aborted) return;
        if (failure !== undefined) throw failure.why;
        for (const result of await answer()) yield result as never;
      },
    }),
    clock: {
      nowMs: () => (beat() / 2) * 32,
      after(delayMs, fire) {
        timerCount += 1;
        const timer = timerCount;
        timers.set(timer, { dueMs: (beat() / 2) * 32 + delayMs, fire });
        return () => timers.delete(timer);
      },
    },
    async tell(ask) {
      for (const answer of held) if (answer.logged === ask) await release(answer);
    },
    fail(ask, error) {
      for (const answer of held) {
        if (answer.logged !== ask) continue;
        held.delete(answer);
        answer.release(error);
      }
    },
    fire(timer) {
      timers.get(timer)?.fire();
      timers.delete(timer);
    },
    async tellStrays() {
      for (const answer of [...held]) if (answer.dueBeat <= beat()) await release(answer);
    },
  };
}

/** An error of the call, with its original text. */
export class LoggedFailure extends Error {
  override toString(): string {
    return this.message;
  }
}

interface Question {
  readonly beat: number;
  readonly engine: string;
  readonly kind?: string;
  readonly samples: number;
}

const keyOf = ({ beat, engine, kind, samples }: Question): string => `${beat}/${engine}/${kind}/${samples}`;

/** Returns the median number of beats from a request to its result, by engine and kind. */
function usualWaits(entries: readonly RecognitionEntry[]): Map<string, number> {
  const asks = new Map(entries.flatMap((entry) => ('ask' in entry ? [[entry.ask, entry] as const] : [])));
  const waits = new Map<string, number[]>();
  for (const entry of entries) {
    const ask = 'told' in entry ? asks.get(entry.told) : undefined;
    if (ask === undefined) continue;
    const key = `${ask.engine}/${ask.kind}`;
    waits.set(key, [...(waits.get(key) ?? []), entry.beat - ask.beat]);
  }
  return new Map(
    [...waits].map(([key, beats]) => [key, beats.sort((a, b) => a - b)[Math.floor(beats.length / 2)] ?? usualBeats]),
  );
}

async function collect(results: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const result of results) all.push(result);
  return all;
}

/** Resolves when all consequences of the last event have run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
