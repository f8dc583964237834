import { type Call, holdCall } from '../../media/call/call.ts';
import { createFallbackShelf } from '../../media/call/dialogue/spoken-fallbacks.ts';
import type { SupervisionFeed } from '../../media/call/supervision/feed.ts';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import type { AckBehaviour } from '../../media/emulator/acks.ts';
import { createPlayout, type Playout } from '../../media/emulator/playout.ts';
import type { AvailableSpeech } from '../../media/engines/available.ts';
import { calibrationOf } from '../../media/engines/calibrations.ts';
import { createEngineFailures } from '../../media/engines/fallback.ts';
import { createBoundedQueue } from '../../media/kit/bounded-queue.ts';
import { type BufferBin, ownBuffersOf } from '../../media/kit/buffer-bin.ts';
import { createManualClock } from '../../media/kit/clock.ts';
import { createScope } from '../../media/kit/scope.ts';
import type { AgentEvent, AgentPlan, AgentRequest } from '../../media/line/agent.ts';
import type { EngineClient } from '../../media/line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, TurnJob, TurnResult, Utterance } from '../../media/line/speech.ts';
import type { VadStep } from '../../media/line/turn.ts';
import type { WireCommand, WireEvent } from '../../media/line/wire.ts';
import type { CallEvent, CallPlan, MediaPorts } from '../../media/ports.ts';
import type { VoiceActivity } from '../../media/vad/silero.ts';
import { createMetronome, type Ticker } from '../../media/wire/metronome.ts';
import type { WireStream } from '../../media/wire/server.ts';
import { taskModels } from '../../models/manifest.ts';

export const agentPlan: AgentPlan = {
  agentName: 'Ada',
  businessName: 'Bright Dental',
  greeting: 'Hello.',
  personaPrompt: '',
  guardrails: [],
  goals: [],
  knowledge: [],
  transferTargets: ['desk'],
  tools: [],
  languageCode: 'en-US',
  timezone: 'UTC',
  goodbye: 'Bye.',
  contact: {},
};

const scriptedVoice = {
  engine: 'scripted',
  provider: 'platform',
  host: 'model',
  sampleRatesHz: [8000, 16_000],
} as const;

/** One engine that recognises English and Hindi, and two voices. */
const scriptedSpeech: AvailableSpeech = {
  recognisers: [
    {
      engine: 'scripted',
      provider: 'platform',
      host: 'model',
      languages: ['en', 'hi'],
      sampleRatesHz: [8000, 16_000],
      partialResults: true,
      calibration: calibrationOf(taskModels.recognition),
    },
  ],
  synthesisers: [{ engine: 'scripted', host: 'model' }],
  voices: [
    { ...scriptedVoice, name: 'ava', gender: 'female', age: 'adult', description: 'One.', languageCodes: ['en-US'] },
    {
      ...scriptedVoice,
      name: 'asha',
      gender: 'female',
      age: 'adult',
      description: 'Two.',
      languageCodes: ['en-IN', 'hi-IN'],
    },
  ],
};

/** Detaches buffers at once, so that code reading an ended call's samples finds none. */
const bin: BufferBin = {
  empty(value) {
    structuredClone(null, { transfer: ownBuffersOf(value) });
  },
};

export interface ScriptedCallOptions {
  /** Response of the brain to each request. */
  readonly brain: (request: AgentRequest, signal: AbortSignal) => AsyncIterable<AgentEvent>;
  /** Recognised text of each final decode, in order. */
  readonly words?: readonly string[];
  readonly plan?: Partial<CallPlan>;
  readonly ports?: Partial<MediaPorts>;
  readonly supervision?: Partial<SupervisionFeed>;
  /** Whether the far end never acknowledges playout. */
  readonly deaf?: boolean;
  /** The far end plays audio and acknowledges in this way; otherwise it only acknowledges. */
  readonly acks?: AckBehaviour;
  readonly speech?: EngineClient<SpeakJob, SpeakResult>;
  readonly recognise?: EngineClient<RecogniseJob, Utterance>;
  /** Resources shared with other calls; separate by default. */
  readonly world?: ScriptedWorld;
  /** False if the stream's start never arrives. */
  readonly started?: boolean;
  /** The stream's description of messages that it ignored. */
  readonly ignored?: string;
}

/** Resources that a thread lends to its calls, with counts of those not yet returned. */
export type ScriptedWorld = ReturnType<typeof openScriptedWorld>;

export function openScriptedWorld(speech: EngineClient<SpeakJob, SpeakResult> = steadyVoice) {
  const clock = createManualClock(1000);
  const beat = createMetronome({ clock, periodMs: 10 });
  const thread = createScope();
  const voiceActivity = scriptedVoiceActivity();
  const lent = { tickers: 0, scopes: 0 };
  const counted = <K extends keyof typeof lent>(kind: K, giveBack: () => void): (() => void) => {
    let mine = 1;
    lent[kind] += mine;
    return () => {
      lent[kind] -= mine;
      mine = 0;
      giveBack();
    };
  };
  beat.add({ tick: () => void voiceActivity.run() });
  return {
    clock,
    metronome: { ...beat, add: (ticker: Ticker) => counted('tickers', beat.add(ticker)) },
    scope: { ...thread, defer: (undo: () => void | Promise<void>) => counted('scopes', thread.defer(undo)) },
    voiceActivity,
    speech,
    fallbacks: createFallbackShelf(speech),
    /** Excludes the metronome's own timer. */
    left: () => ({ ...lent, listeners: voiceActivity.listeners, timers: clock.pending - 1 }),
  };
}

/**
 * A call with a scripted clock, voice detector, voice and far end; everything but the models and the network is real.
 */
export interface ScriptedCall {
  readonly call: Call;
  readonly events: CallEvent[];
  readonly sent: WireCommand[];
  readonly requests: AgentRequest[];
  /** Advances time with the caller silent, speaking, or (`none`) sending nothing. */
  pass(ms: number, caller?: 'silent' | 'speaking' | 'none'): Promise<void>;
  receive(event: WireEvent): Promise<void>;
  /** Transcript so far, one line per entry: "speaker: words". */
  readonly lines: () => string[];
  hangUp(): Promise<void>;
  /** Audio played by the far end, if it plays any. */
  readonly playout: Playout | undefined;
  /** Whether the server side has closed the line. */
  readonly closed: () => boolean;
}

const msPerWord = 300;

/** A voice that takes 300 ms per word. */
export const steadyVoice: EngineClient<SpeakJob, SpeakResult> = {
  async *run(job, signal) {
    const words = job.text.split(' ').filter(Boolean);
    const samples = new Float32Array((words.length * msPerWord * job.rateHz) / 1000);
    for (let i = 0; i < samples.length; i++) samples[i] = 0.2 * Math.sin((2 * Math.PI * 300 * i) / job.rateHz);
    if (signal.aborted) return;
    yield { samples, words: words.map((text, i) => ({ text, startMs: i * msPerWord, endMs: (i + 1) * msPerWord })) };
  },
};

export const say = (...phrases: string[]): AgentEvent[] => phrases.map((text) => ({ type: 'phrase', text }));

export async function* script(events: readonly AgentEvent[]): AsyncIterable<AgentEvent> {
  yield* events;
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve));
};

export async function openScriptedCall(options: ScriptedCallOptions): Promise<ScriptedCall> {
  const world = options.world ?? openScriptedWorld(options.speech);
  const { clock, metronome, voiceActivity, speech } = world;
  const incoming = createBoundedQueue<WireEvent>(1000, 'refuse');
  const sent: WireCommand[] = [];
  const events: CallEvent[] = [];
  const requests: AgentRequest[] = [];
  const words = [...(options.words ?? [])];
  let open = true;
  const openedMs = clock.nowMs();

  const playout =
    options.acks === undefined ? undefined : createPlayout({ rateHz: 8000, bufferMs: 40_000, acks: options.acks });
  const farMs = (): number => clock.nowMs() - openedMs;

  const stream = {
    dialect: 'telephony_a',
    remoteAddress: '127.0.0.1',
    ignored: options.ignored,
    events: incoming,
    readAudio() {},
    send(command: WireCommand) {
      sent.push(command);
      // The far end's playout lags about 80 ms behind.
      if (playout !== undefined) {
        if (command.type === 'audio') playout.push(decodeMulaw(command.payload), farMs());
        else if (command.type === 'mark') playout.mark(command.name, farMs());
        else if (command.type === 'clear') playout.clear(farMs());
      } else if (command.type === 'mark' && options.deaf !== true)
        clock.after(80, () => void incoming.push({ type: 'played', name: command.name }));
      return true;
    },
    close() {
      if (!open) return;
      open = false;
      incoming.push({ type: 'stop', reason: 'closed' });
      incoming.end();
    },
  } as unknown as WireStream;

  const recognise: EngineClient<RecogniseJob, Utterance> = options.recognise ?? {
    async *run(job, signal) {
      if (signal.aborted || job.kind === 'partial') return;
      const text = words.shift() ?? '';
      yield { text, words: [], confidence: 0.9, languageCode: 'en-US', decodeMs: 1 };
    },
  };
  const endOfTurn: EngineClient<TurnJob, TurnResult> = {
    async *run() {
      yield { probability: 0.97 };
    },
  };
  const plan: CallPlan = {
    kind: 'call',
    callUuid: 'call-1',
    direction: 'inbound',
    dialect: 'telephony_a',
    from: '+15550100',
    to: '+15550101',
    flowUuid: 'flow-1',
    brain: agentPlan,
    voice: { speaker: 'ava' },
    turn: { allowInterruptions: true },
    limits: { maxCallSeconds: 600, silencePromptSeconds: 8, maxSilencePrompts: 2, goodbyeDrainMs: 2000 },
    ...options.plan,
  };
  const ports: MediaPorts = {
    plans: { claim: async () => plan, claimSupervision: async () => undefined },
    log: { append: (_uuid, event) => void events.push(event) },
    recordings: { write: async () => true, finish: async () => {} },
    tools: { run: async () => ({ ok: true, result: 'done' }) },
    transfers: { transfer: async () => 'accepted' },
    ...options.ports,
  };
  const call = holdCall(
    stream,
    plan,
    {
      clock,
      metronome,
      voiceActivity,
      failures: createEngineFailures(clock.nowMs),
      recognisers: new Map([['scripted', recognise]]),
      endOfTurn,
      speech,
      agent: {
        run(request, signal) {
          requests.push(request);
          return options.brain(request, signal);
        },
      },
      fallbacks: world.fallbacks,
      available: scriptedSpeech,
      ports,
      supervision: { heard() {}, caption() {}, released() {}, ...options.supervision },
      bin,
      log: () => {},
    },
    createScope(world.scope),
  );

  const scripted: ScriptedCall = {
    call,
    events,
    sent,
    requests,
    async pass(ms, caller = 'silent') {
      for (let elapsed = 0; elapsed < ms; elapsed += 20) {
        if (caller !== 'none') incoming.push({ type: 'audio', payload: callerFrame(caller === 'speaking') });
        await settle();
        for (let half = 0; half < 2; half++) {
          clock.advance(10);
          for (const name of playout?.advance(farMs()) ?? []) incoming.push({ type: 'played', name });
          await settle();
        }
      }
    },
    async receive(event) {
      incoming.push(event);
      await settle();
    },
    lines: () =>
      events.flatMap((event) => (event.type === 'line' ? [`${event.line.speaker}: ${event.line.text}`] : [])),
    playout,
    closed: () => !open,
    async hangUp() {
      stream.close();
      await settle();
      await call.over;
    },
  };
  if (options.started === false) return scripted;
  await scripted.receive({
    type: 'start',
    callId: 'p1',
    streamId: 's1',
    format: { encoding: 'mulaw', rateHz: 8000 },
    custom: {},
  });
  return scripted;
}

/** Loud noise represents speech; its pattern never resembles the agent's tone. */
function callerFrame(speaking: boolean): Uint8Array {
  const samples = new Float32Array(160);
  if (speaking) for (let i = 0; i < samples.length; i++) samples[i] = Math.random() - 0.5;
  return encodeMulaw(samples);
}

/** Detects speech wherever there is sound, in 32 ms steps like the real detector. */
export function scriptedVoiceActivity(): VoiceActivity & { readonly listeners: number } {
  const streams = new Set<{ pending: number[]; endMs: number; onStep: (step: VadStep) => void }>();
  return {
    get listeners() {
      return streams.size;
    },
    open({ onStep }) {
      const stream = { pending: [] as number[], endMs: 0, onStep };
      streams.add(stream);
      return {
        push: (samples) => void stream.pending.push(...samples),
        close: () => void streams.delete(stream),
        droppedSamples: 0,
      };
    },
    async run() {
      for (const stream of streams) {
        while (stream.pending.length >= 256) {
          const step = stream.pending.splice(0, 256);
          const level = Math.sqrt(step.reduce((sum, sample) => sum + sample * sample, 0) / 256);
          stream.endMs += 32;
          stream.onStep({
            endMs: stream.endMs,
            probability: level > 0.05 ? 0.98 : 0.02,
            levelDbfs: level > 0 ? 20 * Math.log10(level) : -100,
          });
        }
      }
    },
  };
}
