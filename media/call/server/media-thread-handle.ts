import type { Worker } from 'node:worker_threads';
import type { AvailableSpeech } from '../../engines/available.ts';
import type { EnginePool } from '../../inference/pool.ts';
import type { PoolNews } from '../../inference/pool-clients.ts';
import { createNativeGate, endOutsideNative, type NativeGate } from '../../kit/native-gate.ts';
import { createRemote, type Remote } from '../../kit/remote.ts';
import { startThread, youngMb } from '../../kit/thread.ts';
import { MediaFault } from '../../line/fault.ts';
import type { CallEndReason, CallPlan, MediaPorts, SessionRef } from '../../ports.ts';
import type { SpeculationTally } from '../dialogue/speculation.ts';
import { sessionOf } from '../session.ts';
import type { AdmissionControl } from './admission-control.ts';
import type { MediaConfig } from './media-config.ts';
import { offerPorts } from './port-crossing.ts';
import type { Listener, SupervisionHub } from './supervision-hub.ts';
import type { MainOffer, MediaThreadConfig, MediaThreadOffer } from './thread-protocol.ts';

/** Time for a thread to close; afterwards it is terminated. */
const closeWithinMs = 10_000;

/** A media thread from the main thread's point of view. */
export interface MediaThread {
  readonly worker: Worker;
  readonly gate: NativeGate;
  readonly remote: Remote<MediaThreadOffer>;
  /** Sessions in progress on this thread by `callUuid`, with their start. */
  readonly calls: Map<string, { readonly session: SessionRef; readonly startedMs: number }>;
  /** Disconnects the thread from the engine pools. Idempotent. */
  leave(): void;
}

export interface ThreadOptions {
  readonly config: MediaConfig;
  readonly ports: MediaPorts;
  readonly index: number;
  readonly port: number;
  readonly available: AvailableSpeech;
  readonly speechPool: EnginePool;
  readonly agentPool: EnginePool;
  readonly admission: AdmissionControl;
  readonly speculation: SpeculationTally;
  readonly supervision: SupervisionHub;
  readonly onRtpClosed: MainOffer['rtpClosed'];
}

type LossOptions = Pick<ThreadOptions, 'ports' | 'admission' | 'supervision'>;

export function startMediaThread(options: ThreadOptions): MediaThread {
  const { config, ports, index, speechPool, agentPool, admission, supervision } = options;
  /** Listeners whose stream is on this thread. */
  const listening = new Set<string>();
  const newsOf = (pool: 'speech' | 'brain'): PoolNews => ({
    lost: (host, reason) => remote.tell('lost', { pool, index: host, reason }),
    replaced: (host, port) => remote.tell('replaced', { pool, index: host, port }, [port]),
  });
  const speechLink = speechPool.connect(newsOf('speech'));
  const agentLink = agentPool.connect(newsOf('brain'));
  const gate = createNativeGate();
  const workerData: MediaThreadConfig = {
    gate,
    index,
    host: config.host,
    port: options.port,
    sharePort: config.mediaThreads > 1,
    driver: config.driver,
    ...shareOf(config),
    ...(config.rtp === undefined ? {} : { rtp: config.rtp }),
    ...(config.audioSocketPort === undefined || index > 0 ? {} : { audioSocketPort: config.audioSocketPort }),
    modelsDir: config.modelsDir,
    providers: config.executionProviders,
    available: options.available,
    speechPool: speechLink,
    agentPool: agentLink,
  };
  const worker = startThread(new URL('./media-thread.js', import.meta.url), {
    workerData,
    transferList: [...speechLink.ports, ...agentLink.ports],
    resourceLimits: { maxYoungGenerationSizeMb: youngMb.some },
    name: `media-${index}`,
  });
  const calls: MediaThread['calls'] = new Map();
  const plans: MediaPorts['plans'] = {
    async claim(token, dialect, request) {
      const plan = await ports.plans.claim(token, dialect, request);
      return plan === undefined ? undefined : admitted(plan, ports, admission);
    },
    ...(ports.plans.passOn && { passOn: ports.plans.passOn }),
    claimSupervision: ports.plans.claimSupervision,
  };
  const log: MediaPorts['log'] = {
    append(session, event) {
      const { callUuid } = session;
      if (session.kind !== 'supervision') admission.event(callUuid, event);
      if (event.type === 'started') calls.set(callUuid, { session, startedMs: performance.now() });
      if (event.type === 'speculation') options.speculation.add(event.speculation);
      if (event.type === 'ended') {
        calls.delete(callUuid);
        options.supervision.callOver(callUuid);
      }
      ports.log.append(session, event);
    },
  };
  const offer: MainOffer = {
    ...offerPorts({ ...ports, plans, log }),
    late: ({ lateMs }) => admission.late(index, lateMs),
    warm: () => admission.warming(index, false),
    log: ({ message, detail }) => config.log(message, detail),
    joinCall: ({ id, callUuid }) => {
      listening.add(id);
      return supervision.join(id, callUuid, listenerOn(remote, id));
    },
    leaveCall({ id, lost }) {
      listening.delete(id);
      supervision.leave(id, lost);
    },
    voice: ({ id, samples }) => supervision.voice(id, samples),
    heard: ({ callUuid, rateHz, stereo }) => supervision.heard(callUuid, rateHz, stereo),
    caption: ({ callUuid, caption }) => supervision.caption(callUuid, caption),
    released: ({ callUuid }) => supervision.released(callUuid),
    rtpClosed: options.onRtpClosed,
  };
  admission.warming(index, true);
  const remote = createRemote<MediaThreadOffer>(worker, offer);
  worker.on('error', (error) => config.log('media thread failed', { index, error: String(error) }));
  const leave = (): void => {
    for (const id of listening) supervision.leave(id, true);
    listening.clear();
    speechPool.disconnect(speechLink);
    agentPool.disconnect(agentLink);
  };
  return { worker, gate, remote, calls, leave };
}

const listenerOn = (remote: Remote<MediaThreadOffer>, id: string): Listener => ({
  heard: (stereo) => remote.tell('heard', { id, stereo }),
  caption: (caption) => remote.tell('caption', { id, caption }),
  speaks: (on) => remote.tell('speaks', { id, on }),
  end: (reason) => remote.tell('stopListening', { id, reason }),
});

/** Splits the limits equally: the system distributes connections evenly among the threads. */
function shareOf({ maxStreams, maxWaitingStreams, mediaThreads }: MediaConfig) {
  const share = (all: number): number => Math.max(1, Math.floor(all / mediaThreads));
  return {
    ...(maxStreams === undefined ? {} : { maxStreams: share(maxStreams) }),
    ...(maxWaitingStreams === undefined ? {} : { maxWaitingStreams: share(maxWaitingStreams) }),
  };
}

/** Returns the plan if the call has a slot or gets one now. Otherwise ends the call and throws `engine_overloaded`. */
function admitted(plan: CallPlan, ports: MediaPorts, admission: AdmissionControl): CallPlan {
  const refusal = admission.claim(plan.callUuid);
  if (refusal === undefined) return plan;
  ports.log.append(sessionOf(plan), { type: 'ended', atMs: 0, reason: 'over_capacity', wallMs: Date.now() });
  throw new MediaFault('engine_overloaded', `the server accepts no more calls: ${refusal}`);
}

/**
 * Terminates a thread. It must close its listener first, because uWebSockets.js aborts the process when its loop is
 * torn down.
 */
export async function endThread(thread: MediaThread, options: LossOptions): Promise<void> {
  const closed = thread.remote.ask('close', { drainMs: 0 }).catch(() => {});
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())]);
  await endOutsideNative(thread.worker, thread.gate, closeWithinMs);
  loseCalls(thread, options, 'shutdown');
}

/** Ends all calls of a dead thread; each end is reported once. */
export function loseCalls(
  thread: MediaThread,
  { ports, admission, supervision }: LossOptions,
  reason: CallEndReason,
): void {
  for (const { session, startedMs } of thread.calls.values()) {
    const atMs = Math.round(performance.now() - startedMs);
    ports.log.append(session, { type: 'ended', atMs, reason, wallMs: Date.now() });
    ports.recordings.finish(session).catch(() => {});
    admission.leave(session.callUuid);
    supervision.callOver(session.callUuid);
  }
  thread.calls.clear();
}
