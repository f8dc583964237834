/** A thread that processes audio: its own wire server and the whole line of its calls. */
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { taskFolder } from '../../../models/locate.ts';
import { synthesiserOf } from '../../engines/clients.ts';
import { createEngineFailures } from '../../engines/fallback.ts';
import { poolName, type SpeechTask } from '../../engines/pooled.ts';
import type { EngineHost } from '../../engines/spec.ts';
import { createPoolClient, type PoolClient } from '../../inference/client.ts';
import { createOpenSession } from '../../inference/session.ts';
import { openBufferBin } from '../../kit/buffer-bin.ts';
import { pause, systemClock } from '../../kit/clock.ts';
import { createRemote } from '../../kit/remote.ts';
import { createScope } from '../../kit/scope.ts';
import type { AgentEvent, AgentRequest } from '../../line/agent.ts';
import { MediaFault } from '../../line/fault.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, TurnJob, TurnResult, Utterance } from '../../line/speech.ts';
import type { CallPlan, StreamDialect, StreamRequest, SupervisionPlan } from '../../ports.ts';
import { planBatches, unmeasuredPlan } from '../../vad/batch-plan.ts';
import { measureBatches } from '../../vad/measure-batches.ts';
import { createVoiceActivity } from '../../vad/silero.ts';
import { openVoiceNet } from '../../vad/voice-net.ts';
import { createMetronome } from '../../wire/metronome.ts';
import { openWireServer, type WireServer, type WireStream } from '../../wire/server.ts';
import { defaultLimits, type TransportLimits } from '../../wire/transport.ts';
import { type Call, holdCall } from '../call.ts';
import { createFallbackShelf } from '../dialogue/spoken-fallbacks.ts';
import type { CallEquipment } from '../equipment.ts';
import { holdSupervision, type SupervisedCall, type Supervisor } from '../supervision/supervisor.ts';
import { jobKindOf, recognitionTiming, shedAfterMs, slackMs } from './job-timing.ts';
import { watchLateness } from './loop-lateness.ts';
import { remotePorts } from './port-crossing.ts';
import { createRtpLines, type RtpLines } from './rtp-lines.ts';
import type { MainOffer, MediaThreadConfig, MediaThreadOffer, VoiceDetectorStatus } from './thread-protocol.ts';
import { warmUp } from './warm-up.ts';

/** Includes the wait in the queue; a later result is useless to a caller. The pool notices a hung thread sooner. */
const modelTimeoutMs = 8000;
/** The agent engine may wait for a language model; its own limits are shorter. */
const agentTimeoutMs = 20_000;
const beatMs = 10;
/** Time for the goodbye of a call that is ending, then for storing the rest. */
const farewellMs = 5000;
const lastWriteMs = 2000;

const config = workerData as MediaThreadConfig;
const scope = createScope();
/** Aborted when the thread stops accepting calls. */
const accepting = scope.child();
const calls = new Map<string, Call>();
/** Streams of people who listen to calls, by session. */
const supervisors = new Map<string, Supervisor>();
const log = (message: string, detail: Readonly<Record<string, unknown>>): void => main.tell('log', { message, detail });

/** Kind under which the metrics count jobs that nobody waits for. */
const warmUpKind = 'warm_up';

const speechPool = createPoolClient(config.speechPool);
const agentPool = createPoolClient(config.agentPool);

/** Returns the pool whose threads run the engines of a host. */
const poolFor = (host: EngineHost): PoolClient => (host === 'model' ? speechPool : agentPool);

/** `kind` replaces the kind of all jobs in the metrics. Such jobs have no waiting caller, so none is shed. */
function engines(kind?: string) {
  const counted = kind === undefined ? {} : { kind: () => kind, shedAfterMs: () => undefined };
  const clients = <Client>(
    task: SpeechTask,
    from: readonly { readonly engine: string; readonly host: EngineHost }[],
    open: (pool: PoolClient, name: string) => Client,
  ): ReadonlyMap<string, Client> =>
    new Map(from.map(({ engine, host }) => [engine, open(poolFor(host), poolName(task, engine))]));
  return {
    recognisers: clients('recognise', config.available.recognisers, (pool, engine) =>
      pool.engine<RecogniseJob, Utterance>({
        engine,
        kind: jobKindOf,
        ...recognitionTiming,
        weight: (job) => 40 + Math.round((job.samples.length / job.rateHz) * 20),
        moves: true,
        timeoutMs: modelTimeoutMs,
        ...counted,
      }),
    ),
    speech: synthesiserOf(
      clients('speak', config.available.synthesisers, (pool, engine) =>
        pool.engine<SpeakJob, SpeakResult>({
          engine,
          kind: () => 'speak',
          slackMs: () => slackMs.speak,
          weight: (job) => 10 + job.text.length,
          timeoutMs: modelTimeoutMs,
          ...counted,
        }),
      ),
    ),
    endOfTurn: speechPool.engine<TurnJob, TurnResult>({
      engine: 'turn',
      slackMs: () => slackMs.verdict,
      shedAfterMs: () => shedAfterMs.verdict,
      weight: () => 80,
      moves: true,
      timeoutMs: modelTimeoutMs,
      ...counted,
    }),
    agent: agentPool.engine<AgentRequest, AgentEvent>({
      engine: 'brain',
      slackMs: () => 0,
      weight: () => 1,
      timeoutMs: agentTimeoutMs,
    }),
  };
}

let server: WireServer | undefined;
let telephones: RtpLines | undefined;
let beat: ReturnType<typeof createMetronome> | undefined;
let describeDetector = (): VoiceDetectorStatus => ({ ...unmeasuredPlan, runs: 0, steps: 0 });

const poolNamed = (name: 'speech' | 'brain'): PoolClient => (name === 'speech' ? speechPool : agentPool);

async function open(): Promise<{ port: number; driver: string }> {
  const openSession = createOpenSession({ providers: ['cpu'], gate: config.gate });
  const detector = await openVoiceNet(join(taskFolder(config.modelsDir, 'voiceActivity'), 'model.onnx'), openSession);
  const plan = planBatches(await measureBatches(detector, systemClock.nowMs));
  log('voice detector', { ...plan });
  const voiceActivity = createVoiceActivity(detector, plan);
  describeDetector = () => ({ ...plan, runs: voiceActivity.runs, steps: voiceActivity.steps });
  const metronome = createMetronome({ clock: systemClock, periodMs: beatMs });
  beat = metronome;
  scope.defer(() => metronome.close());
  scope.defer(
    metronome.accompany({
      tick() {
        voiceActivity.beat().catch((error: unknown) => log('voice activity failed', { error: String(error) }));
      },
    }),
  );
  const models = engines();
  const equipment: CallEquipment = {
    clock: systemClock,
    metronome,
    voiceActivity,
    ...models,
    fallbacks: createFallbackShelf(models.speech),
    available: config.available,
    failures: createEngineFailures(systemClock.nowMs),
    ports,
    supervision: {
      heard: (callUuid, rateHz, stereo) =>
        main.tell('heard', { callUuid, rateHz, stereo }, [stereo.buffer as ArrayBuffer]),
      caption: (callUuid, caption) => main.tell('caption', { callUuid, caption }),
      released: (callUuid) => main.tell('released', { callUuid }),
    },
    bin: await openBufferBin(),
    log,
  };
  const opened = await openWireServer<CallPlan | SupervisionPlan>({
    driver: config.driver,
    host: config.host,
    port: config.port,
    sharePort: config.sharePort,
    audioSocketPort: config.audioSocketPort,
    limits: connectionLimits(config),
    claim,
    passOn: async (token, dialect) => (dialect === 'listen' ? undefined : ports.plans.passOn?.(token, dialect)),
    onStream(stream, plan) {
      if (plan.kind === 'supervision') supervise(stream, plan);
      else hold(stream, plan, equipment);
    },
    log,
  });
  server = opened;
  if (config.rtp !== undefined) {
    telephones = createRtpLines({
      ...config.rtp,
      clock: systemClock,
      metronome,
      async claim(token) {
        const plan = await claim(token, 'sip');
        return plan?.kind === 'supervision' ? undefined : plan;
      },
      onStream: (stream, plan) => hold(stream, plan, equipment),
      onClosed: (id, reason, report) => main.tell('rtpClosed', { id, reason, report }),
    });
  }
  scope.defer(watchLateness((lateMs) => main.tell('late', { lateMs })));
  warmUp({ ...engines(warmUpKind), available: config.available }, config.speechPool.ports.length, scope.signal)
    .catch((error: unknown) => log('failed to warm up a model', { error: String(error) }))
    .finally(() => main.tell('warm', null));
  return { port: opened.port, driver: opened.driver };
}

function hold(stream: WireStream, plan: CallPlan, equipment: CallEquipment): void {
  const call = holdCall(stream, plan, equipment, scope.child());
  calls.set(plan.callUuid, call);
  void call.over.finally(() => calls.delete(plan.callUuid));
}

function supervise(stream: WireStream, plan: SupervisionPlan): void {
  const { callUuid: id } = plan;
  const call: SupervisedCall = {
    join: (_, callUuid) => main.ask('joinCall', { id, callUuid }),
    leave: (_, lost) => main.tell('leaveCall', { id, lost }),
    voice: (_, samples) => main.tell('voice', { id, samples }, [samples.buffer as ArrayBuffer]),
  };
  const trouble = (error: unknown): void => log('error on the stream of a listener', { id, error: String(error) });
  const supervisor = holdSupervision(stream, plan, { call, log: ports.log, trouble }, scope.child());
  supervisors.set(id, supervisor);
  void supervisor.over.finally(() => supervisors.delete(id));
}

/** One address may be a proxy's, so it may use half of the waiting sockets. */
function connectionLimits({ maxStreams, maxWaitingStreams }: MediaThreadConfig): Partial<TransportLimits> {
  return {
    ...(maxStreams === undefined ? {} : { maxConnections: maxStreams }),
    ...(maxWaitingStreams === undefined
      ? {}
      : {
          waitingInAll: maxWaitingStreams,
          waitingPerAddress: Math.min(defaultLimits.waitingPerAddress, Math.ceil(maxWaitingStreams / 2)),
        }),
  };
}

/** A closing thread reports overload without spending the token, so the provider may try elsewhere. */
async function claim(
  token: string,
  dialect: StreamDialect,
  request?: StreamRequest,
): Promise<CallPlan | SupervisionPlan | undefined> {
  if (accepting.signal.aborted) throw new MediaFault('engine_overloaded', 'this server is closing');
  return dialect === 'listen' ? ports.plans.claimSupervision(token) : ports.plans.claim(token, dialect, request);
}

/** Resolves when every call has ended and then `others`, or after `graceMs`. */
async function callsOver(graceMs: number, others?: () => Promise<unknown>): Promise<void> {
  const deadline = new AbortController();
  const all = Promise.all([...calls.values()].map((call) => call.over)).then(others);
  await Promise.race([all, pause(systemClock, graceMs, deadline.signal)]);
  deadline.abort();
}

/** Resolves when neither another server nor two people need this thread, which has no call any more. */
const relaysOver = () => Promise.all([server?.relaysOver(), telephones?.linesOver()]);

async function close(drainMs: number): Promise<void> {
  accepting.abort('closing');
  await callsOver(drainMs, relaysOver);
  for (const call of calls.values()) call.end('shutdown');
  await callsOver(farewellMs);
  await server?.close();
  telephones?.close();
  await callsOver(lastWriteMs);
  await scope.close('shutdown');
}

const offer: MediaThreadOffer = {
  open,
  end({ callUuid, reason }) {
    calls.get(callUuid)?.end(reason);
    supervisors.get(callUuid)?.end(reason);
  },
  listen: ({ callUuid, on }) => calls.get(callUuid)?.supervised?.listen(on),
  takeOver: ({ callUuid, id, person }) => calls.get(callUuid)?.supervised?.takeOver(id, person) ?? 'gone',
  handBack: ({ callUuid, id, lost }) => calls.get(callUuid)?.supervised?.handBack(id, lost),
  voice: ({ callUuid, id, samples }) => calls.get(callUuid)?.supervised?.voice(id, samples),
  tell: ({ callUuid, text }) => calls.get(callUuid)?.supervised?.tell(text) ?? false,
  heard: ({ id, stereo }) => supervisors.get(id)?.heard(stereo),
  caption: ({ id, caption }) => supervisors.get(id)?.caption(caption),
  speaks: ({ id, on }) => supervisors.get(id)?.speaks(on),
  stopListening: ({ id, reason }) => supervisors.get(id)?.end(reason),
  lost: ({ pool, index, reason }) => poolNamed(pool).lose(index, reason),
  replaced: ({ pool, index, port }) => poolNamed(pool).replace(index, port),
  stats: () => ({
    calls: calls.size,
    driver: server?.driver ?? 'none',
    voiceDetector: describeDetector(),
    latenessMs: {
      p50: beat?.lateness.p50Ms ?? 0,
      p99: beat?.lateness.p99Ms ?? 0,
      max: beat?.lateness.maxMs ?? 0,
    },
  }),
  rtpOpen: async ({ id }) => telephones?.open(id),
  rtpStart: async ({ id, token, agreement, start }) => (await telephones?.start(id, token, agreement, start)) ?? false,
  rtpBegin: async ({ id, agreement, start }) => telephones?.begin(id, agreement, start) ?? false,
  rtpConnect: async ({ id, other }) => telephones?.connect(id, other) ?? false,
  rtpUpdate: ({ id, agreement }) => telephones?.update(id, agreement),
  rtpKey: ({ id, digit }) => telephones?.key(id, digit),
  rtpEnd: ({ id, reason }) => telephones?.end(id, reason),
  close: ({ drainMs }) => close(drainMs),
};

const main = createRemote<MainOffer>(parentPort as MessagePort, offer);
const ports = remotePorts(main);
