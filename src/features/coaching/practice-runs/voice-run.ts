import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PracticeCallers } from '../../../../media/index.ts';
import type { HandedOver, SessionPlan, VoiceChoice } from '../../../../media/ports.ts';
import { transcriptOfLines } from '../../../transcripts/of-lines.ts';
import { agentClockMs } from './agent-clock.ts';
import { customerPlanOf } from './customer-plan.ts';
import { type Play, type Played, type Playing, targetMissing } from './play.ts';
import { runUsageOf } from './run-usage.ts';
import type { TranscriptLine } from './schema.ts';
import type { SimulationSessions } from './simulation-sessions.ts';
import { createToolMocks } from './tool-mocks.ts';

export interface VoiceRunOptions {
  /** Returns the plan of calls to the target; undefined if it no longer exists. */
  readonly planOf: (playing: Playing) => Promise<AgentSession | undefined>;
  /** Returns what another agent continues with; undefined if it does not exist. */
  readonly handOver: (playing: Playing, agentUuid: string) => Promise<HandedOver | undefined>;
  readonly sessions: SimulationSessions;
  readonly callers: () => Promise<Pick<PracticeCallers, 'call' | 'callVirtually'>>;
  /** Reserves a slot for a stream; false if none is free. */
  readonly reserve: (sessionUuid: string) => boolean;
  /** Returns the URL of the session's stream on this server; undefined if too many are waiting. */
  readonly open: (sessionUuid: string) => Promise<string | undefined>;
  readonly revoke: (sessionUuid: string) => void;
  /** Returns a voice for the customer that differs from the agent's. */
  readonly voiceOf: (playing: Playing, agent: VoiceChoice) => VoiceChoice;
}

/** The parts of a plan that a voice run needs; its session adds the rest. */
export type AgentSession = Omit<SessionPlan, 'callUuid' | 'direction' | 'dialect' | 'from' | 'to'>;

const slotEveryMs = 500;

/** Plays runs by voice: the simulated customer calls the flow over the stream of a browser test. */
export function createVoiceRuns(options: VoiceRunOptions): Play {
  const { sessions, reserve, open, revoke } = options;
  const handOverOf =
    (playing: Playing) =>
    (agentUuid: string): Promise<HandedOver | undefined> =>
      options.handOver(playing, agentUuid);

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
      // Absent from runs created by an earlier version.
      line: (snapshot.scenario as Partial<typeof snapshot.scenario>).line_quality ?? 'clear',
    };
  }

  /** Returns undefined if the run was deleted meanwhile, as does `virtually`. */
  async function inRealTime(playing: Playing, agent: AgentSession): Promise<Talk | undefined> {
    const { run, snapshot, signal } = playing;
    const { plan, session, line } = callOf(playing, agent);
    const callUuid = randomUUID();
    sessions.add({
      plan: { ...session, callUuid },
      toolMocks: snapshot.scenario.tool_mocks,
      handOver: handOverOf(playing),
    });
    try {
      const url = await offered(callUuid, signal);
      if (!(await playing.begin())) return undefined;
      const callers = await options.callers();
      const voice = options.voiceOf(playing, agent.voice);
      const talk = await callers.call({ url, plan, agentOpens: run.agentOpens, voice, line }, signal);
      const { lines: log, paths, used } = await sessions.logged(callUuid);
      return { ...talk, log, paths, used };
    } finally {
      revoke(callUuid);
      sessions.remove(callUuid);
    }
  }

  /** Needs neither slot nor socket. The session id is the same each time, because the agent may choose words by it. */
  async function virtually(playing: Playing, agent: AgentSession): Promise<Talk | undefined> {
    const { run, snapshot, signal } = playing;
    const { plan, session, line } = callOf(playing, agent);
    const mocks = createToolMocks(snapshot.scenario.tool_mocks);
    const callers = await options.callers();
    if (!(await playing.begin())) return undefined;
    return await callers.callVirtually(
      {
        session: { ...session, kind: 'simulation', callUuid: `${snapshot.scenario.uuid}:${run.seed}` },
        customer: plan,
        agentOpens: run.agentOpens,
        voice: options.voiceOf(playing, agent.voice),
        line,
        startsAtMs: agentClockMs(snapshot),
      },
      { tool: async (name, args) => mocks.run(name, args), handOver: handOverOf(playing) },
      signal,
    );
  }

  /** Calls of customers have priority: a run waits for a free slot. */
  async function offered(callUuid: string, signal: AbortSignal): Promise<string> {
    for (;;) {
      signal.throwIfAborted();
      const url = reserve(callUuid) ? await open(callUuid) : undefined;
      if (url !== undefined) return url;
      await sleep(slotEveryMs, undefined, { signal });
    }
  }
}

type Talk = Awaited<ReturnType<PracticeCallers['callVirtually']>>;

function playedAs({ lines, log, paths, used, end, metrics, wav: audio, mistake }: Talk): Played {
  const heard = transcriptOfLines(log);
  const transcript = withPaths(lines, { log, paths });
  const turns = { ...(heard.length > 0 && { turns: heard }), usage: runUsageOf(used) };
  if (mistake === undefined) return { transcript, ...turns, endedReason: end, audio, metrics };
  const error = `The simulated customer made a mistake. ${mistake}`;
  return { transcript, ...turns, endedReason: 'error', error, errorCode: 'customer_mistake', audio, metrics };
}

/** Adds to each line of the agent what its turn went through. A line belongs to the turn that was logged nearest to it. */
function withPaths(lines: Talk['lines'], { log, paths }: Pick<Talk, 'log' | 'paths'>): TranscriptLine[] {
  const playedLines = lines.map((line): TranscriptLine => ({ ...line }));
  for (const { turn, path } of paths) {
    const startMs = log.find((line) => line.speaker === 'agent' && line.turn >= turn)?.startMs;
    const ofAgent = playedLines.filter(({ speaker }) => speaker === 'agent');
    const distanceOf = ({ timestamp }: TranscriptLine): number =>
      startMs === undefined ? -timestamp : Math.abs(1000 * timestamp - startMs);
    const [nearest] = ofAgent.sort((a, b) => distanceOf(a) - distanceOf(b));
    if (nearest !== undefined) nearest.path = [...(nearest.path ?? []), ...path.map((part) => ({ ...part }))];
  }
  return playedLines;
}
