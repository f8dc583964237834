import { createHash } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import type { EngineClient } from '../../line/engine.ts';
import { isFault } from '../../line/fault.ts';
import type { RecognitionEntry } from '../../ports.ts';

/** Logs what enters and leaves a call's recognition, so that it can be replayed. */
export interface RecognitionJournal {
  note(entry: Unstamped): void;
  input(name: string, ...args: readonly unknown[]): void;
  engine<Job extends HeardJob, Result>(name: string, client: EngineClient<Job, Result>): EngineClient<Job, Result>;
  clock(clock: Clock): Clock;
  /** Returns the same callbacks, logged when they are called. */
  outputs<Events extends object>(events: Events): Events;
  flush(): void;
}

/** Outputs whose name in stored journals differs from the method's. */
const storedNames: Readonly<Record<string, string>> = { speculate: 'trial', speculationDropped: 'trialDropped' };

export const storedNameOf = (output: string): string => storedNames[output] ?? output;

/** Fields of a recognition request to a model. */
export interface HeardJob {
  readonly samples: Float32Array;
  readonly kind?: string;
}

type Unstamped = RecognitionEntry extends infer Entry ? (Entry extends unknown ? Omit<Entry, 'beat'> : never) : never;

/** Maximum size of one event of the log. */
const maxEntries = 64;
/** Partial words grow, so their end distinguishes them. */
const partialTail = 40;
/** These outputs end a turn; the entries so far are then written. */
const turnEnds: ReadonlySet<string> = new Set(['turnEnded', 'turnPassed', 'turnDiscarded', 'turnLost']);

export interface RecognitionJournalOptions {
  readonly beat: () => number;
  readonly write: (entries: readonly RecognitionEntry[]) => void;
}

export function createRecognitionJournal({ beat, write }: RecognitionJournalOptions): RecognitionJournal {
  let entries: RecognitionEntry[] = [];
  let asks = 0;
  let timers = 0;
  /** The output whose callback is running. */
  let telling: string | undefined;

  function flush(): void {
    if (entries.length === 0) return;
    const written = entries;
    entries = [];
    write(written);
  }

  function note(entry: Unstamped): void {
    entries.push({ beat: beat(), ...entry } as RecognitionEntry);
    if (entries.length >= maxEntries) flush();
  }

  return {
    note,
    input: (name, ...args) => note({ in: name, args, ...(telling === undefined ? {} : { within: telling }) }),
    flush,
    engine: (name, client) => ({
      async *run(job, signal) {
        asks += 1;
        const ask = asks;
        let open = true;
        const { kind } = job;
        note({ ask, engine: name, ...(kind === undefined ? {} : { kind }), samples: job.samples.length });
        const gone = (): void => {
          if (open) note({ gone: ask });
          open = false;
        };
        signal.addEventListener('abort', gone, { once: true });
        try {
          for await (const result of client.run(job, signal)) {
            if (open) note({ told: ask, ...digestOf(result) });
            open = false;
            yield result;
          }
          gone();
        } catch (error) {
          if (open) note(isFault(error, 'job_shed') ? { shed: ask } : { failed: ask, why: String(error) });
          open = false;
          throw error;
        } finally {
          signal.removeEventListener('abort', gone);
        }
      },
    }),
    clock: (clock) => ({
      nowMs: clock.nowMs,
      after(delayMs, fire) {
        timers += 1;
        const timer = timers;
        return clock.after(delayMs, () => {
          note({ timer });
          fire();
        });
      },
    }),
    outputs(events) {
      const tapped = Object.entries(events).map(([name, tell]) => [
        name,
        (...args: unknown[]) => {
          telling = storedNameOf(name);
          note({ out: telling, args: args.map(plain) });
          try {
            tell(...args);
          } finally {
            telling = undefined;
          }
          if (turnEnds.has(name)) flush();
        },
      ]);
      return Object.fromEntries(tapped) as typeof events;
    },
  };
}

/** Returns a digest of a model's result, without its duration. */
function digestOf(result: unknown): { value: string | number; sum: string } {
  const { decodeMs: _, ...answer } = result as { decodeMs?: number; text?: string; probability?: number };
  const sum = createHash('sha1').update(JSON.stringify(answer)).digest('hex').slice(0, 12);
  return { value: answer.text ?? answer.probability ?? '', sum };
}

/** Returns the logged form of an event's argument: the text of an utterance, the end of partial words. */
function plain(value: unknown): unknown {
  if (value instanceof Error) return String(value);
  if (typeof value === 'string') return value.length > partialTail ? `…${value.slice(-partialTail)}` : value;
  if (typeof value !== 'object' || value === null || !('utterance' in value)) return value;
  const { utterance, ...rest } = value as { utterance: { text: string } };
  return { ...rest, text: utterance.text };
}
