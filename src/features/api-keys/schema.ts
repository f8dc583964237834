import { z } from 'zod';
import { keyName, pageFields } from '../../http/fields.ts';
import { scopes } from '../../http/identity.ts';

const scope = z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` });

export const newApiKey = z.object({
  name: keyName,
  scopes: z
    .array(scope)
    .min(1, 'must name a scope')
    .transform((list) => [...new Set(list)]),
});

export const keyUuid = z.object({ uuid: z.uuid() });

/** Includes the key itself, which no other response contains. */
export const shownKey = z.object({ uuid: z.uuid(), key: z.string(), name: z.string(), scopes: z.array(scope) });

const apiKey = z.object({
  uuid: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(scope),
  user_uuid: z.uuid(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

export const keyList = z.object({ api_keys: z.array(apiKey), ...pageFields });

export type ListedKey = z.output<typeof apiKey>;
