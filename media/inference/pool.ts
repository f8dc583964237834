import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { createNativeGate, endOutsideNative, type NativeGate } from '../kit/native-gate.ts';
import { startThread, youngMb } from '../kit/thread.ts';
import { MediaFault } from '../line/fault.ts';
import { createPoolClient, type PoolClient } from './client.ts';
import { createHangWatch, type HangWatch } from './hang-watch.ts';
import { createJobHistory, type JobFigures, type JobTotals } from './job-times.ts';
import { createPoolClients, type PoolNews } from './pool-clients.ts';
import type { Carriers, HostConfig, HostData, HostMessage, HostOpening, HostReport, PoolLink } from './protocol.ts';
import type { ModelProvider } from './session.ts';
import { starvedMsOf } from './starvation.ts';

export interface PoolOptions extends HostConfig {
  readonly name: string;
  readonly threads: number;
  /** A thread without progress for this long counts as hung; 2 s by default. Time without a free core is excluded. */
  readonly hungAfterMs?: number;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** Threads that run engines for other threads. */
export interface EnginePool {
  readonly threads: number;
  /**
   * Creates a connection for one thread. The link and its ports are transferred to that thread; the caller forwards
   * `news` to it.
   */
  connect(news: PoolNews): PoolLink;
  /** Removes the link of a thread that has ended, including its load. Idempotent. */
  disconnect(link: PoolLink): void;
  /** Replaces a thread: its running jobs fail, others continue. */
  restart(index: number, reason: string): void;
  readonly restarts: number;
  /** Execution providers in use, one entry per model and provider. */
  readonly models: readonly ModelProvider[];
  /** Wait and run times of the last seconds, by kind of job. */
  readonly jobs: Readonly<Record<string, JobFigures>>;
  /** All jobs since the start, by kind. */
  readonly jobTotals: Readonly<Record<string, JobTotals>>;
  /** Total weight of waiting and running jobs. */
  readonly load: number;
  close(): Promise<void>;
}

/** Creates a client on the pool's own thread. */
export function connectHere(pool: EnginePool): PoolClient {
  let client: PoolClient;
  const link = pool.connect({
    lost: (index, reason) => client.lose(index, reason),
    replaced: (index, port) => client.replace(index, port),
  });
  client = createPoolClient(link);
  return client;
}

interface Slot {
  readonly gate: NativeGate;
  readonly worker: Worker;
  readonly watch: HangWatch;
  /** Linux thread id. */
  thread: number | undefined;
  models: readonly ModelProvider[];
  ready: boolean;
}

/** A thread that repeatedly dies is restarted with increasing delays. */
const restartDelayMs = [0, 500, 2000, 5000];
/** Time for a thread to exit by itself before it is terminated. */
const closeWithinMs = 2000;
/** Additional wait for a thread inside a native library; the longest legitimate run takes half a second. */
const leaveWithinMs = 10_000;
/** Models load in a second or two; a busy machine may need longer. */
const readyWithinMs = 60_000;
const watchEveryMs = 250;
/**
 * The longest legitimate step is the encoder's run over an utterance of 28 s: about 0.5 s of a core, 1.4 s of wall time
 * with three others on it (measured). Time without a core does not count, so standing still for this long is a hang.
 */
const defaultHungAfterMs = 2000;

/** Starts the threads and waits until all have loaded their engines. Throws `model_missing` or `model_unreadable`. */
export async function openEnginePool(options: PoolOptions): Promise<EnginePool> {
  const hostConfig: HostConfig = {
    engines: options.engines,
    providers: options.providers,
    packedFolders: options.packedFolders,
    concurrency: options.concurrency,
    niceness: options.niceness,
  };
  const carriers = carriersOf(options);
  const clients = createPoolClients(options, carriers);
  const progress = new Int32Array(new SharedArrayBuffer(4 * options.threads));
  const history = createJobHistory();
  const slots: Slot[] = [];
  let restarts = 0;
  let failuresInARow = 0;
  let closing = false;

  async function start(index: number): Promise<void> {
    const engines = options.engines.filter(({ name }) => isCarrier(carriers[name], index));
    const gate = createNativeGate();
    const workerData: HostData = { ...hostConfig, engines, index, progress, gate };
    const worker = startThread(new URL('./host.js', import.meta.url), {
      workerData,
      // Samples and tensors are outside of V8's heap.
      resourceLimits: { maxYoungGenerationSizeMb: youngMb.little },
      name: `${options.name}-${index}`,
    });
    const watch = createHangWatch(options.hungAfterMs ?? defaultHungAfterMs);
    const slot: Slot = { worker, gate, watch, thread: undefined, models: [], ready: false };
    slots[index] = slot;
    const report = await firstReport(slot);
    if (report.kind === 'failed') throw new MediaFault(report.code, report.message);
    slot.models = report.models;
    logProviders(options, report.models);
    slot.thread = report.thread;
    slot.ready = true;
    failuresInARow = 0;
    worker.on('message', ({ jobs }: HostReport) => history.add(jobs, performance.now()));
    worker.on('error', (error) =>
      options.log('engine thread failed', { pool: options.name, index, error: String(error) }),
    );
    worker.once('exit', () => giveUp(slot, index, 'the thread that ran the model ended'));
  }

  /** Notifies all clients that a thread is lost and starts its successor. Runs once per thread. */
  function giveUp(slot: Slot, index: number, reason: string): void {
    if (closing || !slot.ready) return;
    slot.ready = false;
    clients.lost(index, reason);
    // A thread inside a native library ends when it returns from it, if ever; the successor does not wait for that.
    void endOutsideNative(slot.worker, slot.gate, 0);
    void revive(index, reason);
  }

  const watching = setInterval(() => {
    for (const [index, slot] of slots.entries()) {
      if (!slot.ready) continue;
      const nowMs = performance.now();
      const starvedMs = starvedMsOf(slot.thread);
      if (!slot.watch.look({ nowMs, progress: Atomics.load(progress, index), starvedMs })) continue;
      giveUp(slot, index, 'the thread that ran the model hung');
    }
  }, watchEveryMs);

  async function revive(index: number, reason: string): Promise<void> {
    restarts += 1;
    options.log('restarting an engine thread', { pool: options.name, index, reason });
    const delayMs = restartDelayMs[Math.min(failuresInARow, restartDelayMs.length - 1)] as number;
    failuresInARow += 1;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (closing) return;
    try {
      await start(index);
    } catch (error) {
      options.log('failed to start an engine thread', { pool: options.name, index, error: String(error) });
      return revive(index, 'the thread did not start');
    }
    if (closing) return;
    clients.replaced(index, () => connectTo(slots[index] as Slot));
  }

  const started = await Promise.allSettled(Array.from({ length: options.threads }, (_, index) => start(index)));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    closing = true;
    clearInterval(watching);
    await Promise.all(slots.map(({ worker, gate }) => endOutsideNative(worker, gate, leaveWithinMs)));
    throw failed.reason;
  }

  return {
    threads: options.threads,
    connect(news) {
      return clients.add(news, slots.map(connectTo));
    },
    disconnect: clients.remove,
    restart(index, reason) {
      const slot = slots[index];
      if (slot !== undefined) giveUp(slot, index, reason);
    },
    get restarts() {
      return restarts;
    },
    get models() {
      const all = slots.flatMap(({ models }) => models);
      return [...new Map(all.map((entry) => [`${entry.model} ${entry.provider}`, entry])).values()];
    },
    get jobs() {
      return history.figures(performance.now());
    },
    get jobTotals() {
      return history.totals;
    },
    get load() {
      return clients.load;
    },
    async close() {
      if (closing) return;
      closing = true;
      clearInterval(watching);
      const ended = await Promise.all(slots.map(endSlot));
      if (ended.includes(false)) options.log('engine thread does not exit', { pool: options.name });
    },
  };
}

/**
 * Asks a thread to close its engines and exit, and terminates it if it does not. Returns false if it is still inside a
 * native library.
 */
async function endSlot({ worker, gate }: Slot): Promise<boolean> {
  // A thread that has already ended emits no further exit event.
  if (worker.threadId === -1) return true;
  const ended = new Promise<true>((resolve) => worker.once('exit', () => resolve(true)));
  worker.postMessage({ kind: 'close' } satisfies HostMessage);
  const timers: NodeJS.Timeout[] = [];
  const late = new Promise<false>((resolve) => timers.push(setTimeout(() => resolve(false), closeWithinMs)));
  const inTime = await Promise.race([ended, late]);
  for (const timer of timers) clearTimeout(timer);
  return inTime || endOutsideNative(worker, gate, leaveWithinMs);
}

/** Opens a port to a thread for one client. */
function connectTo({ worker }: Slot): MessagePort {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ kind: 'client', port: port1 } satisfies HostMessage, [port1]);
  return port2;
}

/** Logs which execution providers the models of a thread lack. */
function logProviders({ log }: PoolOptions, models: readonly ModelProvider[]): void {
  for (const { model, provider, partly, missed, unpacked } of models) {
    if (unpacked !== undefined) log('the threads do not share the weights of a model', { model, reason: unpacked });
    for (const other of missed) log('execution provider not available', { model, ...other, instead: provider });
    if (partly)
      log('a model runs only in part on its execution provider, often slower than on the CPU', { model, provider });
  }
}

const isCarrier = (carriers: Carriers | undefined, index: number): boolean =>
  carriers !== undefined && (carriers.home.includes(index) || carriers.spare.includes(index));

/** Returns the threads that run each engine. */
function carriersOf({ engines, threads }: PoolOptions): Readonly<Record<string, Carriers>> {
  const all = Array.from({ length: threads }, (_, index) => index);
  const lanes = 1 + Math.max(0, ...engines.map(({ lane = 0 }) => lane));
  const on = (lane: number | undefined): readonly number[] =>
    lane === undefined || threads < lanes ? all : all.filter((index) => index % lanes === lane);
  return Object.fromEntries(
    engines.map(({ name, lane, spills = false }) => {
      const home = on(lane);
      return [name, { home, spare: spills ? all.filter((index) => !home.includes(index)) : [] }];
    }),
  );
}

/** Waits for a thread's first message. A thread that sends none is terminated. */
function firstReport({ worker, gate }: Slot): Promise<HostOpening> {
  return new Promise((resolve) => {
    const died = (message: string): void => resolve({ kind: 'failed', code: 'engine_died', message });
    const timer = setTimeout(() => {
      died(`the thread was not ready in ${readyWithinMs} ms`);
      void endOutsideNative(worker, gate, 0);
    }, readyWithinMs);
    worker.once('message', (report: HostOpening) => {
      clearTimeout(timer);
      resolve(report);
    });
    worker.once('error', (error) => died(String(error)));
    worker.once('exit', (code) => {
      clearTimeout(timer);
      died(`thread ended with ${code}`);
    });
  });
}
