/** The thread that owns the models: loads engines, then runs the most urgent job that is not cancelled. */

import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type BufferBin, openBufferBin, ownBuffersOf } from '../kit/buffer-bin.ts';
import { processNowMs } from '../kit/clock.ts';
import { collectGarbage } from '../kit/collect.ts';
import { invariant } from '../kit/invariant.ts';
import type { CreateEngine, Engine, JobSignal } from '../line/engine.ts';
import { isFault } from '../line/fault.ts';
import { createWakeableSignal } from './job-signal.ts';
import {
  type ClientMessage,
  type HostData,
  type HostMessage,
  type HostOpening,
  type HostReport,
  type JobMessage,
  type JobTimes,
  jobFlags,
  type ResultMessage,
} from './protocol.ts';
import { createSchedule } from './schedule.ts';
import { createOpenSession, type ModelProvider } from './session.ts';

/** With more waiting jobs the thread is minutes behind, so refusing is better. */
const capacity = 512;
/** Interval at which finished jobs are reported to the pool, and an idle thread shows progress. */
const reportEveryMs = 250;

interface Waiting extends JobMessage {
  readonly client: MessagePort;
  readonly signal: JobSignal;
  /** Its answer is complete, or it was not run. */
  readonly over: () => void;
}

const config = workerData as HostData;
const pool = parentPort as MessagePort;
const report = (message: HostOpening | HostReport): void => pool.postMessage(message);

const progressed = (): void => void Atomics.add(config.progress, config.index, 1);

/** Returns the Linux thread id, read from the link "<pid>/task/<tid>". */
function threadNumber(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return undefined;
  }
}

/** Lowers the thread's priority by `niceness`, from that of the process. */
function yieldToAudio(thread: number | undefined, niceness: number): void {
  if (niceness === 0 || thread === undefined) return;
  try {
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // Some sandboxes forbid this; the thread then keeps its priority.
  }
}

async function loadEngines(thread: number | undefined): Promise<Map<string, Engine<unknown, unknown>>> {
  const models: ModelProvider[] = [];
  const open = createOpenSession({
    providers: config.providers,
    packedFolders: config.packedFolders,
    gate: config.gate,
    onOpened: (opened) => void models.push(opened),
    onStep: progressed,
  });
  const engines = new Map<string, Engine<unknown, unknown>>();
  for (const spec of config.engines) {
    const loaded = (await import(spec.module)) as {
      createEngine: CreateEngine<unknown, unknown, unknown>;
    };
    engines.set(spec.name, await loaded.createEngine(spec.config, open));
  }
  report({ kind: 'ready', models, thread });
  return engines;
}

/** A thread that runs one job at a time receives no message while it does: only the shared flag reaches it. */
function signalOf(aborted: Int32Array): { readonly signal: JobSignal; readonly wake?: () => void } {
  if (config.concurrency > 1) return createWakeableSignal(aborted);
  return {
    signal: {
      get aborted() {
        return Atomics.load(aborted, 0) !== jobFlags.wanted;
      },
    },
  };
}

type Engines = ReadonlyMap<string, Engine<unknown, unknown>>;

const answer = (job: Waiting, message: ResultMessage): void => job.client.postMessage(message);
const fail = (job: Waiting, error: unknown): void =>
  answer(job, {
    id: job.id,
    kind: 'failure',
    code: isFault(error) ? error.code : 'engine_died',
    message: error instanceof Error ? error.message : String(error),
    ...(isFault(error) && error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
  });

async function runJob(engines: Engines, job: Waiting): Promise<void> {
  const { signal } = job;
  try {
    const engine = engines.get(job.engine);
    invariant(engine !== undefined, `no engine named ${job.engine}`);
    for await (const value of engine.run(job.job, signal)) {
      progressed();
      if (signal.aborted) break;
      // Transferred rather than copied: the engine gives up ownership of its results.
      job.client.postMessage({ id: job.id, kind: 'result', value } satisfies ResultMessage, ownBuffersOf(value));
    }
    answer(job, { id: job.id, kind: 'end' });
    collectGarbage();
  } catch (error) {
    fail(job, error);
  }
}

function serve(engines: Engines, bin: BufferBin): (message: HostMessage) => void {
  const schedule = createSchedule<Waiting>(capacity);
  let running = 0;
  let done: JobTimes[] = [];

  setInterval(() => {
    // A job that has the thread to itself must show progress; concurrent jobs may be waiting for the network.
    if (running === 0 || config.concurrency > 1) progressed();
    if (done.length > 0) report({ kind: 'done', jobs: done });
    done = [];
  }, reportEveryMs);

  let pumpDue = false;
  /** Selects in a separate macrotask, so that all messages received meanwhile are considered. */
  function pumpSoon(): void {
    if (pumpDue) return;
    pumpDue = true;
    setImmediate(pump);
  }

  function pump(): void {
    pumpDue = false;
    while (running < config.concurrency) {
      const { job, stale } = schedule.next();
      for (const unwanted of stale) {
        bin.empty(unwanted.job);
        unwanted.over();
        answer(unwanted, { id: unwanted.id, kind: 'end' });
      }
      if (job === undefined) return;
      running += 1;
      progressed();
      const startMs = processNowMs();
      void runJob(engines, job).finally(() => {
        running -= 1;
        progressed();
        job.over();
        bin.empty(job.job);
        done.push({
          kind: job.kind,
          dropped: Atomics.load(job.aborted, 0) === jobFlags.dropped,
          waitedMs: startMs - job.askedMs,
          ranMs: processNowMs() - startMs,
        });
        pumpSoon();
      });
    }
  }

  function accept(client: MessagePort): void {
    const wakes = new Map<number, () => void>();
    client.on('message', (message: ClientMessage) => {
      if ('abort' in message) return wakes.get(message.abort)?.();
      const { id, aborted } = message;
      const { signal, wake } = signalOf(aborted);
      if (wake !== undefined) wakes.set(id, wake);
      const job: Waiting = { ...message, client, signal, over: () => void wakes.delete(id) };
      if (schedule.add(job)) return pumpSoon();
      job.over();
      answer(job, { id, kind: 'failure', code: 'engine_overloaded', message: `${capacity} jobs are waiting` });
    });
  }

  return (message) => {
    if (message.kind === 'client') return accept(message.port);
    void Promise.all([...engines.values()].map((engine) => engine.close())).finally(() => process.exit(0));
  };
}

const thread = threadNumber();
yieldToAudio(thread, config.niceness);
// Ports sent while models load stay queued until a listener is attached.
Promise.all([loadEngines(thread), openBufferBin()]).then(
  ([engines, bin]) => pool.on('message', serve(engines, bin)),
  (error: unknown) => {
    const code = isFault(error) ? error.code : 'model_unreadable';
    report({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  },
);
