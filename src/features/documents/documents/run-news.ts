/** Wakes those who wait for progress of a document in this process. */
export interface News {
  tell(documentUuid: string): void;
  /** Resolves on progress, after `withinMs` at the latest, and when the signal aborts. */
  of(documentUuid: string, withinMs: number, signal: AbortSignal): Promise<void>;
}

export function createNews(): News {
  const waiting = new Map<string, Set<() => void>>();
  return {
    tell(documentUuid) {
      for (const wake of waiting.get(documentUuid) ?? []) wake();
    },
    of: (documentUuid, withinMs, signal) =>
      new Promise((resolve) => {
        const listeners = waiting.get(documentUuid) ?? new Set();
        waiting.set(documentUuid, listeners);
        const wake = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          listeners.delete(wake);
          if (listeners.size === 0 && waiting.get(documentUuid) === listeners) waiting.delete(documentUuid);
          resolve();
        };
        const timer = setTimeout(wake, withinMs);
        signal.addEventListener('abort', wake, { once: true });
        listeners.add(wake);
        if (signal.aborted) wake();
      }),
  };
}
