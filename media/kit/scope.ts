import { setMaxListeners } from 'node:events';

/**
 * A lifetime: server, call or reply. Aborting a scope also aborts its children. Closing one additionally runs its
 * deferred functions in reverse order.
 */
export interface Scope {
  readonly signal: AbortSignal;
  /** Aborts all work of the scope. Idempotent; the first reason is kept. */
  abort(reason: string): void;
  /**
   * Registers a clean-up function for `close`; runs it at once if the scope is already closed. Returns a function that
   * unregisters it.
   */
  defer(undo: () => void | Promise<void>): () => void;
  child(): Scope;
  /**
   * Aborts, then runs all clean-up functions of this scope and its children. Idempotent and awaited. Throws what a
   * clean-up function threw.
   */
  close(reason?: string): Promise<void>;
}

export function createScope(parent?: Scope): Scope {
  const controller = new AbortController();
  // A server's scope has a listener for every call, and a call's for every job. Their number is bounded elsewhere.
  setMaxListeners(0, controller.signal);
  const undos = new Set<{ readonly run: () => void | Promise<void> }>();
  let closing: Promise<void> | undefined;

  const scope: Scope = {
    signal: controller.signal,
    abort(reason) {
      if (!controller.signal.aborted) controller.abort(reason);
    },
    defer(undo) {
      const entry = { run: undo };
      if (closing === undefined) undos.add(entry);
      else void undo();
      return () => undos.delete(entry);
    },
    child: () => createScope(scope),
    close(reason = 'closed') {
      closing ??= closeNow(reason);
      return closing;
    },
  };

  async function closeNow(reason: string): Promise<void> {
    scope.abort(reason);
    detach();
    const failures: unknown[] = [];
    for (const undo of [...undos].reverse()) {
      undos.delete(undo);
      try {
        await undo.run();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'closing failed');
  }

  let detach = (): void => {};
  if (parent !== undefined) {
    const follow = (): void => scope.abort(String(parent.signal.reason));
    if (parent.signal.aborted) follow();
    else parent.signal.addEventListener('abort', follow, { once: true });
    const forget = parent.defer(() => scope.close());
    detach = () => {
      parent.signal.removeEventListener('abort', follow);
      forget();
    };
  }
  return scope;
}
