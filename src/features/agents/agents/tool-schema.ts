import { Ajv2020 } from 'ajv/dist/2020.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

/**
 * Returns whether a value is a JSON schema of an object, by the meta-schema of JSON Schema 2020-12. The schema is never
 * compiled: its generated code and regular expressions would be under a client's control.
 */
export function isObjectSchema({ $schema: _, ...schema }: Readonly<Record<string, unknown>>): boolean {
  return schema.type === 'object' && ajv.validateSchema(schema) === true;
}

/** Keywords whose values are data, not schemas. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples']);

/** Returns every regular expression in a schema. `schema` must be shallow. */
export function patternsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(patternsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (dataKeywords.has(keyword)) return [];
    if (keyword === 'pattern' && typeof value === 'string') return [value];
    const keys = keyword === 'patternProperties' ? Object.keys(Object(value)) : [];
    return [...keys, ...patternsIn(value)];
  });
}

/** Validation recurses as deep as the schema. */
export const maxSchemaLevels = 40;

/** Checks the depth without recursion, so that a deeply nested schema cannot overflow the stack here. */
export function isShallow(schema: unknown): boolean {
  let level: readonly unknown[] = [schema];
  for (let depth = 0; depth <= maxSchemaLevels; depth++) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return true;
  }
  return false;
}
