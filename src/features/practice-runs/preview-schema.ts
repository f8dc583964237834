import { z } from 'zod';
import { endedReasons } from '../../data/index.ts';
import { linesOf } from '../../http/fields.ts';
import { newScenario } from '../scenarios/index.ts';

const mostTurns = 30;

export const newPreview = z.object({
  /** As it would be created. */
  scenario: newScenario,
  /** What the agent has said so far, turn by turn. */
  agent_turns: z.array(linesOf(2000)).max(mostTurns, `must have at most ${mostTurns} turns`),
  /** 1 by default. */
  seed: z.number().int().nullish(),
});
export type NewPreview = z.output<typeof newPreview>;

export const preview = z.object({
  /** The talk so far, with the customer's answer to the last turn. */
  lines: z.array(z.object({ speaker: z.enum(['agent', 'customer']), text: z.string() })),
  /** Null while the talk continues. */
  ended_reason: z.enum(endedReasons).nullable(),
});
preview.register(z.globalRegistry, { id: 'ScenarioPreview' });
export type Preview = z.output<typeof preview>;
