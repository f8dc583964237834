import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PracticeCallers } from '../../../media/index.ts';
import type { SessionPlan, VoiceChoice } from '../../../media/ports.ts';
import { transcriptOfLines } from '../../transcripts/of-lines.ts';
import type { Transcript } from '../../transcripts/transcript.ts';
import { agentClockMs } from './agent-clock.ts';
import { customerPlanOf } from './customer-plan.ts';
import { type Play, type Played, type Playing, targetMissing } from './play.ts';
import type { SimulationSessions } from './simulation-sessions.ts';
import { createToolMocks } from './tool-mocks.ts';

export interface VoiceRunOptions {
  /** The plan that calls of the target have; undefined where it is gone. */
  readonly planOf: (playing: Playing) => Promise<AgentSession | undefined>;
  readonly sessions: SimulationSessions;
  readonly callers: () => Promise<Pick<PracticeCallers, 'call' | 'callVirtually'>>;
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
    const agent = await options.planOf(playing);
    if (agent === undefined) return targetMissing;
    const { clock } = playing.run;
    const talk = await (clock === 'virtual' ? virtually(playing, agent) : inRealTime(playing, agent));
    return talk === undefined ? targetMissing : playedAs(talk);
  };

  function callOf({ run, snapshot }: Playing, agent: AgentSession) {
    const brain = run.agentOpens ? agent.brain : ({ ...agent.brain, silentOpening: true } as const);
    return {
      plan: customerPlanOf(snapshot, run.seed),
      session: { ...agent, brain, direction: 'inbound', dialect: 'browser', from: 'practice', to: '' } as const,
      // Runs created by an earlier version have none.
      line: (snapshot.scenario as Partial<typeof snapshot.scenario>).line_quality ?? 'clear',
    };
  }

  /** Undefined where the run was deleted meanwhile, as in virtual time. */
  async function inRealTime(playing: Playing, agent: AgentSession): Promise<Talk | undefined> {
    const { run, snapshot, signal } = playing;
    const { plan, session, line } = callOf(playing, agent);
    const callUuid = randomUUID();
    sessions.add({ plan: { ...session, callUuid }, toolMocks: snapshot.scenario.tool_mocks });
    try {
      const url = await offered(callUuid, signal);
      if (!(await playing.begin())) return undefined;
      const callers = await options.callers();
      const voice = options.voiceOf(playing, agent.voice);
      const talk = await callers.call({ url, plan, agentOpens: run.agentOpens, voice, line }, signal);
      return { ...talk, turns: await sessions.transcript(callUuid) };
    } finally {
      revoke(callUuid);
      sessions.remove(callUuid);
    }
  }

  /** Needs no slot and no socket. The session has the same name each time, as the agent may choose words by it. */
  async function virtually(playing: Playing, agent: AgentSession): Promise<Talk | undefined> {
    const { run, snapshot, signal } = playing;
    const { plan, session, line } = callOf(playing, agent);
    const mocks = createToolMocks(snapshot.scenario.tool_mocks);
    const callers = await options.callers();
    if (!(await playing.begin())) return undefined;
    const talk = await callers.callVirtually(
      {
        session: { ...session, kind: 'simulation', callUuid: `${snapshot.scenario.uuid}:${run.seed}` },
        ...{ customer: plan, agentOpens: run.agentOpens, voice: options.voiceOf(playing, agent.voice), line },
        startsAtMs: agentClockMs(snapshot),
      },
      async (name, args) => mocks.run(name, args),
      signal,
    );
    return { ...talk, turns: transcriptOfLines(talk.log) };
  }

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

type Talk = Awaited<ReturnType<PracticeCallers['call']>> & { readonly turns: Transcript };

function playedAs({ lines: transcript, turns: heard, end, metrics, wav: audio, mistake }: Talk): Played {
  const turns = heard.length > 0 ? { turns: heard } : {};
  if (mistake === undefined) return { transcript, ...turns, endedReason: end, audio, metrics };
  const error = `The simulated customer made a mistake. ${mistake}`;
  return { transcript, ...turns, endedReason: 'error', error, errorCode: 'customer_mistake', audio, metrics };
}
