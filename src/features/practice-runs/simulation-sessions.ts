import type { CallEvent, SessionPlan } from '../../../media/ports.ts';
import { createToolMocks } from './tool-mocks.ts';

interface SimulationSession {
  readonly plan: SessionPlan;
  readonly toolMocks: Readonly<Record<string, unknown>>;
}

/** Sessions of runs by voice that this process plays. What they record, the caller records. */
export type SimulationSessions = ReturnType<typeof createSimulationSessions>;

export function createSimulationSessions() {
  const sessions = new Map<string, { plan: SessionPlan; tools: ReturnType<typeof createToolMocks> }>();
  return {
    add({ plan, toolMocks }: SimulationSession): void {
      sessions.set(plan.callUuid, { plan, tools: createToolMocks(toolMocks) });
    },
    remove: (callUuid: string): void => void sessions.delete(callUuid),
    /** Of the sessions that are simulations. */
    ports: {
      plan: async (callUuid: string): Promise<SessionPlan | undefined> => sessions.get(callUuid)?.plan,
      log: { append: (_callUuid: string, _event: CallEvent): void => {} },
      tools: {
        run: async (callUuid: string, name: string, args: Readonly<Record<string, unknown>>) =>
          sessions.get(callUuid)?.tools.run(name, args) ?? { ok: false, result: 'The run is over.' },
      },
      // Nobody is called: a transfer is the end of the agent's part.
      transfers: { transfer: async () => 'accepted' as const },
    },
  };
}
