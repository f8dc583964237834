import type { WireEvent } from '../line/wire.ts';

/** What a stream has been told and its reader has not yet seen. */
export interface EventQueue extends AsyncIterable<WireEvent> {
  /** A full queue gives up its oldest audio. False: it holds nothing but other events, and took nothing. */
  push(event: WireEvent): boolean;
  /** The last event; there is always room for it. Readers get what is queued, then this, then the end. */
  end(event: WireEvent): void;
  readonly size: number;
  /** The reader has seen everything and waits for more. */
  isWaiting(): boolean;
  /** Pieces of audio given up so far. */
  readonly droppedAudio: number;
}

/** One writer, one reader; never more than `capacity` events and the last one. */
export function createEventQueue(capacity: number): EventQueue {
  const events: WireEvent[] = [];
  let droppedAudio = 0;
  let ended = false;
  let wake: ((result: IteratorResult<WireEvent, undefined>) => void) | undefined;

  /** A waiting reader has found the queue empty, so it gets the event at once. */
  function add(event: WireEvent): void {
    if (wake === undefined) {
      events.push(event);
      return;
    }
    const deliver = wake;
    wake = undefined;
    deliver({ done: false, value: event });
  }

  function take(): Promise<IteratorResult<WireEvent, undefined>> {
    const event = events.shift();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      wake = resolve;
    });
  }

  return {
    push(event) {
      if (ended) return false;
      if (events.length >= capacity) {
        const oldest = events.findIndex(({ type }) => type === 'audio');
        if (oldest === -1) return false;
        events.splice(oldest, 1);
        droppedAudio += 1;
      }
      add(event);
      return true;
    },
    end(event) {
      if (ended) return;
      ended = true;
      add(event);
    },
    isWaiting: () => wake !== undefined,
    get size() {
      return events.length;
    },
    get droppedAudio() {
      return droppedAudio;
    },
    // By hand: an async generator costs two more microtasks an event.
    [Symbol.asyncIterator]: () => ({ next: take }),
  };
}
