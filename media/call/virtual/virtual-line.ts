import type { Playout } from '../../emulator/playout.ts';
import type { AvailableSpeech } from '../../engines/available.ts';
import { synthesiserOf } from '../../engines/clients.ts';
import { createEngineFailures } from '../../engines/fallback.ts';
import { createManualClock, pause } from '../../kit/clock.ts';
import { createScope } from '../../kit/scope.ts';
import type { AgentEvent, AgentRequest } from '../../line/agent.ts';
import type { Engine, EngineClient } from '../../line/engine.ts';
import type {
  RecogniseJob,
  SpeakJob,
  SpeakResult,
  TurnJob,
  TurnResult,
  Utterance,
  VoiceChoice,
} from '../../line/speech.ts';
import type { CallEvent, CallPlan } from '../../ports.ts';
import type { VoiceActivity } from '../../vad/silero.ts';
import { createMetronome } from '../../wire/metronome.ts';
import { type Call, holdCall } from '../call.ts';
import { createFallbackShelf } from '../dialogue/spoken-fallbacks.ts';
import { openFarEnd } from './far-end.ts';

/** Models of a line, on this thread. */
export interface VirtualModels {
  /** Opens a separate detector for each line, because a detector runs its streams together. */
  openVoiceActivity(): Promise<VoiceActivity>;
  /** By engine name, as in `available`. */
  readonly recognisers: ReadonlyMap<string, Engine<RecogniseJob, Utterance>>;
  readonly synthesisers: ReadonlyMap<string, Engine<SpeakJob, SpeakResult>>;
  readonly available: AvailableSpeech;
  readonly endOfTurn: Engine<TurnJob, TurnResult>;
}

/** Durations of work on the line's clock, whatever the real ones, and the one-way network delay. */
export interface VirtualTimes {
  readonly wordsMs: number;
  readonly verdictMs: number;
  readonly voiceMs: number;
  readonly networkMs: number;
}

export interface VirtualCall {
  readonly call: Call;
  readonly events: CallEvent[];
  readonly playout: Playout;
}

export interface VirtualCallOptions {
  /** Returns the caller's next 20 ms at this time of the call; `playout` is what the caller has heard so far. */
  readonly caller: (atMs: number, playout: Playout) => Float32Array;
  readonly agent: (request: AgentRequest) => readonly AgentEvent[];
  readonly voice?: VoiceChoice;
  /** `en-US` by default. */
  readonly languageCode?: string;
  /** Languages to which the call may change. */
  readonly languages?: readonly string[];
  /** Provider that recognises; the embedded recogniser by default. */
  readonly recogniser?: string;
}

/**
 * Complete calls with real models, faster than real time: detector, recogniser, synthesiser, turns, pacer and a
 * provider's playback buffer on one clock that advances when all work is done. Only the socket and the threads are
 * missing.
 */
export interface VirtualLine {
  readonly nowMs: () => number;
  hold(options: VirtualCallOptions): VirtualCall;
  /** Advances time for all calls, in steps of 20 ms. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

const frameMs = 20;

export async function openVirtualLine(models: VirtualModels, times: VirtualTimes): Promise<VirtualLine> {
  const clock = createManualClock();
  const metronome = createMetronome({ clock, periodMs: 10 });
  const scope = createScope();
  const voiceActivity = await models.openVoiceActivity();
  const calls: { open: boolean; frame: () => void; hangUp: () => Promise<void> }[] = [];
  let working = 0;

  /** Wraps real work so that the line's clock stops during it and then advances by `takesMs`. */
  function onTheClock<Job, Result>(engine: Engine<Job, Result>, takesMs: number): EngineClient<Job, Result> {
    return {
      async *run(job, signal) {
        const results: Result[] = [];
        working += 1;
        try {
          for await (const result of engine.run(job, signal)) results.push(result);
        } finally {
          working -= 1;
        }
        await pause(clock, takesMs, signal);
        if (!signal.aborted) yield* results;
      },
    };
  }

  async function settle(): Promise<void> {
    do for (let i = 0; i < 6; i++) await new Promise((resolve) => setImmediate(resolve));
    while (working > 0);
  }

  const all = <Job, Result>(engines: ReadonlyMap<string, Engine<Job, Result>>, takesMs: number) =>
    new Map([...engines].map(([name, engine]) => [name, onTheClock(engine, takesMs)]));
  const speech = synthesiserOf(all(models.synthesisers, times.voiceMs));
  const equipment = {
    clock,
    metronome,
    voiceActivity,
    recognisers: all(models.recognisers, times.wordsMs),
    endOfTurn: onTheClock(models.endOfTurn, times.verdictMs),
    speech,
    fallbacks: createFallbackShelf(speech),
    available: models.available,
    failures: createEngineFailures(clock.nowMs),
    supervision: { heard() {}, caption() {}, released() {} },
    bin: { empty: () => {} },
    log: () => {},
  };

  return {
    nowMs: clock.nowMs,
    hold({ caller, agent, ...callOptions }) {
      const farEnd = openFarEnd(clock, times.networkMs);
      const events: CallEvent[] = [];
      const call = holdCall(
        farEnd.stream,
        planOf(calls.length, callOptions),
        {
          ...equipment,
          agent: {
            async *run(request) {
              yield* agent(request);
            },
          },
          ports: {
            plans: { claim: async () => undefined, claimSupervision: async () => undefined },
            log: { append: (_call, event) => void events.push(event) },
            recordings: { write: async () => true, finish: async () => {} },
            tools: { run: async () => ({ ok: true, result: '' }) },
            transfers: { transfer: async () => 'failed' },
          },
        },
        scope.child(),
      );
      farEnd.begin();
      calls.push({
        get open() {
          return farEnd.isOpen;
        },
        frame: () => farEnd.frame(caller),
        async hangUp() {
          farEnd.stream.close(1000, 'over');
          await call.over;
        },
      });
      return { call, events, playout: farEnd.playout };
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += frameMs) {
        for (const call of calls) if (call.open) call.frame();
        for (let part = 0; part < frameMs; part += 10) {
          await voiceActivity.run();
          await settle();
          clock.advance(10);
          await settle();
        }
      }
    },
    async close() {
      const all = { over: false };
      const over = Promise.all(calls.map((call) => call.hangUp())).finally(() => {
        all.over = true;
      });
      // Recognising a caller's last words also takes time on this clock, and the call waits for it.
      for (await settle(); !all.over; await settle()) clock.advance(10);
      await over;
      await scope.close();
      metronome.close();
    },
  };
}

const planOf = (
  nth: number,
  {
    voice = { speaker: 'ava' },
    languageCode = 'en-US',
    languages,
    recogniser,
  }: Pick<VirtualCallOptions, 'voice' | 'languageCode' | 'languages' | 'recogniser'>,
): CallPlan => ({
  kind: 'call',
  callUuid: `call-${nth}`,
  direction: 'inbound',
  dialect: 'telephony_a',
  from: '+15550100',
  to: '+15550101',
  flowUuid: 'flow',
  brain: {
    agentName: 'Ava',
    businessName: 'Bright Bikes',
    greeting: 'Hello.',
    personaPrompt: '',
    guardrails: [],
    goals: [],
    knowledge: [],
    transferTargets: [],
    tools: [],
    languageCode,
    timezone: 'UTC',
    goodbye: 'Bye.',
    contact: {},
  },
  voice,
  ...(languages === undefined ? {} : { languages }),
  ...(recogniser === undefined ? {} : { recogniser }),
  turn: { allowInterruptions: true },
  limits: { maxCallSeconds: 600, silencePromptSeconds: 60, maxSilencePrompts: 2, goodbyeDrainMs: 2000 },
});
