import type { ScriptGoal } from '../../../../media/ports.ts';
import { flowConfig } from './definition-schema.ts';

export interface HandOver {
  /** Place in the list of goals, such as `2.next.0.agent`. */
  readonly path: string;
  /** Step from which another agent takes over. */
  readonly step: string;
  /** UUID of the agent. */
  readonly agent: string;
}

/** Returns the hand-overs of a config's goals. Goals that are not valid have none. */
export function handOversIn(goals: unknown): readonly HandOver[] {
  const parsed = flowConfig.shape.goals.safeParse(goals);
  return parsed.success ? handOversOf(parsed.data) : [];
}

export const handOversOf = (goals: readonly ScriptGoal[]): readonly HandOver[] =>
  goals.flatMap(({ id: step, next = [] }, goal) =>
    next.flatMap(({ agent }, branch) =>
      agent === undefined ? [] : [{ path: `${goal}.next.${branch}.agent`, step, agent }],
    ),
  );
