/** Streams of this process by session: those whose token was claimed, and those in progress. */
export interface ClaimedStreams<T> {
  /** Returns false, and adds nothing, while too many have not begun. */
  add(sessionUuid: string, value: T): boolean;
  get(sessionUuid: string): T | undefined;
  begin(sessionUuid: string): void;
  remove(sessionUuid: string): void;
  values(): T[];
  /** Removes streams that have not begun in time, and returns their sessions. */
  expire(): string[];
}

export interface ClaimedStreamsOptions {
  readonly beginWithinMs: number;
  /** Maximum number of streams that have not begun. */
  readonly mostWaiting: number;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** The media plane does not report streams that end before they begin, so these have a time limit. */
export function createClaimedStreams<T>(options: ClaimedStreamsOptions): ClaimedStreams<T> {
  const { beginWithinMs, mostWaiting, nowMs } = options;
  const streams = new Map<string, T>();
  /** When streams that have not begun were claimed, oldest first. */
  const waiting = new Map<string, number>();

  return {
    add(sessionUuid, value) {
      if (waiting.size >= mostWaiting) return false;
      streams.set(sessionUuid, value);
      waiting.set(sessionUuid, nowMs());
      return true;
    },
    get: (sessionUuid) => streams.get(sessionUuid),
    begin: (sessionUuid) => void waiting.delete(sessionUuid),
    remove(sessionUuid) {
      streams.delete(sessionUuid);
      waiting.delete(sessionUuid);
    },
    values: () => [...streams.values()],
    expire() {
      const claimedBeforeMs = nowMs() - beginWithinMs;
      const late = [...waiting].filter(([, claimedMs]) => claimedMs <= claimedBeforeMs).map(([uuid]) => uuid);
      for (const uuid of late) {
        streams.delete(uuid);
        waiting.delete(uuid);
      }
      return late;
    },
  };
}
