import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { startThread } from '../kit/thread.ts';
import { MediaFault } from '../line/fault.ts';
import type { HostConfig, HostMessage, HostReport, PoolLink } from './protocol.ts';

export interface PoolOptions extends HostConfig {
  readonly name: string;
  readonly threads: number;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** Threads that run engines for the other threads. */
export interface EnginePool {
  readonly threads: number;
  /** A way in for one thread; the link and its ports are transferred to it. `onReplace` hands on a successor's port. */
  connect(onReplace: (index: number, port: MessagePort) => void): PoolLink;
  /** The thread that had this link has ended, and what it had asked for with it. Idempotent. */
  disconnect(link: PoolLink): void;
  /** Replaces a thread that hangs: what it was doing fails, the rest goes on. */
  restart(index: number): void;
  readonly restarts: number;
  /** Weight of what waits or runs. */
  readonly load: number;
  close(): Promise<void>;
}

interface Slot {
  worker: Worker;
  ready: boolean;
}

/** A thread that keeps dying is started again with growing pauses, never in a tight loop. */
const restartDelayMs = [0, 500, 2000, 5000];
/** Threads that use one pool at a time. */
const maxClients = 64;
/** A thread that does not end by itself in this time is ended. */
const closeWithinMs = 2000;

/** Starts the threads and waits until all have their engines. Throws `model_missing`, `model_unreadable`. */
export async function openEnginePool(options: PoolOptions): Promise<EnginePool> {
  const hostConfig: HostConfig = {
    engines: options.engines,
    providers: options.providers,
    concurrency: options.concurrency,
    niceness: options.niceness,
  };
  const load = new Int32Array(new SharedArrayBuffer(4 * options.threads * maxClients));
  /** By row of `load`. */
  const clients = new Map<number, { link: PoolLink; onReplace: (index: number, port: MessagePort) => void }>();
  const slots: Slot[] = [];
  let restarts = 0;
  let failuresInARow = 0;
  let closing = false;

  const send = (worker: Worker, message: HostMessage, transfer: MessagePort[] = []): void =>
    worker.postMessage(message, transfer);

  async function start(index: number): Promise<void> {
    const worker = startThread(new URL('./host.ts', import.meta.url), import.meta.url, {
      workerData: hostConfig,
      name: `${options.name}-${index}`,
    });
    const slot: Slot = { worker, ready: false };
    slots[index] = slot;
    const report = await new Promise<HostReport>((resolve) => {
      worker.once('message', resolve);
      worker.once('error', (error) => resolve({ kind: 'failed', code: 'engine_died', message: String(error) }));
      worker.once('exit', (code) =>
        resolve({ kind: 'failed', code: 'engine_died', message: `thread ended with ${code}` }),
      );
    });
    if (report.kind === 'failed') throw new MediaFault(report.code, report.message);
    for (const fallback of report.fallbacks) options.log('execution provider not available', fallback);
    slot.ready = true;
    failuresInARow = 0;
    worker.on('error', (error) =>
      options.log('engine thread failed', { pool: options.name, index, error: String(error) }),
    );
    worker.once('exit', () => {
      if (!closing && slots[index] === slot) void revive(index);
    });
  }

  async function revive(index: number): Promise<void> {
    restarts += 1;
    options.log('engine thread is started again', { pool: options.name, index });
    const delayMs = restartDelayMs[Math.min(failuresInARow, restartDelayMs.length - 1)] as number;
    failuresInARow += 1;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (closing) return;
    try {
      await start(index);
    } catch (error) {
      options.log('engine thread did not start', { pool: options.name, index, error: String(error) });
      return revive(index);
    }
    for (const { onReplace } of clients.values()) {
      const channel = new MessageChannel();
      send((slots[index] as Slot).worker, { kind: 'client', port: channel.port1 }, [channel.port1]);
      onReplace(index, channel.port2);
    }
  }

  function freeRow(): number {
    for (let row = 0; row < maxClients; row++) if (!clients.has(row)) return row;
    throw new Error(`more than ${maxClients} threads use the pool ${options.name}`);
  }

  async function end(worker: Worker): Promise<void> {
    // One that has ended already says so no more.
    if (worker.threadId === -1) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    send(worker, { kind: 'close' });
    const timer = setTimeout(() => void worker.terminate(), closeWithinMs);
    await ended;
    clearTimeout(timer);
  }

  const started = await Promise.allSettled(Array.from({ length: options.threads }, (_, index) => start(index)));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    closing = true;
    await Promise.all(slots.map(({ worker }) => worker.terminate()));
    throw failed.reason;
  }

  return {
    threads: options.threads,
    connect(onReplace) {
      const row = freeRow();
      const ports = slots.map((slot) => {
        const channel = new MessageChannel();
        send(slot.worker, { kind: 'client', port: channel.port1 }, [channel.port1]);
        return channel.port2;
      });
      const link: PoolLink = { ports, load, row };
      clients.set(row, { link, onReplace });
      return link;
    },
    disconnect(link) {
      const { row } = link;
      if (clients.get(row)?.link !== link) return;
      clients.delete(row);
      for (let host = 0; host < options.threads; host++) Atomics.store(load, row * options.threads + host, 0);
    },
    restart(index) {
      const slot = slots[index];
      if (slot?.ready !== true) return;
      slot.ready = false;
      void slot.worker.terminate();
    },
    get restarts() {
      return restarts;
    },
    get load() {
      return load.reduce((sum, weight) => sum + weight, 0);
    },
    async close() {
      if (closing) return;
      closing = true;
      await Promise.all(slots.map(({ worker }) => end(worker)));
    },
  };
}
