import { createSlots } from '../../slots.ts';

/** Models that are unloaded when idle. */
interface Closable {
  close(): Promise<void>;
}

export interface SharedSpeechOptions<T extends Closable> {
  readonly open: () => Promise<T>;
  /** Idle time after which the models are unloaded. */
  readonly idleMs?: number;
}

/** Models for users who try an engine or listen to a sample: loaded on demand, unloaded when idle. */
export interface SharedSpeech<T extends Closable> {
  /** Runs one use at a time. Returns `busy` when too many wait. Rejects with the engine's error. */
  use<R>(work: (speech: T, signal: AbortSignal) => Promise<R>): Promise<R | 'busy'>;
  close(): Promise<void>;
}

const standardIdleMs = 60_000;
const waiting = 8;
const longestMs = 30_000;

export function createSharedSpeech<T extends Closable>({
  open,
  idleMs = standardIdleMs,
}: SharedSpeechOptions<T>): SharedSpeech<T> {
  const slots = createSlots({ atOnce: 1, waiting });
  const ending = new AbortController();
  let opened: Promise<T> | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function unload(): Promise<void> {
    clearTimeout(idle);
    const speech = opened;
    opened = undefined;
    await (await speech?.catch(() => undefined))?.close();
  }

  return {
    async use(work) {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(longestMs)]);
      const leave = await slots.enter(signal);
      if (leave === undefined) return 'busy';
      clearTimeout(idle);
      try {
        opened ??= open();
        return await work(await opened, signal);
      } catch (error) {
        await unload();
        throw error;
      } finally {
        leave();
        idle = setTimeout(() => void unload(), idleMs).unref();
      }
    },
    async close() {
      ending.abort(new Error('the server is shutting down'));
      await unload();
    },
  };
}
