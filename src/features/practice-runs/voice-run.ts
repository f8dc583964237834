import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PracticeCallers } from '../../../media/index.ts';
import type { SessionPlan, VoiceChoice } from '../../../media/ports.ts';
import { customerPlanOf } from './customer-plan.ts';
import { type Play, type Playing, targetMissing } from './play.ts';
import type { SimulationSessions } from './simulation-sessions.ts';

export interface VoiceRunOptions {
  /** The plan that calls of the target have; undefined where it is gone. */
  readonly planOf: (playing: Playing) => Promise<AgentSession | undefined>;
  readonly sessions: SimulationSessions;
  readonly callers: () => Promise<Pick<PracticeCallers, 'call'>>;
  /** Keeps a slot for a stream; false if none is free. */
  readonly reserve: (sessionUuid: string) => boolean;
  /** Address of the session's stream on this server; undefined when too many wait. */
  readonly open: (sessionUuid: string) => Promise<string | undefined>;
  readonly revoke: (sessionUuid: string) => void;
  /** A voice for the customer, another than the agent's. */
  readonly voiceOf: (playing: Playing, agent: VoiceChoice) => VoiceChoice;
}

/** What a run by voice needs of a plan; its session adds the rest. */
export type AgentSession = Omit<SessionPlan, 'callUuid' | 'direction' | 'dialect' | 'from' | 'to'>;

const slotEveryMs = 500;

/** Plays runs by voice: the simulated customer calls the flow over the stream of a browser test. */
export function createVoiceRuns(options: VoiceRunOptions): Play {
  const { sessions, reserve, open, revoke } = options;

  return async (playing) => {
    const { run, snapshot, signal } = playing;
    const agent = await options.planOf(playing);
    if (agent === undefined) return targetMissing;
    const plan = customerPlanOf(snapshot, run.seed);
    const callUuid = randomUUID();
    const brain = run.agentOpens ? agent.brain : ({ ...agent.brain, silentOpening: true } as const);
    sessions.add({
      plan: { ...agent, brain, callUuid, direction: 'inbound', dialect: 'browser', from: 'practice', to: '' },
      toolMocks: snapshot.scenario.tool_mocks,
    });
    try {
      const url = await offered(callUuid, signal);
      if (!(await playing.begin())) return targetMissing;
      const callers = await options.callers();
      // Runs created by an earlier version have none.
      const line = (snapshot.scenario as Partial<typeof snapshot.scenario>).line_quality ?? 'clear';
      const voice = options.voiceOf(playing, agent.voice);
      const talk = await callers.call({ url, plan, agentOpens: run.agentOpens, voice, line }, signal);
      const { lines: transcript, end: endedReason, metrics, wav: audio, mistake } = talk;
      const heard = await sessions.transcript(callUuid);
      const turns = heard.length > 0 ? { turns: heard } : {};
      if (mistake !== undefined) {
        const error = `The simulated customer made a mistake. ${mistake}`;
        return { transcript, ...turns, endedReason: 'error', error, errorCode: 'customer_mistake', audio, metrics };
      }
      return { transcript, ...turns, endedReason, audio, metrics };
    } finally {
      revoke(callUuid);
      sessions.remove(callUuid);
    }
  };

  /** Calls of customers come first: a run waits until there is room for it. */
  async function offered(callUuid: string, signal: AbortSignal): Promise<string> {
    for (;;) {
      signal.throwIfAborted();
      const url = reserve(callUuid) ? await open(callUuid) : undefined;
      if (url !== undefined) return url;
      await sleep(slotEveryMs, undefined, { signal });
    }
  }
}
