import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CallEvent,
  HandedOver,
  ReplyRecord,
  SessionPlan,
  TranscriptLine,
  UsedModels,
} from '../../../../media/ports.ts';
import { createToolMocks } from './tool-mocks.ts';

interface SimulationSession {
  readonly plan: SessionPlan;
  readonly toolMocks: Readonly<Record<string, unknown>>;
  /** Returns what another agent continues with; undefined if it does not exist. */
  readonly handOver: (agentUuid: string) => Promise<HandedOver | undefined>;
}

interface Open {
  readonly plan: SessionPlan;
  readonly tools: ReturnType<typeof createToolMocks>;
  readonly handOver: SimulationSession['handOver'];
  readonly lines: TranscriptLine[];
  readonly paths: { readonly turn: number; readonly path: NonNullable<ReplyRecord['path']> }[];
  readonly used: UsedModels[];
  readonly ended: Promise<void>;
  readonly onEnded: () => void;
  hasBegun: boolean;
}

/** The log of a session ends shortly after its stream. */
const endWithinMs = 2000;

/** Sessions of the voice runs that this process plays. The caller keeps their recordings. */
export type SimulationSessions = ReturnType<typeof createSimulationSessions>;

export function createSimulationSessions() {
  const sessions = new Map<string, Open>();
  function append(callUuid: string, event: CallEvent): void {
    const session = sessions.get(callUuid);
    if (session === undefined) return;
    session.hasBegun = true;
    if (event.type === 'line') session.lines.push(event.line);
    if (event.type === 'reply' && event.reply.path !== undefined)
      session.paths.push({ turn: event.reply.turn, path: event.reply.path });
    if (event.type === 'models') session.used.push(event.used);
    if (event.type === 'ended') session.onEnded();
  }

  return {
    add({ plan, toolMocks, handOver }: SimulationSession): void {
      let onEnded = (): void => {};
      const ended = new Promise<void>((resolve) => {
        onEnded = resolve;
      });
      const tools = createToolMocks(toolMocks);
      sessions.set(plan.callUuid, {
        plan,
        tools,
        handOver,
        lines: [],
        paths: [],
        used: [],
        ended,
        onEnded,
        hasBegun: false,
      });
    },
    /** Returns what the agent's side of a finished session logged; empty if another process has its stream. */
    async logged(callUuid: string): Promise<Pick<Open, 'lines' | 'paths' | 'used'>> {
      const session = sessions.get(callUuid);
      if (session === undefined) return { lines: [], paths: [], used: [] };
      if (session.hasBegun) await Promise.race([session.ended, sleep(endWithinMs, undefined, { ref: false })]);
      return session;
    },
    remove: (callUuid: string): void => void sessions.delete(callUuid),
    /** Media ports for simulation sessions. */
    ports: {
      plan: async (callUuid: string): Promise<SessionPlan | undefined> => sessions.get(callUuid)?.plan,
      log: { append },
      tools: {
        run: async (callUuid: string, name: string, args: Readonly<Record<string, unknown>>) =>
          sessions.get(callUuid)?.tools.run(name, args) ?? { ok: false, result: 'The run is over.' },
      },
      handOvers: {
        handOver: async (callUuid: string, agentUuid: string) => sessions.get(callUuid)?.handOver(agentUuid),
      },
      // Nobody is called: a transfer ends the agent's part.
      transfers: { transfer: async () => 'accepted' as const },
    },
  };
}
