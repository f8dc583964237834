import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Schemas with a name appear once in the document, under that name. */
export interface NamedSchemas {
  readonly components: Readonly<Record<string, Json>>;
  /**
   * Returns JSON Schema. What a client sends (`input`) may differ from what it receives, because of fields with
   * defaults.
   */
  toJson(schema: z.ZodType, io: 'input' | 'output'): Json;
}

const placeOf = (name: string): string => `#/components/schemas/${name}`;

export function createNamedSchemas(): NamedSchemas {
  /** Schemas as zod produced them, to detect two shapes under one name. */
  const given = new Map<string, Json>();
  const components: Record<string, Json> = {};

  function nameFor(id: string, schema: Json, io: 'input' | 'output'): string {
    const known = given.get(id);
    return known === undefined || isDeepStrictEqual(known, schema) ? id : `${id}${io === 'input' ? 'Input' : 'Output'}`;
  }

  return {
    components,
    toJson(schema, io) {
      const {
        $schema,
        $defs = {},
        ...root
      } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as Json & {
        $defs?: Record<string, Json>;
      };
      const names = new Map(Object.entries($defs).map(([id, own]) => [`#/$defs/${id}`, nameFor(id, own, io)]));
      for (const [id, own] of Object.entries($defs)) {
        const name = names.get(`#/$defs/${id}`) as string;
        given.set(name, own);
        components[name] = renamed(own, names) as Json;
      }
      return renamed(root, names) as Json;
    },
  };
}

const formatsInFull = ['email', 'uuid', 'uri', 'date', 'time', 'date-time'];

/** The format is sufficient; the pattern that zod checks it by is longer than the rest of the field. */
function override({ jsonSchema }: { jsonSchema: { format?: string; pattern?: unknown } }): void {
  if (jsonSchema.format !== undefined && formatsInFull.includes(jsonSchema.format)) delete jsonSchema.pattern;
}

function renamed(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((one) => renamed(one, names));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string'
        ? [key, placeOf(names.get(value) ?? value)]
        : [key, renamed(value, names)],
    ),
  );
}
