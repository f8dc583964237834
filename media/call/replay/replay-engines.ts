import type { Clock } from '../../kit/clock.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { RecognitionEntry } from '../../ports.ts';
import type { HeardJob } from '../recognition/recognition-journal.ts';

type Ask = RecognitionEntry & { readonly ask: number };

/** Models whose answers come when they came in the call, and timers that fire when they fired. */
export interface HeldAnswers {
  engine<Job extends HeardJob, Result>(name: string, client: EngineClient<Job, Result>): EngineClient<Job, Result>;
  readonly clock: Clock;
  /** The answer to this question of the call is due. It is awaited here, so that nothing else happens before it. */
  tell(ask: number): Promise<void>;
  fail(ask: number, error: Error): void;
  fire(timer: number): void;
  /** Answers to questions that the call did not ask, once they have taken as long as others did. */
  tellStrays(): Promise<void>;
}

interface Held {
  /** What the call's own question was numbered; undefined when it did not ask this. */
  readonly logged: number | undefined;
  /** From this beat on the answer comes even if the call had none. */
  readonly dueBeat: number;
  readonly answer: () => Promise<unknown>;
  readonly release: (failure?: unknown) => void;
}

/** A question that the call never asked is answered after as many beats as its like, or after this many. */
const usualBeats = 6;

export function createHeldAnswers(entries: readonly RecognitionEntry[], beat: () => number): HeldAnswers {
  const asked = new Map<string, Ask[]>();
  const goneAt = new Map<number, number>();
  const answered = new Set<number>();
  for (const entry of entries) {
    if ('ask' in entry) asked.set(keyOf(entry), [...(asked.get(keyOf(entry)) ?? []), entry]);
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

  async function release(one: Held): Promise<void> {
    held.delete(one);
    try {
      await one.answer();
      one.release();
    } catch (error) {
      one.release(error);
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
        const logged = asked.get(keyOf({ ...entry, beat: beat() }))?.shift();
        const dueBeat = dueBeatOf(logged, name, job.kind);
        const stop = new AbortController();
        let results: Promise<unknown[]> | undefined;
        const answer = (): Promise<unknown[]> => {
          results ??= collect(client.run(job, stop.signal));
          return results;
        };
        // The models are at work while recognition continues; what the call did not wait for is not even begun.
        if (dueBeat === Number.POSITIVE_INFINITY && logged !== undefined && answered.has(logged.ask)) {
          answer().catch(() => {});
        }
        const failure = await new Promise<{ why: unknown } | undefined>((resolve) => {
          const one: Held = {
            logged: logged?.ask,
            dueBeat,
            answer,
            release: (why) => resolve(why === undefined ? undefined : { why }),
          };
          held.add(one);
          signal.addEventListener(
            'abort',
            () => {
              held.delete(one);
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
      for (const one of held) if (one.logged === ask) await release(one);
    },
    fail(ask, error) {
      for (const one of held) {
        if (one.logged !== ask) continue;
        held.delete(one);
        one.release(error);
      }
    },
    fire(timer) {
      timers.get(timer)?.fire();
      timers.delete(timer);
    },
    async tellStrays() {
      for (const one of [...held]) if (one.dueBeat <= beat()) await release(one);
    },
  };
}

/** An error of the call, which says what it said then. */
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

/** Median beats from a question to its answer, by engine and kind. */
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

/** Everything that follows from what has just happened has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
