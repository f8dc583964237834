import type { MessagePort } from 'node:worker_threads';
import { createBoundedQueue } from '../kit/bounded-queue.ts';
import { ownBuffersOf } from '../kit/buffer-bin.ts';
import { processNowMs } from '../kit/clock.ts';
import type { EngineClient } from '../line/engine.ts';
import { type FaultCode, MediaFault } from '../line/fault.ts';
import type { JobMessage, PoolLink, ResultMessage } from './protocol.ts';

export interface EngineUse<Job> {
  readonly engine: string;
  /** What a job is counted as; the engine's name unless told. */
  readonly kind?: (job: Job) => string;
  /** Smaller is sooner. */
  readonly priority: (job: Job) => number;
  /** What the job costs beside others, about milliseconds; the least loaded thread gets it. */
  readonly weight: (job: Job) => number;
  /** The sample arrays of a job are moved to the engine and empty from then on; copied unless told. */
  readonly moves?: boolean;
  /** A job unanswered for this long is given up, be it running or waiting. */
  readonly timeoutMs: number;
}

/** One thread's side of a pool. */
export interface PoolClient {
  engine<Job, Result>(use: EngineUse<Job>): EngineClient<Job, Result>;
  /** A host is gone, and with it what it was asked for. */
  lose(index: number, reason: string): void;
  /** A host that was lost has a successor. */
  replace(index: number, port: MessagePort): void;
  /** Weight of all that waits or runs on the pool. */
  readonly load: number;
}

interface Pending {
  readonly host: number;
  readonly onMessage: (message: ResultMessage) => void;
}

/** Results of one job that may wait to be read; an engine gives a few dozen at most. */
const resultCapacity = 1024;

export function createPoolClient(link: PoolLink): PoolClient {
  const ports: (MessagePort | undefined)[] = [...link.ports];
  const pending = new Map<number, Pending>();
  let nextId = 1;

  const failAll = (host: number, code: FaultCode, message: string): void => {
    for (const [id, job] of pending) if (job.host === host) job.onMessage({ id, kind: 'failure', code, message });
  };
  const lose = (host: number, reason: string): void => {
    const port = ports[host];
    ports[host] = undefined;
    failAll(host, 'engine_died', reason);
    port?.close();
  };
  const attach = (port: MessagePort, host: number): void => {
    port.on('message', (message: ResultMessage) => pending.get(message.id)?.onMessage(message));
    port.on('close', () => {
      if (ports[host] === port) lose(host, 'the thread that ran the model ended');
    });
  };
  link.ports.forEach(attach);

  /** What all clients together have waiting or running on a host. */
  const loadOf = (host: number): number => {
    let sum = 0;
    for (let at = host; at < link.load.length; at += ports.length) sum += Atomics.load(link.load, at);
    return sum;
  };
  const ownLoadAt = (host: number): number => link.row * ports.length + host;

  /** The living carrier of an engine with the least to do. Throws `engine_died` while there is none. */
  const leastLoaded = (engine: string): { host: number; port: MessagePort } => {
    let best: { host: number; port: MessagePort } | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const host of link.carriers[engine] ?? []) {
      const port = ports[host];
      const load = port === undefined ? Number.POSITIVE_INFINITY : loadOf(host);
      if (port === undefined || load >= least) continue;
      best = { host, port };
      least = load;
    }
    if (best === undefined) throw new MediaFault('engine_died', `every thread that runs ${engine} is being restarted`);
    return best;
  };

  return {
    engine: (use) => ({
      async *run(job, signal) {
        if (signal.aborted) return;
        const { host, port } = leastLoaded(use.engine);
        const weight = use.weight(job);
        const id = nextId++;
        const aborted = new Int32Array(new SharedArrayBuffer(4));
        const results = createBoundedQueue<ResultMessage>(resultCapacity, 'close');
        const abort = (): void => {
          Atomics.store(aborted, 0, 1);
          results.end();
        };
        let over = false;
        const watchdog = setTimeout(() => {
          const message = `${use.engine} did not answer in ${use.timeoutMs} ms`;
          pending.get(id)?.onMessage({ id, kind: 'failure', code: 'job_timeout', message });
        }, use.timeoutMs);
        pending.set(id, {
          host,
          onMessage(message) {
            results.push(message);
            over ||= message.kind !== 'result';
            // A slow reader does not mean that a finished engine hangs.
            if (!over) return void watchdog.refresh();
            clearTimeout(watchdog);
            results.end();
          },
        });
        signal.addEventListener('abort', abort, { once: true });
        Atomics.add(link.load, ownLoadAt(host), weight);
        try {
          const { engine } = use;
          const kind = use.kind?.(job) ?? engine;
          const askedMs = processNowMs();
          const message: JobMessage = { id, engine, kind, job, askedMs, priority: use.priority(job), aborted };
          port.postMessage(message, use.moves ? ownBuffersOf(job) : []);
          for await (const result of results) {
            if (signal.aborted || result.kind === 'end') return;
            if (result.kind === 'failure') throw new MediaFault(result.code, result.message);
            yield result.value as never;
          }
          if (signal.aborted) return;
          throw new MediaFault('engine_overloaded', `${use.engine} gave results faster than they were read`);
        } finally {
          Atomics.store(aborted, 0, 1);
          clearTimeout(watchdog);
          signal.removeEventListener('abort', abort);
          pending.delete(id);
          Atomics.sub(link.load, ownLoadAt(host), weight);
        }
      },
    }),
    lose,
    replace(index, port) {
      lose(index, 'the thread that ran the model was replaced');
      ports[index] = port;
      attach(port, index);
    },
    get load() {
      return ports.reduce((sum, _, host) => sum + loadOf(host), 0);
    },
  };
}
