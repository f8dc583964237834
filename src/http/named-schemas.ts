import { z } from 'zod';

/**
 * Gives schemas the names under which they appear in the API documentation, and therefore in generated clients. A named
 * schema is written once; every other place refers to it.
 */
export function nameSchemas(schemas: Readonly<Record<string, z.ZodType>>): void {
  for (const [id, schema] of Object.entries(schemas)) schema.register(z.globalRegistry, { ...schema.meta(), id });
}

/** Converts a name such as `telephony_a` to the form of the names above, `TelephonyA`. */
export const schemaNameOf = (name: string): string =>
  name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
