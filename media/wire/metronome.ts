import type { Clock } from '../kit/clock.ts';
import { createHistory, type Lateness } from './lateness-history.ts';

export interface MetronomeOptions {
  readonly clock: Clock;
  readonly periodMs: 10 | 20;
  /** Called when a ticker throws. That ticker is removed; the others continue. */
  readonly onFault?: (error: unknown) => void;
}

/** A subscriber of the tick. An object, because a closure would be two more objects to fetch from memory. */
export interface Ticker {
  /** `nowMs` is the clock's time. */
  tick(nowMs: number): void;
}

/** One timer for all streams of a thread. */
export interface Metronome {
  /** Calls the ticker once a period; the returned function removes it. Adding a ticker twice has no effect. */
  add(ticker: Ticker): () => void;
  /** The same for a ticker that works only alongside others: it is called only while there are tickers from `add`. */
  accompany(ticker: Ticker): () => void;
  /** Lateness of the ticks in the last 30 to 60 seconds, to a quarter of a millisecond and at most 200 ms. */
  readonly lateness: Lateness;
  close(): void;
}

/**
 * Creates a metronome whose beats lie on a grid that begins with the first ticker, so a late beat never delays later
 * ones. It stops its timer while only tickers from `accompany` are left.
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
    // Timers truncate to whole milliseconds; rounding up ensures that none fires before its beat.
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
