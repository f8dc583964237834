import type { WireEvent } from '../line/wire.ts';

/** Events of a stream that its reader has not received yet. */
export interface EventQueue extends AsyncIterable<WireEvent> {
  /**
   * Appends an event; a full queue drops its oldest audio first. Returns false without appending if it has ended, or is
   * full without audio.
   */
  push(event: WireEvent): boolean;
  /**
   * Adds the last event, for which there is always room. Readers receive the queued events, then this one, then the
   * end.
   */
  end(event: WireEvent): void;
  /** Removes the queued events and returns them. */
  drain(): readonly WireEvent[];
  readonly size: number;
  /** Whether the reader has received everything and waits for more. */
  isWaiting(): boolean;
  /** Number of audio events dropped so far. */
  readonly droppedAudio: number;
}

class Queue implements EventQueue {
  droppedAudio = 0;
  private wake: ((result: IteratorResult<WireEvent, undefined>) => void) | undefined;
  private ended = false;
  private readonly capacity: number;
  private readonly events: WireEvent[] = [];

  constructor(capacity: number) {
    this.wake = undefined;
    this.capacity = capacity;
  }

  push(event: WireEvent): boolean {
    if (this.ended) return false;
    if (this.events.length >= this.capacity) {
      const oldest = this.events.findIndex(({ type }) => type === 'audio');
      if (oldest === -1) return false;
      this.events.splice(oldest, 1);
      this.droppedAudio += 1;
    }
    this.add(event);
    return true;
  }

  end(event: WireEvent): void {
    if (this.ended) return;
    this.ended = true;
    this.add(event);
  }

  drain(): readonly WireEvent[] {
    return this.events.splice(0);
  }

  isWaiting(): boolean {
    return this.wake !== undefined;
  }

  get size(): number {
    return this.events.length;
  }

  // Written by hand: an async generator costs two more microtasks an event.
  [Symbol.asyncIterator](): AsyncIterator<WireEvent, undefined> {
    return { next: () => this.take() };
  }

  /** A waiting reader has found the queue empty, so the event is delivered to it directly. */
  private add(event: WireEvent): void {
    const deliver = this.wake;
    if (deliver === undefined) {
      this.events.push(event);
      return;
    }
    this.wake = undefined;
    deliver({ done: false, value: event });
  }

  private take(): Promise<IteratorResult<WireEvent, undefined>> {
    const event = this.events.shift();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}

/** Queue for one writer and one reader with at most `capacity` events, plus the last one. */
export const createEventQueue = (capacity: number): EventQueue => new Queue(capacity);
