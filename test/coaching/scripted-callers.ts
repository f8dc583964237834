import type { openPracticeCallers, PracticeCallers } from '../../media/index.ts';

type Call = Parameters<PracticeCallers['call']>[0];
type VirtualCall = Parameters<PracticeCallers['callVirtually']>[0];
type Answers = Parameters<PracticeCallers['callVirtually']>[1];
type VirtualTalk = Awaited<ReturnType<PracticeCallers['callVirtually']>>;
type Talk = Awaited<ReturnType<PracticeCallers['call']>>;

const metrics: Talk['metrics'] = {
  duration_ms: 2000,
  response_latency_ms: { count: 1, median: 400, p95: 400, max: 400 },
  yield_ms: null,
  interruptions: 0,
  talked_over: 0,
  backchannels: 0,
  false_stops: 0,
  cut_ins: 0,
  overlap_ms: 0,
  dead_air_ms: 0,
  longest_silence_ms: 400,
  talk_ratio: 0.5,
  word_error_rate: 0.1,
  key_entities: 0,
  key_entity_accuracy: null,
};

export interface ScriptedCallers {
  onCall(call: Call): Promise<void>;
  onVirtualCall(call: VirtualCall, answers: Answers): Promise<void>;
  /** Log of the agent's side of a virtual call. */
  log: VirtualTalk['log'];
  paths: VirtualTalk['paths'];
  /** What it asked language models. */
  used: VirtualTalk['used'];
  readonly open: typeof openPracticeCallers;
}

/** Replaces simulated speaking customers: each call has two lines. `onCall` runs first. */
export function scriptedCallers(): ScriptedCallers {
  const talk: Talk = {
    lines: [
      { speaker: 'agent', text: 'Hello, how can I help you?', timestamp: 0.5 },
      { speaker: 'customer', text: 'I want a lamp.', timestamp: 3 },
    ],
    end: 'agent_ended',
    metrics,
    wav: new TextEncoder().encode('RIFF not really a recording'),
  };
  const callers: ScriptedCallers = {
    onCall: async () => {},
    log: [],
    paths: [],
    used: [],
    onVirtualCall: async () => {},
    open: () => ({
      async call(call) {
        await callers.onCall(call);
        return talk;
      },
      async callVirtually(call, answers) {
        await callers.onVirtualCall(call, answers);
        return { ...talk, log: callers.log, paths: callers.paths, used: callers.used };
      },
      close: async () => {},
    }),
  };
  return callers;
}
