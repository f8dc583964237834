import { z } from 'zod';
import { endedReasons } from '../../../data/index.ts';
import { linesOf } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { newScenario } from '../scenarios/index.ts';

const mostTurns = 30;

export const newPreview = z.object({
  /** The scenario in the form in which it would be created. */
  scenario: newScenario,
  /** The agent's turns so far. */
  agent_turns: z.array(linesOf(2000)).max(mostTurns, `must have at most ${mostTurns} turns`),
  /** Defaults to 1. */
  seed: z.number().int().nullish(),
});
export type NewPreview = z.output<typeof newPreview>;

export const preview = z.object({
  /** The conversation so far, including the customer's reply to the last turn. */
  lines: z.array(z.object({ speaker: z.enum(['agent', 'customer']), text: z.string() })),
  /** Null while the conversation continues. */
  ended_reason: z.enum(endedReasons).nullable(),
});
export type Preview = z.output<typeof preview>;

nameSchemas({
  ScenarioPreview: preview,
  ScenarioPreviewRequest: newPreview,
  PreviewLine: preview.shape.lines.element,
});
