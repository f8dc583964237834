import { taskModels } from '../../../models/manifest.ts';
import { setKernels } from '../../dsp/kernels/forms.ts';
import { describeEngines } from '../../engines/available.ts';
import { enginesOf } from '../../engines/registry.ts';
import type { EnginePool } from '../../inference/pool.ts';
import type { ModelProvider } from '../../inference/session.ts';
import { pause, systemClock } from '../../kit/clock.ts';
import { endOutsideNative } from '../../kit/native-gate.ts';
import type { Remote } from '../../kit/remote.ts';
import { createScope, type Scope } from '../../kit/scope.ts';
import type { CallEndReason, MediaPorts, SupervisorText } from '../../ports.ts';
import { createSpeculationTally, type SpeculationTally } from '../dialogue/speculation.ts';
import type { RefusalReason } from './admission.ts';
import { type AdmissionControl, createAdmissionControl } from './admission-control.ts';
import { openPools } from './engine-pools.ts';
import type { MediaConfig, MediaStatus } from './media-config.ts';
import { endThread, loseCalls, type MediaThread, startMediaThread } from './media-thread-handle.ts';
import { createRtpHandles, type RtpHandles } from './rtp-handles.ts';
import { createSupervisionHub, type ListenedCall, type SupervisionHub } from './supervision-hub.ts';
import type { MediaThreadOffer, ThreadStats } from './thread-protocol.ts';

export interface MediaServer {
  readonly port: number;
  readonly driver: string;
  status(): Promise<MediaStatus>;
  /**
   * Reserves a slot for a call whose stream is about to be opened. Returns the reason if there is none. May be called
   * again for the same call. The server checks again when the stream arrives later than providers usually take.
   */
  reserve(callUuid: string): RefusalReason | undefined;
  /** Rated number of calls by admission control; `Infinity` if it sets no limit. */
  slots(): number;
  /** Ends a call. Returns false if no such call is in progress. */
  endCall(callUuid: string, reason: CallEndReason): boolean;
  /** People who listen to calls of this server. */
  readonly supervision: Pick<SupervisionHub, 'takeOver' | 'handBack'>;
  /**
   * Passes a text to the agent of a call, to say or to follow. Resolves to false if the agent cannot, and to undefined
   * if no such call is in progress.
   */
  tellAgent(callUuid: string, text: SupervisorText): Promise<boolean | undefined>;
  /** Telephone lines; requires `rtp` in the configuration. */
  readonly telephones: Pick<RtpHandles, 'open' | 'connect'>;
  /** Stops accepting calls, waits up to `drainMs` for those in progress, then ends them. */
  close(options: { readonly drainMs: number }): Promise<void>;
}

const reopenDelayMs = [500, 2000, 5000];

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
  // Must precede the start of threads, because each reads the setting only once.
  config.log('kernels', { ...setKernels(config.kernels ?? 'auto') });
  const speechEngines = config.speechEngines ?? enginesOf(config.speechServers);
  const available = await describeEngines(speechEngines, config);
  const [speechPool, agentPool] = await openPools(config, speechEngines, scope);
  const admission = createAdmissionControl({ limits: config.admission, jobs: () => speechPool.jobs, log: config.log });
  scope.defer(() => admission.close());
  const threads: MediaThread[] = [];
  const supervision = createSupervisionHub((callUuid) => {
    const thread = threads.find((candidate) => candidate.calls.has(callUuid));
    return thread && listenedCall(thread.remote, callUuid);
  });
  const speculation = createSpeculationTally();
  const telephones = createRtpHandles(threads);
  let port = config.port;
  let driver = '';

  async function openThread(index: number): Promise<void> {
    const thread = startMediaThread({
      config,
      ports,
      index,
      port,
      available,
      speechPool,
      agentPool,
      admission,
      speculation,
      supervision,
      onRtpClosed: ({ id, reason, report }) => telephones.closed(id, reason, report),
    });
    threads[index] = thread;
    const opened = await thread.remote.ask('open', null);
    port = opened.port;
    driver = opened.driver;
    thread.worker.once('exit', () => {
      if (scope.signal.aborted) return;
      thread.leave();
      telephones.lost(thread);
      loseCalls(thread, { ports, admission, supervision }, 'fault');
      admission.forgetThread(index);
      void reopenThread(index);
    });
  }

  /** Retries until the thread is back: the cause of the failure may be temporary. */
  async function reopenThread(index: number): Promise<void> {
    for (let attempt = 0; !scope.signal.aborted; attempt++) {
      config.log('restarting a media thread', { index });
      try {
        return await openThread(index);
      } catch (error) {
        config.log('failed to start a media thread', { index, error: String(error) });
        const thread = threads[index] as MediaThread;
        thread.leave();
        await endOutsideNative(thread.worker, thread.gate, 0);
        await pause(systemClock, reopenDelayMs[Math.min(attempt, reopenDelayMs.length - 1)] as number, scope.signal);
      }
    }
  }

  scope.defer(async () => {
    await Promise.all(threads.map((thread) => endThread(thread, { ports, admission, supervision })));
  });
  for (let index = 0; index < config.mediaThreads; index++) await openThread(index);

  return {
    port,
    driver,
    async status() {
      const results = await Promise.allSettled(threads.map((thread) => thread.remote.ask('stats', null)));
      // A thread that is restarting has no calls.
      const stats = results.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      return describe({ config, driver, speechPool, agentPool, admission, speculation }, stats);
    },
    reserve: (callUuid) => admission.reserve(callUuid),
    slots() {
      const { automatic = false, maxCalls } = config.admission ?? {};
      return automatic || maxCalls !== undefined ? admission.status.ratedCalls : Number.POSITIVE_INFINITY;
    },
    endCall(callUuid, reason) {
      const thread = threads.find((candidate) => candidate.calls.has(callUuid));
      if (thread === undefined) admission.leave(callUuid);
      thread?.remote.tell('end', { callUuid, reason });
      return thread !== undefined;
    },
    supervision,
    telephones,
    async tellAgent(callUuid, text) {
      const thread = threads.find((candidate) => candidate.calls.has(callUuid));
      return thread?.remote.ask('tell', { callUuid, text }).catch(() => undefined);
    },
    async close({ drainMs }) {
      await Promise.all(threads.map((thread) => thread.remote.ask('close', { drainMs }).catch(() => {})));
      await scope.close('shutdown');
    },
  };
}

const listenedCall = (remote: Remote<MediaThreadOffer>, callUuid: string): ListenedCall => ({
  listen: (on) => remote.ask('listen', { callUuid, on }),
  takeOver: (id, person) => remote.ask('takeOver', { callUuid, id, person }),
  handBack: (id, lost) => remote.tell('handBack', { callUuid, id, lost }),
  voice: (id, samples) => remote.tell('voice', { callUuid, id, samples }, [samples.buffer as ArrayBuffer]),
});

interface Described {
  readonly config: MediaConfig;
  readonly driver: string;
  readonly speechPool: EnginePool;
  readonly agentPool: EnginePool;
  readonly admission: AdmissionControl;
  readonly speculation: SpeculationTally;
}

/** Runs on the media threads, where one step for all calls costs less than a round trip to a GPU. */
const voiceDetector: ModelProvider = {
  model: `${taskModels.voiceActivity}/model.onnx`,
  provider: 'cpu',
  partly: false,
  missed: [],
};

function describe(
  { config, driver, speechPool, agentPool, admission, speculation }: Described,
  stats: readonly ThreadStats[],
): MediaStatus {
  const worst = (pick: (lateness: ThreadStats['latenessMs']) => number): number =>
    Math.max(0, ...stats.map((thread) => pick(thread.latenessMs)));
  return {
    driver,
    activeCalls: stats.reduce((sum, thread) => sum + thread.calls, 0),
    brain: config.llm === undefined ? 'embedded' : 'openai',
    admission: admission.status,
    inference: {
      threads: speechPool.threads,
      providers: config.executionProviders,
      models: [voiceDetector, ...speechPool.models, ...agentPool.models],
      restarts: speechPool.restarts,
      queued: speechPool.load,
      jobs: speechPool.jobs,
      jobTotals: speechPool.jobTotals,
    },
    voiceDetectors: stats.map((thread) => thread.voiceDetector),
    speculation: speculation.report,
    latenessMs: { p50: worst((l) => l.p50), p99: worst((l) => l.p99), max: worst((l) => l.max) },
  };
}
