type Json = Readonly<Record<string, unknown>>;
export type Named = Readonly<Record<string, Json>>;

/** Just below the limit of a body. */
const bodyBytes = 1_000_000;

const nastyText = 'next monday at 3 pm on the 5th of may 2026, 4111 1111 1111 1111 and ';
export const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Returns bodies that fill the limit for a schema: valid, with wrong values, deep, and with unknown members. */
export function nastyBodies(schema: Json, named: Named): Readonly<Record<string, string>> {
  const full = JSON.stringify(fullOf(schema, named, bodyBytes));
  const members = Array.from({ length: 60_000 }, (_, index) => `"member${index}":${index}`);
  return {
    full: full.length > bodyBytes ? JSON.stringify(fullOf(schema, named, bodyBytes / 4)) : full,
    wrong: JSON.stringify(wrongOf(schema, named)),
    deep: `{"metadata":${'['.repeat(450_000)}${']'.repeat(450_000)}}`,
    unknown: `{${members.join(',')}}`,
  };
}

const resolved = (schema: Json, named: Named): Json =>
  typeof schema.$ref === 'string' ? (named[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

const branchOf = (schema: Json): Json | undefined =>
  ((schema.oneOf ?? schema.anyOf ?? schema.allOf) as readonly Json[] | undefined)?.[0];

const mostLevels = 8;

/** Returns a value of a schema that is as large as its limits and its share of the budget allow. */
function fullOf(given: Json, named: Named, budget: number, levels = 0): unknown {
  const schema = resolved(given, named);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const branch = branchOf(schema);
  if (branch !== undefined) return fullOf(branch, named, budget, levels);
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>);
      const share = budget / Math.max(1, fields.length);
      if (fields.length === 0) return { text: repeated(nastyText, budget / 2) };
      if (levels > mostLevels) return {};
      return Object.fromEntries(fields.map(([name, of]) => [name, fullOf(of, named, share, levels + 1)]));
    }
    case 'array': {
      const items = (schema.items ?? {}) as Json;
      const one = fullOf(items, named, Math.max(100, budget / 50), levels + 1);
      const size = JSON.stringify(one)?.length ?? 1;
      const count = Math.min(Number(schema.maxItems ?? 100_000), Math.max(1, Math.floor(budget / (size + 1))));
      return Array.from({ length: count }, () => one);
    }
    case 'integer':
    case 'number':
      return schema.maximum ?? schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(schema, budget);
  }
}

const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  'date-time': '2026-05-05T10:00:00.000Z',
  date: '2026-05-05',
  email: 'a@example.com',
  uri: 'https://example.com/',
};

function textOf(schema: Json, budget: number): string {
  const byFormat = formats[String(schema.format)];
  return byFormat ?? repeated(nastyText, Math.min(Number(schema.maxLength ?? budget), budget));
}

/** Returns a value in which each list is full of wrong values: every one of them is an issue of the validation. */
function wrongOf(given: Json, named: Named, levels = 0): unknown {
  const schema = resolved(given, named);
  const branch = branchOf(schema);
  if (branch !== undefined) return wrongOf(branch, named, levels);
  if (schema.type === 'array') return Array.from({ length: 60_000 }, () => [1, {}]);
  if (schema.type !== 'object' || levels > 2) return [1, {}];
  const fields = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>);
  // An object without fixed keys: each wrong member is an issue too.
  if (fields.length === 0)
    return Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`m${index}`, [1, {}]]));
  return Object.fromEntries(fields.map(([name, of]) => [name, wrongOf(of, named, levels + 1)]));
}
