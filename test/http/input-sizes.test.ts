import { expect, test } from 'vitest';
import { z } from 'zod';
import { recordOf } from '../../src/http/fields.ts';
import { localHeaders, openTestApp, type TestApp } from './test-app.ts';

type Json = Readonly<Record<string, unknown>>;
type Named = Readonly<Record<string, Json>>;

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: Json }>>>>;
  readonly components: { readonly schemas: Named };
}

/** A list or an object with keys of the client: how to write the body that contains it, and how many entries it may have. */
interface List {
  readonly field: string;
  readonly isObject: boolean;
  readonly most: number | undefined;
  readonly bodyWith: (list: unknown) => unknown;
}

/** Whether each value of an object with keys of the client is validated. */
const hasCheckedValues = ({ additionalProperties: values }: Json): boolean =>
  typeof values === 'object' && values !== null && Object.keys(values).length > 0;

/** Returns the lists of a schema, and the objects whose keys are the client's and whose values are validated. */
function listsIn(given: Json, named: Named, { field, bodyWith }: Pick<List, 'field' | 'bodyWith'>): List[] {
  const schema = typeof given.$ref === 'string' ? (named[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given;
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list ?? []) as readonly Json[]);
  const own = branches.flatMap((branch) => listsIn(branch, named, { field, bodyWith }));
  for (const [name, of] of Object.entries((schema.properties ?? {}) as Named)) {
    const path = field === '' ? name : `${field}.${name}`;
    own.push(...listsIn(of, named, { field: path, bodyWith: (value) => bodyWith({ [name]: value }) }));
  }
  if (hasCheckedValues(schema)) {
    const most = schema.maxProperties as number | undefined;
    own.push({ field, isObject: true, most, bodyWith });
  }
  if (schema.type !== 'array') return own;
  const entry = { field: `${field}.0`, bodyWith: (value: unknown) => bodyWith([value]) };
  const most = schema.maxItems as number | undefined;
  return [...own, { field, isObject: false, most, bodyWith }, ...listsIn((schema.items ?? {}) as Json, named, entry)];
}

/** Number of faults that an answer lists or counts. */
const faultsIn = (detail: string): number => {
  const more = Number(/; and (\d+) more\.$/.exec(detail)?.[1] ?? 0);
  return more + detail.split('; body ').length;
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly payload: string;
}

/** Ids are UUIDs or numbers; a malformed one is 404 whatever the body. */
async function send(http: TestApp['http'], { method, path, payload }: Sent) {
  const headers = { ...localHeaders, 'content-type': 'application/json' };
  const sent = (id: string) =>
    http.inject({
      method: method.toUpperCase() as 'POST',
      url: path.replaceAll(/\{[^}]*\}/g, id),
      headers,
      payload,
    });
  const answer = await sent('00000000-0000-4000-8000-000000000001');
  return answer.statusCode === 404 ? sent('1') : answer;
}

test('every list and every object with keys of the client has a limit, checked before its entries', async () => {
  const { http } = await openTestApp();
  const described = (await http.inject({ url: '/openapi.json' })).json() as Described;
  const withoutLimit: string[] = [];
  const fields: string[] = [];
  for (const [path, item] of Object.entries(described.paths))
    for (const [method, { requestBody }] of Object.entries(item)) {
      const content = (requestBody?.content ?? {}) as Readonly<Record<string, { schema: Json }>>;
      const schema = content['application/json']?.schema ?? {};
      for (const list of listsIn(schema, described.components.schemas, { field: '', bodyWith: (body) => body })) {
        const route = `${method.toUpperCase()} ${path}, ${list.field}`;
        if (list.most === undefined) {
          withoutLimit.push(route);
          continue;
        }
        const entries = Array.from({ length: list.most + 50 }, () => [list.isObject]);
        const keyed = Object.fromEntries(entries.map((entry, index) => [`k${index}`, entry]));
        const payload = JSON.stringify(list.bodyWith(list.isObject ? keyed : entries));
        const answer = await send(http, { method, path, payload });
        // Each wrong entry would be a fault; absent fields of the body are others.
        const { statusCode } = answer;
        const isBounded = statusCode === 400 && faultsIn(answer.json().detail) < entries.length;
        expect([route, statusCode, isBounded ? 'bounded' : answer.json().detail]).toEqual([route, 400, 'bounded']);
        fields.push(list.field);
      }
    }
  expect(withoutLimit).toEqual([]);
  expect(fields).toEqual(
    expect.arrayContaining([
      'scopes',
      'events',
      'tags',
      'transcript',
      'rubric_fields.0.options',
      'tools.0.query',
      'headers',
    ]),
  );
});

test('recordOf checks the number of keys before the values', () => {
  const schema = z.object({ headers: recordOf(z.string(), z.string(), 2).exactOptional() });
  const faults = (headers: unknown) =>
    schema.safeParse({ headers }).error?.issues.map(({ path, message }) => [...path, message].join(' ')) ?? [];
  expect(faults({ ...Array.from({ length: 1000 }, () => 7) })).toEqual(['headers must have at most 2 entries']);
  expect(faults({ a: 'x', b: 7 })).toEqual([expect.stringMatching(/^headers b /)]);
  expect(faults({ a: 'x', b: 'y' })).toEqual([]);
  expect(schema.parse({})).toEqual({});
});
