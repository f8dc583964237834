import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { invariant } from '../../../media/kit/invariant.ts';
import { withoutZero } from '../fields.ts';

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
  const originals = new Map<string, { readonly schema: Json; readonly io: 'input' | 'output' }>();
  const components: Record<string, Json> = {};

  function nameFor(id: string, schema: Json, io: 'input' | 'output'): string {
    const isFor = (name: string): boolean => {
      const original = originals.get(name);
      if (original === undefined || isDeepStrictEqual(original.schema, schema)) return true;
      invariant(original.io !== io, `two schemas have the name ${name}`);
      return false;
    };
    const ofSide = `${id}${io === 'input' ? 'Input' : 'Output'}`;
    return isFor(id) || !isFor(ofSide) ? id : ofSide;
  }

  return {
    components,
    toJson(schema, io) {
      const {
        $schema,
        $defs = {},
        ...root
      } = withFormats(z.toJSONSchema(schema, { io, unrepresentable: 'any', override })) as Json & {
        $defs?: Record<string, Json>;
      };
      const names = new Map(
        Object.entries($defs).map(([id, definition]) => [`#/$defs/${id}`, nameFor(id, definition, io)]),
      );
      for (const [id, definition] of Object.entries($defs)) {
        const name = names.get(`#/$defs/${id}`) as string;
        if (!originals.has(name)) originals.set(name, { schema: definition, io });
        components[name] = renamed(definition, names) as Json;
      }
      return renamed(root, names) as Json;
    },
  };
}

const formatsInFull = ['email', 'uuid', 'uri', 'date', 'time', 'date-time'];

interface Overridden {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: { format?: string; pattern?: unknown; default?: unknown };
}

function override({ zodSchema, jsonSchema }: Overridden): void {
  const { format, pattern } = jsonSchema;
  // The format is sufficient; the pattern that zod checks it by is longer than the rest of the field.
  if (format !== undefined && formatsInFull.includes(format)) delete jsonSchema.pattern;
  // Python's `re` rejects Unicode classes, so one such pattern makes the whole document unusable there.
  if (typeof pattern === 'string' && /\\p\{/i.test(pattern)) delete jsonSchema.pattern;
  // zod omits the default of a transformed value.
  if (zodSchema instanceof z.ZodDefault && zodSchema.safeParse(zodSchema.def.defaultValue).success)
    jsonSchema.default = zodSchema.def.defaultValue;
}

/** The format of a text by the name of its property, so that no field can lack it. */
const formatsByName: readonly (readonly [RegExp, string])[] = [
  [/(^|_)uuids?$/, 'uuid'],
  [/_at$/, 'date-time'],
];

/** Adds the formats that follow from names. A text with a format or pattern of its own keeps it. */
function withFormats(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withFormats);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'properties' ? withFormatsOf(value as Readonly<Record<string, Json>>) : withFormats(value),
    ]),
  );
}

const withFormatsOf = (properties: Readonly<Record<string, Json>>): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const format = formatsByName.find(([names]) => names.test(name))?.[1];
      const isList = name.endsWith('s');
      return [name, withFormats(format === undefined ? property : ofFormat(property, format, isList))];
    }),
  );

/** Adds `format` to a text, or to the entries of a list; a text of several ids separated by commas is neither. */
function ofFormat(schema: Json, format: string, isList: boolean): Json {
  const { anyOf, items } = schema as { anyOf?: readonly Json[]; items?: Json };
  const isText = [schema.type].flat().includes('string') && !isList;
  if (isText && schema.pattern === withoutZero.source) return { ...schema, pattern: undefined, format };
  if (isText && schema.format === undefined && schema.pattern === undefined) return { ...schema, format };
  return {
    ...schema,
    ...(anyOf !== undefined && { anyOf: anyOf.map((each) => ofFormat(each, format, isList)) }),
    ...(items !== undefined && { items: ofFormat(items, format, false) }),
  };
}

function renamed(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => renamed(item, names));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string'
        ? [key, placeOf(names.get(value) ?? value)]
        : [key, renamed(value, names)],
    ),
  );
}
