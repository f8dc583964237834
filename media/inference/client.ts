import type { MessagePort } from 'node:worker_threads';
import { createBoundedQueue } from '../kit/bounded-queue.ts';
import { ownBuffersOf } from '../kit/buffer-bin.ts';
import { processNowMs } from '../kit/clock.ts';
import type { EngineClient } from '../line/engine.ts';
import { type FaultCode, MediaFault } from '../line/fault.ts';
import { createHostLoad } from './host-load.ts';
import { createHosts } from './hosts.ts';
import { createJobTimers } from './job-timers.ts';
import { type ClientMessage, type JobMessage, jobFlags, type PoolLink, type ResultMessage } from './protocol.ts';
import { createWaitingJobs, type WaitingJob } from './waiting-jobs.ts';

export interface EngineUse<Job> {
  readonly engine: string;
  /** Metrics label of a job; the engine's name by default. */
  readonly kind?: (job: Job) => string;
  /** Time in ms that a job can wait. Its due time is its start time plus this. */
  readonly slackMs: (job: Job) => number;
  /** Whether hosts other than the engine's home may run a job while those are busy; true by default. */
  readonly spills?: (job: Job) => boolean;
  /** Maximum wait in ms for a free host, after which the job fails with `job_shed`; unlimited by default. */
  readonly shedAfterMs?: (job: Job) => number | undefined;
  /** Relative cost of a job, roughly in milliseconds. The least loaded thread runs it. */
  readonly weight: (job: Job) => number;
  /** Whether a job's sample arrays are transferred to the engine and empty afterwards; copied by default. */
  readonly moves?: boolean;
  /** Maximum time in ms without a response before a job fails, whether running or waiting. */
  readonly timeoutMs: number;
}

/** A thread's client of an engine pool. */
export interface PoolClient {
  engine<Job, Result>(use: EngineUse<Job>): EngineClient<Job, Result>;
  /** Fails all jobs on a host that has ended. */
  lose(index: number, reason: string): void;
  /** Attaches the successor of a lost host. */
  replace(index: number, port: MessagePort): void;
  /** Total weight of the jobs that wait or run on the pool. */
  readonly load: number;
}

/** Maximum number of unread results per job; an engine produces a few dozen at most. */
const resultCapacity = 1024;
/** With more waiting jobs the pool is minutes behind, so refusing is better. */
const waitingCapacity = 512;

/**
 * Jobs wait in the client rather than on a host, so that the next free host runs the most urgent one: a host receives
 * only as many jobs as it runs at once.
 */
export function createPoolClient(link: PoolLink): PoolClient {
  /** Message handlers by job id. */
  const pending = new Map<number, (message: ResultMessage) => void>();
  const waiting = createWaitingJobs(waitingCapacity);
  const load = createHostLoad(link);
  const hosts = createHosts(link, load);
  let nextId = 1;

  const fail = (id: number, code: FaultCode, message: string): void =>
    pending.get(id)?.({ id, kind: 'failure', code, message });

  const stranded = (engine: string): MediaFault =>
    new MediaFault('engine_died', `every thread that runs ${engine} is being restarted`);

  function lose(host: number, reason: string): void {
    const { port, jobs } = hosts.lose(host);
    for (const id of jobs) fail(id, 'engine_died', reason);
    for (const { abandon } of waiting.takeStranded(hosts.isStranded)) abandon();
    port?.close();
    dispatch();
  }
  const attach = (port: MessagePort, host: number): void => {
    port.on('message', (message: ResultMessage) => {
      const isOver = message.kind !== 'result' && hosts.ended(host, message.id);
      pending.get(message.id)?.(message);
      if (isOver) dispatch();
    });
    port.on('close', () => {
      if (hosts.portOf(host) === port) lose(host, 'the thread that ran the model ended');
    });
  };
  link.ports.forEach(attach);

  const dispatch = (): void => waiting.dispatch(hosts.freeFor);

  return {
    engine: (use) => ({
      async *run(job, signal) {
        if (signal.aborted) return;
        const { engine } = use;
        if (hosts.isStranded(engine)) throw stranded(engine);
        const id = nextId++;
        const flag = createJobFlag();
        const results = createBoundedQueue<ResultMessage>(resultCapacity, 'close');
        let sentTo: MessagePort | undefined;
        let over = false;
        let isServed = false;
        /** A job that waits for the network has to be woken; one that has its thread to itself looks at the flag. */
        const giveUp = (): void => {
          const isFirst = flag.set(isServed && !signal.aborted ? jobFlags.served : jobFlags.dropped);
          if (isFirst && !over && link.concurrency > 1) sentTo?.postMessage({ abort: id } satisfies ClientMessage);
        };
        const abort = (): void => {
          giveUp();
          results.end();
        };
        const limits = { engine, timeoutMs: use.timeoutMs, shedAfterMs: use.shedAfterMs?.(job) };
        const timers = createJobTimers(limits, (code, message) => fail(id, code, message));
        pending.set(id, (message) => {
          results.push(message);
          over ||= message.kind !== 'result';
          if (!over) return timers.resulted();
          timers.over();
          results.end();
        });
        signal.addEventListener('abort', abort, { once: true });
        const loaded = load.add(hosts.firstOf(engine), use.weight(job));
        const askedMs = processNowMs();
        const dueMs = askedMs + use.slackMs(job);
        const queued: WaitingJob = {
          engine,
          dueMs,
          spills: use.spills?.(job) ?? true,
          send(host) {
            timers.sent();
            loaded.move(host);
            hosts.begun(host, id);
            const kind = use.kind?.(job) ?? engine;
            const message: JobMessage = { id, engine, kind, job, askedMs, dueMs, aborted: flag.memory };
            sentTo = hosts.portOf(host);
            sentTo?.postMessage(message, use.moves ? ownBuffersOf(job) : []);
          },
          abandon: () => fail(id, 'engine_died', stranded(engine).message),
        };
        try {
          if (!waiting.add(queued)) throw new MediaFault('engine_overloaded', `${waitingCapacity} jobs are waiting`);
          dispatch();
          for await (const result of results) {
            isServed = result.kind !== 'failure';
            if (signal.aborted || result.kind === 'end') return;
            if (result.kind === 'failure') throw faultOf(result);
            yield result.value as never;
          }
          if (signal.aborted) return;
          throw new MediaFault('engine_overloaded', `${engine} returned results faster than they were read`);
        } finally {
          giveUp();
          timers.clear();
          signal.removeEventListener('abort', abort);
          pending.delete(id);
          waiting.remove(queued);
          loaded.remove();
        }
      },
    }),
    lose,
    replace(index, port) {
      lose(index, 'the thread that ran the model was replaced');
      hosts.replace(index, port);
      attach(port, index);
      dispatch();
    },
    get load() {
      return link.ports.reduce((sum, _, host) => sum + load.of(host), 0);
    },
  };
}

/** The flag by which a host sees that a job is no longer wanted. */
function createJobFlag() {
  const memory = new Int32Array(new SharedArrayBuffer(4));
  return {
    memory,
    /** Returns false if it was set before. */
    set: (flag: number): boolean => Atomics.compareExchange(memory, 0, jobFlags.wanted, flag) === jobFlags.wanted,
  };
}

const faultOf = ({ code, message, retryAfterMs }: ResultMessage & { readonly kind: 'failure' }): Error =>
  new MediaFault(code, message, retryAfterMs === undefined ? {} : { retryAfterMs });
