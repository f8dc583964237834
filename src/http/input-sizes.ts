import { z } from 'zod';
import { inputAdvice } from './input-advice.ts';

/** The parts of a zod definition that say how long lists may be. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly checks?: readonly z.core.$ZodCheck[];
}

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition;

const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch']);

/**
 * Validates input. Zod validates every entry of a list before its length; here the length is first, so a list that is
 * too long is one fault, whatever its entries are. The entries of an object without fixed keys count as a list whose
 * limit is `maxProperties` of its `meta`.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): Parsed<z.output<S>> {
  const issue = overlong(schema, value, []);
  if (issue !== undefined) return { success: false, error: { issues: [issue] } };
  return schema.safeParse(value, { error: inputAdvice });
}

type Parsed<T> =
  | { readonly success: true; readonly data: T; readonly error?: undefined }
  | { readonly success: false; readonly error: Faults };

/** What is wrong with an input, in zod's form. */
export type Faults = Pick<z.ZodError, 'issues'>;

function overlong(schema: z.core.$ZodType, value: unknown, path: PropertyKey[]): z.core.$ZodIssue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const definition = definitionOf(schema);
  if (wrappers.has(definition.type) && definition.innerType !== undefined)
    return overlong(definition.innerType, value, path);
  if (definition.type === 'pipe') return overlongBeforePipe(definition, value, path);
  if (definition.type === 'array') return Array.isArray(value) ? overlongList(definition, value, path) : undefined;
  if (Array.isArray(value)) return undefined;
  if (definition.type === 'record') return overlongRecord(schema, definition, { value, path });
  for (const [name, field] of Object.entries(definition.shape ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    const issue = overlong(field, (value as Readonly<Record<string, unknown>>)[name], [...path, name]);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

/** `z.preprocess` is a pipe that begins with a function. */
function overlongBeforePipe(definition: Definition, value: unknown, path: PropertyKey[]) {
  const first = definition.in === undefined || definitionOf(definition.in).type === 'transform' ? 'out' : 'in';
  const schema = definition[first];
  return schema === undefined ? undefined : overlong(schema, value, path);
}

type TooLong = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig<unknown[]>> & { readonly path: PropertyKey[] };

function overlongList(definition: Definition, value: readonly unknown[], path: PropertyKey[]) {
  for (const { _zod: check } of definition.checks ?? []) {
    const { maximum } = check.def as { readonly maximum?: number };
    if (check.def.check !== 'max_length' || maximum === undefined || value.length <= maximum) continue;
    const issue: TooLong = { code: 'too_big', origin: 'array', maximum, inclusive: true, input: [...value], path };
    return { ...issue, message: textOf(check.def.error?.(issue as never)) ?? inputAdvice(issue) };
  }
  return firstOf(value.entries(), definition.element, path);
}

interface Placed {
  readonly value: object;
  readonly path: PropertyKey[];
}

function overlongRecord(schema: z.core.$ZodType, definition: Definition, { value, path }: Placed) {
  const maximum = z.globalRegistry.get(schema)?.maxProperties;
  const entries = Object.entries(value);
  if (typeof maximum !== 'number' || entries.length <= maximum) return firstOf(entries, definition.valueType, path);
  const message = `must have at most ${maximum} entries`;
  return { code: 'custom', input: value, path, message } as const;
}

function firstOf(
  entries: Iterable<readonly [PropertyKey, unknown]>,
  schema: z.core.$ZodType | undefined,
  path: PropertyKey[],
): z.core.$ZodIssue | undefined {
  if (schema === undefined || !mayHoldLists(schema)) return undefined;
  for (const [name, entry] of entries) {
    const issue = overlong(schema, entry, [...path, name]);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

const plain = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown', 'any', 'int']);

const mayHoldLists = (schema: z.core.$ZodType): boolean => !plain.has(definitionOf(schema).type);

const textOf = (advice: string | { readonly message: string } | null | undefined): string | undefined =>
  typeof advice === 'string' ? advice : advice?.message;
