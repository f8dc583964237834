import { z } from 'zod';
import { freeObject, phoneNumber } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const agentTool = z.object({ uuid: z.uuid(), name: z.string().min(1).max(64) });

/** A number of nobody. */
export const trialNumber = '+12025550143';

export const trial = z.object({
  arguments: freeObject.default({}),
  /** The number of the caller, for arguments that the call fills in. */
  from_number: phoneNumber.default(trialNumber),
});
export type TrialBody = z.output<typeof trial>;

export const trialAnswer = z.object({
  ok: z.boolean(),
  /** What the agent would receive, with secrets replaced by their names. */
  result: z.string(),
  /** Null if nothing was sent, and for tools of MCP servers. */
  request: z
    .object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() })
    .nullable(),
  /** HTTP status of the response; null without one. */
  status: z.number().int().nullable(),
  took_ms: z.number().int(),
});

nameSchemas({ ToolTrial: trialAnswer, NewToolTrial: trial });
