import { z } from 'zod';
import { lineOf, requiredId } from '../../http/fields.ts';
import { personaSchema } from '../personas/index.ts';
import { scenarioSchema } from '../scenarios/index.ts';

export const callScenarioBody = z.object({
  /** Of a call, an upload or a browser test whose analysis is over. */
  call_uuid: requiredId('call_uuid is missing'),
  /** Of the scenario. */
  name: lineOf(200).nullish(),
  /** Play the scenario in writing against the flow or the agent of the call, to see whether what it failed fails again. */
  prove: z.boolean().nullish(),
});
export type CallScenarioBody = z.output<typeof callScenarioBody>;

const count = z.number().int();

export const callScenario = z.object({
  scenario: scenarioSchema,
  persona: personaSchema,
  /** Criteria that the call failed. They are in the scenario's rubric. */
  failed_fields: z.array(z.object({ field_id: z.string(), name: z.string(), score: count })),
  /** How many different ones were replaced. */
  replaced: z.object({ names: count, numbers: count, emails: count, places: count }),
  /** Null unless asked for with `prove`. The run has `proof`. */
  proof: z.object({ run_uuid: z.string().nullable(), reason: z.string().nullable() }).nullable(),
});
callScenario.register(z.globalRegistry, { id: 'CallScenario' });
export type CallScenario = z.output<typeof callScenario>;
