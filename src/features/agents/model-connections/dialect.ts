import { z } from 'zod';
import type { ChatDialect } from '../../../../media/kit/chat/index.ts';
import type { ConnectionJson } from './schema.ts';

const stored = z.object({
  tools: z.boolean(),
  systemRole: z.boolean(),
  alternates: z.boolean(),
  limitField: z.enum(['max_tokens', 'max_completion_tokens', 'none']),
  temperature: z.boolean(),
  format: z.enum(['json_schema', 'json_object', 'none']),
  usage: z.boolean(),
  callProof: z.enum(['none', 'signature', 'reasoning', 'text', 'unwanted', 'told']).default('none'),
});

/** Reads what is stored of a server. What an earlier version stored is learned again. */
export const dialectIn = (value: unknown): ChatDialect | undefined => stored.safeParse(value).data;

export function dialectToJson(dialect: ChatDialect | undefined): ConnectionJson['learned'] {
  if (dialect === undefined) return null;
  const { tools, systemRole, alternates, limitField, temperature, format, usage, callProof } = dialect;
  return {
    tools,
    system_role: systemRole,
    alternates,
    token_field: limitField,
    temperature,
    response_format: format,
    usage,
    call_proof: callProof,
  };
}
