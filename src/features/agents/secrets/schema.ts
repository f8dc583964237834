import { z } from 'zod';
import { nameSchemas } from '../../../http/named-schemas.ts';

/** The form in which templates name a secret. */
export const secretNameForm = /^[A-Z][A-Z0-9_]{0,63}$/;

/** An unknown name is 404, like any other unknown id. */
export const secretName = z.object({ name: z.string().min(1).max(64) });

export const secretBody = z.object({
  value: z
    .string()
    .min(1, 'must not be empty')
    .max(4096, 'must have at most 4096 characters')
    // It becomes part of a header.
    .regex(/^[\x20-\x7e]*$/, 'must contain printable ASCII characters only, without line breaks')
    .meta({ writeOnly: true }),
});
export type SecretBody = z.output<typeof secretBody>;

const secret = z.object({
  name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Accurate to a minute; null before the first use. */
  last_used_at: z.string().nullable(),
  /** Names of the agents and MCP servers whose templates contain the secret. */
  used_by: z.array(z.string()),
});
export type SecretJson = z.output<typeof secret>;

export const secretAnswer = secret;
export const secretList = z.object({ secrets: z.array(secret) });

nameSchemas({ Secret: secret, SecretList: secretList, NewSecret: secretBody });
