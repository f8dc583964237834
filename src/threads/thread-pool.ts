import { Worker } from 'node:worker_threads';
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts';
import type { Work, WorkAnswer, WorkRequest } from './messages.ts';
import { ThreadFault } from './thread-fault.ts';

export interface ThreadPoolOptions {
  /** The module of a thread, which calls `serveWork`. */
  readonly module: URL;
  readonly threads: number;
  readonly limits: FairQueueLimits;
  /** Time for one piece of work, after which its thread is ended. */
  readonly limitMs: number;
  /** JavaScript heap of a thread. */
  readonly heapMb: number;
  /** Time without work after which a thread ends. It starts again with the next work. */
  readonly idleMs: number;
  readonly onEnded: (reason: string) => void;
}

export interface WorkOptions {
  readonly organisation: string;
  /** Ends the work, also while it runs. */
  readonly signal?: AbortSignal | undefined;
  /** Memory that the argument takes while it waits, in the unit of the pool's limits. */
  readonly weight?: number;
}

export interface ThreadPool<W extends Work> {
  /**
   * Runs a function on a thread. Throws what the function threw, the signal's reason, or a `ThreadFault`. Organisations
   * take turns.
   */
  run<K extends keyof W & string>(
    name: K,
    argument: Parameters<W[K]>[0],
    options: WorkOptions,
  ): Promise<ReturnType<W[K]>>;
  /** Ends all threads; unfinished work fails. Idempotent. */
  close(): Promise<void>;
}

interface Task {
  readonly request: WorkRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  running: { readonly owner: string; readonly task: Task; readonly limit: NodeJS.Timeout } | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** V8's young generation; without a limit it takes 48 MB before the first collection. */
const youngMb = 12;

/** Threads for work of the control plane that would hold its event loop. */
export function createThreadPool<W extends Work>(options: ThreadPoolOptions): ThreadPool<W> {
  const { limitMs, heapMb, onEnded } = options;
  const queue = createFairQueue<Task>(options.limits);
  const threads = new Set<Thread>();
  let isClosed = false;

  function start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb };
    // The flags of the process refer to its own entry, not to this module.
    const worker = new Worker(options.module, { execArgv: [], resourceLimits });
    // A pool with no work keeps no process alive; an unfinished request does.
    worker.unref();
    const thread: Thread = { worker, running: undefined, idle: undefined };
    threads.add(thread);
    worker.on('message', (answer: WorkAnswer) => finish(thread, answer));
    worker.on('error', (error: Error & { code?: string }) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const code = isFull ? 'work_too_large' : 'work_died';
      end(thread, new ThreadFault(code, isFull ? `takes more than ${heapMb} MB` : error.message));
    });
    worker.on('exit', () => end(thread, new ThreadFault('work_died', 'the thread ended')));
    return thread;
  }

  function finish(thread: Thread, answer: WorkAnswer): void {
    const { running } = thread;
    if (running === undefined) return;
    clearTimeout(running.limit);
    thread.running = undefined;
    queue.release(running.owner);
    if (answer.kind === 'done') running.task.resolve(answer.value);
    else running.task.reject(answer.error);
    next();
    if (thread.running === undefined) {
      thread.idle = setTimeout(() => void remove(thread), options.idleMs);
      thread.idle.unref();
    }
  }

  /** Ends a thread and what it runs. */
  function end(thread: Thread, reason: unknown): void {
    if (!threads.has(thread)) return;
    const { running } = thread;
    void remove(thread);
    if (running === undefined) return;
    clearTimeout(running.limit);
    queue.release(running.owner);
    running.task.reject(reason);
    if (reason instanceof ThreadFault) onEnded(reason.message);
    next();
  }

  function remove(thread: Thread): Promise<unknown> {
    threads.delete(thread);
    clearTimeout(thread.idle);
    return thread.worker.terminate();
  }

  /** Gives waiting work to idle threads, and starts missing ones. */
  function next(): void {
    for (;;) {
      const idle = [...threads].find(({ running }) => running === undefined);
      if (isClosed || (idle === undefined && threads.size >= options.threads)) return;
      const taken = queue.take();
      if (taken === undefined) return;
      const thread = idle ?? start();
      clearTimeout(thread.idle);
      const tooLong = new ThreadFault('work_too_long', `takes more than ${limitMs / 1000} s`);
      const limit = setTimeout(() => end(thread, tooLong), limitMs);
      thread.running = { owner: taken.owner, task: taken.item, limit };
      try {
        thread.worker.postMessage(taken.item.request);
      } catch (error) {
        // The argument cannot be cloned.
        finish(thread, { kind: 'threw', error });
      }
    }
  }

  /** Removes the task from the queue, or ends the thread that runs it. */
  function abort(owner: string, task: Task, reason: unknown): void {
    const thread = [...threads].find(({ running }) => running?.task === task);
    if (thread !== undefined) return end(thread, reason);
    queue.remove(owner, task);
    task.reject(reason);
  }

  return {
    async run(name, argument, { organisation, signal, weight }) {
      signal?.throwIfAborted();
      if (isClosed) throw new ThreadFault('work_stopped', 'the server is shutting down');
      let onAbort = (): void => {};
      try {
        return (await new Promise<unknown>((resolve, reject) => {
          const task: Task = { request: { name, argument }, resolve, reject };
          if (!queue.push(organisation, task, weight))
            throw new ThreadFault('work_refused', 'too much work is waiting');
          onAbort = () => abort(organisation, task, signal?.reason);
          signal?.addEventListener('abort', onAbort, { once: true });
          next();
        })) as ReturnType<W[typeof name]>;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    async close() {
      isClosed = true;
      const stopped = () => new ThreadFault('work_stopped', 'the server is shutting down');
      for (const task of queue.clear()) task.reject(stopped());
      const ending = [...threads].map((thread) => {
        thread.running?.task.reject(stopped());
        clearTimeout(thread.running?.limit);
        return remove(thread);
      });
      await Promise.all(ending);
    },
  };
}
