import { setMaxListeners } from 'node:events';

/**
 * A lifetime: server, call or reply. Aborting a scope aborts those inside it; closing one also undoes, in reverse
 * order, what was opened in it.
 */
export interface Scope {
  readonly signal: AbortSignal;
  /** Stop work now. Idempotent; the first reason stays. */
  abort(reason: string): void;
  /** What to undo when the scope closes; runs at once if it already has. The answer takes it back. */
  defer(undo: () => void | Promise<void>): () => void;
  child(): Scope;
  /** Aborts, then undoes everything deferred here and in the children. Idempotent and awaited. Throws what undoing threw. */
  close(reason?: string): Promise<void>;
}

export function createScope(parent?: Scope): Scope {
  const controller = new AbortController();
  // A server's scope holds every call, a call's every job: their number is bounded elsewhere, not by a listener count.
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
