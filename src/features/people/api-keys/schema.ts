import { z } from 'zod';
import { endMomentInUtc, keyName, listOfNames, pageFields, role } from '../../../http/fields.ts';
import { scopes } from '../../../http/identity.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const scope = z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` });

export const newApiKey = z.object({
  name: keyName,
  scopes: listOfNames(scopes, { one: 'a scope', many: 'scopes' }),
  /** A restricted key opens only routes that name one of its scopes. */
  restricted: z.boolean().default(false),
  /** A date alone includes that day, in UTC. */
  expires_at: endMomentInUtc.nullable().default(null),
});

export const keyUuid = z.object({ uuid: z.uuid() });

/** Includes the key itself, which no other response contains. */
export const shownKey = z.object({
  uuid: z.uuid(),
  key: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  restricted: z.boolean(),
  expires_at: z.iso.datetime().nullable(),
});

const apiKey = z.object({
  uuid: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  /** Those in effect. */
  scopes: z.array(scope),
  /** Those that the owner's present role does not permit. */
  withheld_scopes: z.array(scope),
  restricted: z.boolean(),
  expires_at: z.iso.datetime().nullable(),
  user_uuid: z.uuid(),
  owner_email: z.string(),
  owner_name: z.string().nullable(),
  owner_role: role,
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

export const keyList = z.object({ api_keys: z.array(apiKey), ...pageFields });

/** Keys from which an upgrade removed scopes that exceeded their owners. */
export const narrowedKeys = z.object({ api_keys: z.array(apiKey.extend({ removed_scopes: z.array(scope) })) });

/** Every scope, and whether the caller may give it to a key. */
export const scopeList = z.object({
  scopes: z.array(z.object({ name: scope, is_allowed: z.boolean(), roles: z.array(role) })),
});

export type ListedKey = z.output<typeof apiKey>;

nameSchemas({
  ApiKey: apiKey,
  ApiKeyList: keyList,
  NewApiKey: newApiKey,
  CreatedApiKey: shownKey,
  NarrowedApiKey: narrowedKeys.shape.api_keys.element,
  NarrowedApiKeyList: narrowedKeys,
  Scope: scopeList.shape.scopes.element,
  ScopeList: scopeList,
});
