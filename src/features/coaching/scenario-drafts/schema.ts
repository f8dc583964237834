import { z } from 'zod';
import { lineOf, requiredId } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { personaSchema } from '../personas/index.ts';
import { scenarioSchema } from '../scenarios/index.ts';

export const callScenarioBody = z.object({
  /** Uuid of a call, upload or browser test that has been analysed. */
  call_uuid: requiredId('call_uuid is missing'),
  /** Name of the scenario. */
  name: lineOf(200).nullish(),
  /**
   * Runs the scenario as a text simulation against the call's flow or agent, to see whether the failed criteria fail
   * again.
   */
  prove: z.boolean().nullish(),
});
export type CallScenarioBody = z.output<typeof callScenarioBody>;

const count = z.number().int();

export const callScenario = z.object({
  scenario: scenarioSchema,
  persona: personaSchema,
  /** Criteria that the call failed. The scenario's rubric contains them. */
  failed_fields: z.array(z.object({ field_id: z.string(), name: z.string(), score: count })),
  /** Numbers of distinct values that were replaced. */
  replaced: z.object({ names: count, numbers: count, emails: count, places: count }),
  /** Null unless requested with `prove`. The run has `proof`. */
  proof: z.object({ run_uuid: z.string().nullable(), reason: z.string().nullable() }).nullable(),
});
export type CallScenario = z.output<typeof callScenario>;

nameSchemas({
  CallScenario: callScenario,
  NewCallScenario: callScenarioBody,
  FailedField: callScenario.shape.failed_fields.element,
});
