import { Ajv2020 } from 'ajv/dist/2020.js';
import { isLinearPattern } from '../tools/index.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

/**
 * Whether this is a JSON schema of an object, by the meta-schema of JSON Schema 2020-12. It is never compiled: the code
 * that would make, and its regular expressions, would be of somebody else's choosing.
 */
export function isObjectSchema({ $schema: _, ...schema }: Readonly<Record<string, unknown>>): boolean {
  return schema.type === 'object' && ajv.validateSchema(schema) === true;
}

/** Keywords whose values are data, not schemas. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples']);

/**
 * Whether every regular expression of a schema is one that can be matched in linear time. `schema` must be shallow.
 */
export function hasLinearPatterns(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(hasLinearPatterns);
  if (typeof schema !== 'object' || schema === null) return true;
  return Object.entries(schema).every(([keyword, value]) => {
    if (dataKeywords.has(keyword)) return true;
    if (keyword === 'pattern' && typeof value === 'string') return isLinearPattern(value);
    if (keyword === 'patternProperties' && !Object.keys(Object(value)).every(isLinearPattern)) return false;
    return hasLinearPatterns(value);
  });
}

/** What checks a schema goes as deep as the schema does. */
export const maxSchemaLevels = 40;

/** Told without going down: what has too many levels must do no harm here either. */
export function isShallow(schema: unknown): boolean {
  let level: readonly unknown[] = [schema];
  for (let depth = 0; depth <= maxSchemaLevels; depth++) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return true;
  }
  return false;
}
