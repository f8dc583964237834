import type { Clock } from '../kit/clock.ts';
import { createHistory, type Lateness } from './lateness-history.ts';

export interface MetronomeOptions {
  readonly clock: Clock;
  readonly periodMs: 10 | 20;
  /** Told when a ticker threw; it is not ticked again. The others go on. */
  readonly onFault?: (error: unknown) => void;
}

/** A subscriber of the tick. An object, because a closure would add two more objects to fetch from memory. */
export interface Ticker {
  /** `nowMs`: the clock's time. */
  tick(nowMs: number): void;
}

/** One timer for all the streams of a thread. */
export interface Metronome {
  /** Calls the ticker once a period; the returned function removes it. Adding a ticker twice has no effect. */
  add(ticker: Ticker): () => void;
  /** The same for a ticker that has work only while there are others: on its own it is not called. */
  accompany(ticker: Ticker): () => void;
  /** How late the ticks of the last half to whole minute were, to a quarter of a millisecond and at most 200 ms. */
  readonly lateness: Lateness;
  close(): void;
}

/**
 * Beats lie on a grid that begins with the first ticker, so a late beat never delays those after it. Rests, without a
 * timer, while there is nothing but companions.
 */
export function createMetronome({ clock, periodMs, onFault }: MetronomeOptions): Metronome {
  const tickers = new Set<Ticker>();
  const companions = new Set<Ticker>();
  const history = createHistory(clock);
  let startMs = 0;
  let beat = 0;
  let cancel: (() => void) | undefined;

  function schedule(): void {
    const dueMs = startMs + beat * periodMs;
    // Timers count whole milliseconds and cut off the rest: rounded up, none fires before its beat.
    cancel = clock.after(Math.max(0, Math.ceil(dueMs - clock.nowMs())), fire);
  }

  function tickAll(all: Set<Ticker>, nowMs: number): void {
    for (const ticker of all) {
      try {
        ticker.tick(nowMs);
      } catch (error) {
        all.delete(ticker);
        onFault?.(error);
      }
    }
  }

  function fire(): void {
    const nowMs = clock.nowMs();
    history.note(Math.max(0, nowMs - (startMs + beat * periodMs)));
    tickAll(companions, nowMs);
    tickAll(tickers, nowMs);
    if (tickers.size === 0) {
      cancel = undefined;
      return;
    }
    beat = Math.max(beat + 1, Math.floor((clock.nowMs() - startMs) / periodMs) + 1);
    schedule();
  }

  return {
    add(ticker) {
      tickers.add(ticker);
      if (cancel === undefined) {
        startMs = clock.nowMs();
        beat = 1;
        schedule();
      }
      return () => {
        tickers.delete(ticker);
      };
    },
    accompany(ticker) {
      companions.add(ticker);
      return () => {
        companions.delete(ticker);
      };
    },
    get lateness() {
      return history.lateness();
    },
    close() {
      tickers.clear();
      companions.clear();
      cancel?.();
      cancel = undefined;
    },
  };
}
