import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { type EnginePool, openEnginePool, type PoolNews } from '../inference/pool.ts';
import { pause, systemClock } from '../kit/clock.ts';
import { createRemote, type Remote } from '../kit/remote.ts';
import { createScope, type Scope } from '../kit/scope.ts';
import { startThread } from '../kit/thread.ts';
import type { BrainConfig } from '../line/brain.ts';
import type { CallEndReason, MediaPorts } from '../ports.ts';
import type { MainOffer, MediaThreadConfig, MediaThreadOffer, ThreadStats } from './thread-protocol.ts';

export interface MediaConfig {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly driver: 'auto' | 'uws' | 'ws';
  readonly mediaThreads: number;
  readonly inferenceThreads: number;
  readonly modelsDir: string;
  readonly executionProviders: readonly string[];
  readonly llm?: { readonly baseUrl: string; readonly apiKey?: string; readonly model: string };
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

export interface MediaStatus {
  readonly driver: string;
  readonly activeCalls: number;
  readonly brain: 'openai' | 'embedded';
  readonly inference: {
    readonly threads: number;
    readonly providers: readonly string[];
    readonly restarts: number;
    /** Weight of what waits or runs, about milliseconds. */
    readonly queued: number;
  };
  /** How late the beat that paces audio comes, worst thread. */
  readonly latenessMs: { readonly p50: number; readonly p99: number; readonly max: number };
}

export interface MediaServer {
  readonly port: number;
  readonly driver: string;
  status(): Promise<MediaStatus>;
  /** False when no such call is in progress. */
  endCall(callUuid: string, reason: CallEndReason): boolean;
  /** Takes no more calls, lets those in progress finish for `drainMs`, then ends them. */
  close(options: { readonly drainMs: number }): Promise<void>;
}

/** A thread that does not close in this time is ended all the same. */
const closeWithinMs = 10_000;
const reopenDelayMs = [500, 2000, 5000];

interface MediaThread {
  readonly worker: Worker;
  readonly remote: Remote<MediaThreadOffer>;
  /** Calls in progress on this thread, with when they began. */
  readonly calls: Map<string, number>;
  /** Its engines forget it. Idempotent. */
  leave(): void;
}

/** Opens the engine pools, then the media threads. Throws `model_missing`, `model_unreadable`, `port_in_use`. */
export async function openMediaServer(config: MediaConfig, ports: MediaPorts): Promise<MediaServer> {
  const scope = createScope();
  try {
    return await open(config, ports, scope);
  } catch (error) {
    await scope.close('did not open');
    throw error;
  }
}

async function open(config: MediaConfig, ports: MediaPorts, scope: Scope): Promise<MediaServer> {
  const [speechPool, brainPool] = await openPools(config, scope);
  const threads: MediaThread[] = [];
  let port = config.port;
  let driver = '';

  async function openThread(index: number): Promise<void> {
    const thread = startMediaThread({ config, ports, index, port, speechPool, brainPool });
    threads[index] = thread;
    const opened = await thread.remote.ask('open', null);
    port = opened.port;
    driver = opened.driver;
    thread.worker.once('exit', () => {
      if (scope.signal.aborted) return;
      thread.leave();
      loseCalls(thread, ports, 'fault');
      void reopenThread(index);
    });
  }

  /** Tries until the thread is back: whatever kept it from starting may pass. */
  async function reopenThread(index: number): Promise<void> {
    for (let attempt = 0; !scope.signal.aborted; attempt++) {
      config.log('media thread is started again', { index });
      try {
        return await openThread(index);
      } catch (error) {
        config.log('media thread did not start', { index, error: String(error) });
        const thread = threads[index] as MediaThread;
        thread.leave();
        await thread.worker.terminate();
        await pause(systemClock, reopenDelayMs[Math.min(attempt, reopenDelayMs.length - 1)] as number, scope.signal);
      }
    }
  }

  scope.defer(async () => {
    await Promise.all(threads.map((thread) => endThread(thread, ports)));
  });
  for (let index = 0; index < config.mediaThreads; index++) await openThread(index);

  return {
    port,
    driver,
    async status() {
      const asked = await Promise.allSettled(threads.map((thread) => thread.remote.ask('stats', null)));
      // A thread that is being started again has no calls.
      const stats = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      return describe(config, driver, speechPool, stats);
    },
    endCall(callUuid, reason) {
      const thread = threads.find((one) => one.calls.has(callUuid));
      thread?.remote.tell('end', { callUuid, reason });
      return thread !== undefined;
    },
    async close({ drainMs }) {
      await Promise.all(threads.map((thread) => thread.remote.ask('close', { drainMs }).catch(() => {})));
      await scope.close('shutdown');
    },
  };
}

/** A thread whose listener is open must close it first: uWebSockets.js aborts the process when its loop is torn down. */
async function endThread(thread: MediaThread, ports: MediaPorts): Promise<void> {
  const closed = thread.remote.ask('close', { drainMs: 0 }).catch(() => {});
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())]);
  await thread.worker.terminate();
  loseCalls(thread, ports, 'shutdown');
}

/** A thread that is gone takes its calls with it: each is told to have ended, once. */
function loseCalls(thread: MediaThread, ports: MediaPorts, reason: CallEndReason): void {
  for (const [callUuid, startedMs] of thread.calls) {
    const atMs = Math.round(performance.now() - startedMs);
    ports.log.append(callUuid, { type: 'ended', atMs, reason, wallMs: Date.now() });
    ports.recordings.finish(callUuid).catch(() => {});
  }
  thread.calls.clear();
}

async function openPools(config: MediaConfig, scope: Scope): Promise<[EnginePool, EnginePool]> {
  const room = (path: string): string => new URL(path, import.meta.url).href;
  const model = (role: string): { modelDir: string } => ({ modelDir: join(config.modelsDir, role) });
  const brainConfig: BrainConfig = {
    modelsDir: config.modelsDir,
    ...(config.llm === undefined ? {} : { llm: config.llm }),
  };
  const opened = await Promise.allSettled([
    openEnginePool({
      name: 'speech',
      threads: config.inferenceThreads,
      concurrency: 1,
      niceness: 5,
      providers: config.executionProviders,
      engines: [
        { name: 'recognise', module: room('../recogniser/engine.ts'), config: model('whisper-tiny.en') },
        { name: 'speak', module: room('../synthesiser/engine.ts'), config: model('hibari') },
        { name: 'turn', module: room('../turn/engine.ts'), config: model('smart-turn') },
      ],
      log: config.log,
    }),
    openEnginePool({
      name: 'brain',
      threads: 1,
      concurrency: 256,
      niceness: 0,
      providers: config.executionProviders,
      engines: [{ name: 'brain', module: room('../agent/engine.ts'), config: brainConfig }],
      log: config.log,
    }),
  ]);
  for (const result of opened) if (result.status === 'fulfilled') scope.defer(() => result.value.close());
  for (const result of opened) if (result.status === 'rejected') throw result.reason;
  return opened.map((result) => (result as PromiseFulfilledResult<EnginePool>).value) as [EnginePool, EnginePool];
}

interface ThreadOptions {
  readonly config: MediaConfig;
  readonly ports: MediaPorts;
  readonly index: number;
  readonly port: number;
  readonly speechPool: EnginePool;
  readonly brainPool: EnginePool;
}

function startMediaThread(options: ThreadOptions): MediaThread {
  const { config, ports, index, speechPool, brainPool } = options;
  const newsOf = (pool: 'speech' | 'brain'): PoolNews => ({
    lost: (host, reason) => remote.tell('lost', { pool, index: host, reason }),
    replaced: (host, port) => remote.tell('replaced', { pool, index: host, port }, [port]),
  });
  const speechLink = speechPool.connect(newsOf('speech'));
  const brainLink = brainPool.connect(newsOf('brain'));
  const workerData: MediaThreadConfig = {
    index,
    host: config.host,
    port: options.port,
    sharePort: config.mediaThreads > 1,
    driver: config.driver,
    modelsDir: config.modelsDir,
    providers: config.executionProviders,
    speechPool: speechLink,
    brainPool: brainLink,
  };
  const worker = startThread(new URL('./media-thread.ts', import.meta.url), import.meta.url, {
    workerData,
    transferList: [...speechLink.ports, ...brainLink.ports],
    name: `media-${index}`,
  });
  const calls: MediaThread['calls'] = new Map();
  const offer: MainOffer = {
    claim: ({ token, dialect }) => ports.plans.claim(token, dialect),
    event({ callUuid, event }) {
      if (event.type === 'started') calls.set(callUuid, performance.now());
      if (event.type === 'ended') calls.delete(callUuid);
      ports.log.append(callUuid, event);
    },
    record: ({ callUuid, rateHz, stereo }) => ports.recordings.write(callUuid, rateHz, stereo),
    recorded: ({ callUuid }) => ports.recordings.finish(callUuid),
    tool: ({ callUuid, name, args }) => ports.tools.run(callUuid, name, args),
    transfer: ({ callUuid, target, brief }) => ports.transfers.transfer(callUuid, target, brief),
    log: ({ message, detail }) => config.log(message, detail),
  };
  const remote = createRemote<MediaThreadOffer>(worker, offer);
  worker.on('error', (error) => config.log('media thread failed', { index, error: String(error) }));
  const leave = (): void => {
    speechPool.disconnect(speechLink);
    brainPool.disconnect(brainLink);
  };
  return { worker, remote, calls, leave };
}

function describe(config: MediaConfig, driver: string, pool: EnginePool, stats: readonly ThreadStats[]): MediaStatus {
  const worst = (pick: (lateness: ThreadStats['latenessMs']) => number): number =>
    Math.max(0, ...stats.map((thread) => pick(thread.latenessMs)));
  return {
    driver,
    activeCalls: stats.reduce((sum, thread) => sum + thread.calls, 0),
    brain: config.llm === undefined ? 'embedded' : 'openai',
    inference: {
      threads: pool.threads,
      providers: config.executionProviders,
      restarts: pool.restarts,
      queued: pool.load,
    },
    latenessMs: { p50: worst((l) => l.p50), p99: worst((l) => l.p99), max: worst((l) => l.max) },
  };
}
