import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createNamedSchemas } from '../../src/http/openapi/schemas.ts';
import { isCallback } from './provider-paths.ts';
import { openTestApp } from './test-app.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, string[]>[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: unknown }[];
  readonly requestBody?: unknown;
  readonly responses: Record<string, Record<string, unknown>>;
  readonly 'x-access'?: Record<string, unknown>;
  readonly 'x-rate-limit': { per_minute: number } | null;
}

interface Description {
  readonly openapi: string;
  readonly tags: readonly { name: string; description?: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, unknown>>;
}

let description: Description | undefined;

/** Asked of the first test's server, for all of them. */
async function describeAll() {
  if (description === undefined) {
    const app = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '100' } });
    description = (await app.http.inject({ url: '/openapi.json' })).json() as Description;
  }
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]): [string, Operation] => [`${method.toUpperCase()} ${path}`, one]),
  );
  return { api: description, operations };
}

/** Rate limits by route; `undefined` for a route that does not exist yet. */
const contractLimits: [string, number][] = [
  ['POST /v1/calls', 30],
  ['POST /v1/campaigns/{id}/launch', 5],
  ['POST /v1/campaigns/{id}/stop', 5],
  ['POST /v1/contacts', 60],
  ['PATCH /v1/contacts/{id}', 60],
  ['POST /v1/contacts/bulk', 10],
  ['POST /v1/webhooks', 20],
  ['POST /api/voice/webhooks', 100],
  ['POST /api/voice/customers/import', 5],
  ['POST /api/voice/models/speakers', 5],
  ['POST /api/voice/models/speakers/{name}/deploy', 5],
  ['POST /api/voice/models/speakers/{name}/dataset/sample', 30],
  ['POST /api/voice/calls/{uuid}/transfer', 10],
  ['POST /api/voice/calls/{uuid}/end', 10],
  ['GET /api/voice/calls/agent-availability', 30],
  ['POST /api/voice/calls/{uuid}/metadata', 30],
  ['POST /api/voice/agents', 20],
  ['POST /api/voice/flows', 20],
];

type Schema = Readonly<Record<string, unknown>>;

interface Content {
  readonly schema: Schema;
}

/** Returns a schema, or the named one that it refers to. */
function wholeOf(api: Description, schema: Schema | undefined): Schema | undefined {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(`${schema?.$ref}`)?.[1];
  return name === undefined ? schema : (api.components.schemas?.[name] as Schema);
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Calls `visit` with every object of the document. */
function eachSchema(node: unknown, visit: (schema: Schema) => void): void {
  if (!isObject(node)) return;
  if (!Array.isArray(node)) visit(node);
  for (const one of Object.values(node)) eachSchema(one, visit);
}

/** Calls `visit` with the name of every property and each text that it may be. */
const eachProperty = (node: unknown, visit: (name: string, text: Schema) => void): void =>
  eachSchema(node, ({ properties }) => {
    for (const [name, schema] of Object.entries(isObject(properties) ? properties : {}))
      for (const text of textsOf(schema)) visit(name, text);
  });

const textsOf = (schema: unknown): Schema[] =>
  isObject(schema)
    ? [
        ...([schema.type].flat().includes('string') ? [schema] : []),
        ...((schema.anyOf ?? []) as unknown[]).flatMap(textsOf),
      ]
    : [];

/** Fields of times that accept a day too. */
const dayOnly = 'date';
const agentTimePattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$';

describe('the description of the API', () => {
  test('names every route and its parts', async () => {
    const { api } = await describeAll();
    expect(api.openapi).toBe('3.1.0');
    const paths = ['/health', '/v1/calls', '/v1/calls/{uuid}', '/api/voice/webhooks/telephony_b/answer'];
    expect(Object.keys(api.paths)).toEqual(expect.arrayContaining(paths));
    expect(Object.keys(api.paths).some((path) => path.includes('*'))).toBe(false);
    expect(Object.keys(api.paths['/api/voice/webhooks/telephony_a/answer'] ?? {})).toEqual(['get', 'post']);
    const list = api.paths['/v1/calls']?.get;
    expect(list?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['limit', 'outcome']));
    expect(list?.security).toEqual([{ bearer: ['voice:calls:read'] }]);
    expect(list?.description).toContain('`voice:calls:read`');
    expect(list?.['x-rate-limit']).toEqual({ per_minute: 100, counted_by: 'caller' });
  });

  test('has complete operations', async () => {
    const { api, operations } = await describeAll();
    const tags = new Map(api.tags.map(({ name, description }) => [name, description]));
    for (const [name, one] of operations) {
      expect(one.summary, name).toMatch(/^[A-Z].{5,}\.$/s);
      expect(one.tags.length, name).toBeGreaterThan(0);
      for (const tag of one.tags) expect(tags.get(tag), `${name}: tag ${tag} has no text`).toBeTruthy();
      expect(one.description.length, name).toBeGreaterThan(10);
      const statuses = Object.keys(one.responses);
      expect(
        statuses.some((status) => status.startsWith('2')),
        name,
      ).toBe(true);
      expect(statuses, name).toEqual(expect.arrayContaining(['400', '500', '503']));
      if (one.security.length > 0) expect(statuses, name).toContain('401');
      if (one.security.length > 0) expect(statuses, name).toContain('403');
      if (one['x-rate-limit'] !== null) expect(statuses, name).toContain('429');
      for (const parameter of one.parameters)
        expect(Object.keys(parameter.schema as object).length, name).toBeGreaterThan(0);
    }
  });

  test('describes upload forms, with files as bytes', async () => {
    const { api } = await describeAll();
    for (const path of ['/api/kb/documents', '/api/voice/customers/import', '/api/voice/customers/import/columns']) {
      const body = api.paths[path]?.post?.requestBody as { required: boolean; content: Record<string, Content> };
      expect(body.required, path).toBe(true);
      expect(wholeOf(api, body.content['multipart/form-data']?.schema), path).toMatchObject({
        properties: { file: { type: 'string', format: 'binary' } },
        required: ['file'],
      });
    }
  });

  test('every answer has content types in full, one to a key, and files are bytes', async () => {
    const { operations } = await describeAll();
    for (const [name, { responses }] of operations)
      for (const { content = {} } of Object.values(responses) as { content?: Record<string, { schema?: unknown }> }[])
        for (const [type, { schema }] of Object.entries(content)) {
          expect(type, name).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
          if (/^(audio|image)\/|octet-stream|pdf/.test(type))
            expect(schema, name).toEqual({ type: 'string', format: 'binary' });
        }
    const typesOf = (path: string) =>
      Object.keys((operations.find(([name]) => name === path)?.[1].responses[200]?.content ?? {}) as object);
    expect(typesOf('GET /api/voice/webhooks/telephony_a/answer')).toEqual(['application/xml', 'text/xml']);
    expect(typesOf('GET /api/kb/documents/{uuid}/file')).toEqual(
      expect.arrayContaining(['application/pdf', 'image/tiff', 'audio/mpeg', 'application/octet-stream']),
    );
  });

  test('every audio response also has a binary type that generated clients support', async () => {
    const { operations } = await describeAll();
    const sounds = operations.flatMap(([name, { responses }]) => {
      const types = Object.keys((responses['200']?.content as object | undefined) ?? {});
      return types.some((type) => type.startsWith('audio/')) ? [[name, types] as const] : [];
    });
    expect(sounds.length).toBeGreaterThan(3);
    expect(sounds.filter(([, types]) => !types.includes('application/octet-stream'))).toEqual([]);
  });

  test('callbacks take each field from the query or the body, so that neither must have it', async () => {
    const { api } = await describeAll();
    const answer = api.paths['/api/voice/webhooks/telephony_a/answer']?.post;
    expect(answer?.parameters.filter(({ required }) => required)).toEqual([]);
    expect(JSON.stringify(answer?.parameters.find(({ name }) => name === 'CallUUID'))).toContain('A-Za-z0-9._:-');
    const { content } = (answer?.requestBody ?? {}) as { content?: Record<string, unknown> };
    expect(Object.keys(content ?? {})).toEqual(['application/x-www-form-urlencoded', 'application/json']);
  });

  test('describes the format of fields', async () => {
    const { api } = await describeAll();
    const properties = (path: string) => {
      const body = api.paths[path]?.post?.requestBody as { content: Record<string, Content> };
      return wholeOf(api, body.content['application/json']?.schema)?.properties;
    };
    expect(properties('/v1/contacts')).toMatchObject({
      phone: { type: 'string', format: 'phone', examples: [expect.stringMatching(/^\+/)] },
      tags: { anyOf: [{ items: { pattern: expect.stringContaining(':') } }, { type: 'null' }] },
    });
    expect(properties('/api/auth/register')).toMatchObject({ email: { format: 'email' } });
    expect(properties('/api/auth/api-keys')).toMatchObject({ name: { minLength: 1 } });
    const line = { type: 'string', minLength: 1, pattern: expect.stringMatching(/^\[\^\\s\\u0000-/) };
    expect(properties('/api/voice/queues')).toMatchObject({ name: { ...line, maxLength: 100 } });
    expect(properties('/api/voice/agents')).toMatchObject({
      name: { ...line, maxLength: 120 },
      greeting: { anyOf: [{ ...line, maxLength: 1000 }, { type: 'null' }] },
    });
    expect(properties('/v1/webhooks')).toMatchObject({
      url: { format: 'uri' },
      headers: { maxProperties: 20, propertyNames: { pattern: expect.stringContaining('{1,100}') } },
    });
    expect(properties('/v1/contacts')).toMatchObject({
      timezone: { anyOf: [{ format: 'time-zone' }, { type: 'null' }] },
    });
    expect(properties('/api/agents/ocr_agent/ask_ocr')).toMatchObject({ question: { ...line, maxLength: 2000 } });
  });

  test('has no pattern that only some engines of regular expressions read', async () => {
    const { api } = await describeAll();
    const patterns = new Set<string>();
    eachSchema(api, ({ pattern }) => typeof pattern === 'string' && patterns.add(pattern));
    expect(patterns.size).toBeGreaterThan(10);
    // Unicode classes, and groups of Perl and of newer ECMAScript.
    expect([...patterns].filter((one) => /\\[pPkX]|\(\?/.test(one))).toEqual([]);
    for (const one of patterns) expect(() => new RegExp(one, 'u'), one).not.toThrow();
  });

  test('every time and every UUID has its format', async () => {
    const { operations, api } = await describeAll();
    const own = operations.filter(([name]) => !isCallback(name.replace(/^\S+ /, '')));
    const texts: [string, Readonly<Record<string, unknown>>][] = [];
    const fields = (part: unknown) => eachProperty(part, (name, schema) => texts.push([name, schema]));
    for (const [name, { parameters, ...operation }] of own) {
      fields(operation);
      for (const parameter of parameters)
        for (const schema of textsOf(parameter.schema)) texts.push([`${name} ${parameter.name}`, schema]);
    }
    const schemas = Object.entries(api.components.schemas ?? {});
    for (const [name, schema] of schemas) if (!/^(Telephony[A-Z]|Vobiz).*Callback$/.test(name)) fields(schema);
    const without = (names: RegExp, format: string) =>
      texts.filter(
        ([name, schema]) =>
          names.test(name) &&
          ![format, dayOnly].includes(`${schema.format}`) &&
          schema.pattern !== agentTimePattern &&
          // Some providers send an empty text for no value.
          schema.const !== '',
      );
    expect(texts.length).toBeGreaterThan(1000);
    expect(without(/_at$/, 'date-time')).toEqual([]);
    expect(without(/\b(\w+_)?uuid$/, 'uuid')).toEqual([]);
    expect(texts.some(([name, { format }]) => name === 'created_at' && format === 'date-time')).toBe(true);
  });

  test('every parameter of a page and of a number of days states its default', async () => {
    const { operations } = await describeAll();
    const defaults = operations.flatMap(([name, { parameters }]) =>
      parameters
        .filter((one) => one.in === 'query' && ['limit', 'offset', 'days'].includes(one.name))
        .map((one) => [`${name} ${one.name}`, (one.schema as { default?: unknown }).default] as const),
    );
    expect(defaults.length).toBeGreaterThan(80);
    expect(defaults.filter(([, value]) => typeof value !== 'number')).toEqual([]);
    expect(new Map(defaults).get('GET /v1/calls limit')).toBe(50);
    expect(new Map(defaults).get('GET /v1/calls offset')).toBe(0);
    expect(new Map(defaults).get('GET /api/dashboard/trend days')).toBe(14);
    expect(new Map(defaults).get('GET /api/agents/ocr_agent/conversations/history limit')).toBe(100);
  });

  test('has unique operation names that programs can use', async () => {
    const { operations } = await describeAll();
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  test('has the path parameters of each path', async () => {
    const { operations } = await describeAll();
    for (const [name, one] of operations) {
      const inPath = [...name.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      const named = one.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
      expect(named.sort(), name).toEqual(inPath.sort());
    }
  });

  test('has valid references, and no unused part', async () => {
    const { api } = await describeAll();
    const text = JSON.stringify(api);
    const refs = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map((match) => match[1] as string));
    expect(refs.size).toBeGreaterThan(10);
    for (const ref of refs) {
      const [kind = '', name = ''] = ref.split('/');
      expect(api.components[kind]?.[name], ref).toBeDefined();
    }
    expect(text).not.toContain('#/$defs/');
    for (const name of Object.keys(api.components.schemas ?? {})) expect(refs).toContain(`schemas/${name}`);
  });

  test('names every body, except lists and unions that have no fields of their own', async () => {
    const { operations } = await describeAll();
    const bodies = operations.flatMap(([name, { requestBody, responses }]) =>
      [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.entries((part as { content?: Record<string, { schema?: Schema }> } | undefined)?.content ?? {})
          .filter(([type]) => /json|form/.test(type))
          .map(([, { schema }]) => [name, schema] as const),
      ),
    );
    expect(bodies.length).toBeGreaterThan(400);
    const inline = bodies.filter(([, schema]) => schema?.$ref === undefined && schema?.format !== 'binary');
    expect(inline.length, inline.map(([name]) => name).join(', ')).toBeLessThanOrEqual(20);
  });

  test('names the resources of the API as its paths do', async () => {
    const { api } = await describeAll();
    const answerOf = (path: string): unknown => {
      const response = api.paths[path]?.get?.responses[200] as { content: Record<string, Content> } | undefined;
      return response?.content['application/json']?.schema.$ref;
    };
    const named = {
      '/v1/calls': 'CallList',
      '/v1/calls/{uuid}': 'Call',
      '/v1/campaigns': 'CampaignList',
      '/v1/contacts': 'ContactList',
      '/v1/contacts/{uuid}': 'Contact',
      '/api/voice/agents': 'AgentList',
      '/api/voice/agents/{uuid}': 'Agent',
      '/api/voice/speakers': 'VoiceList',
      '/api/voice/webhooks': 'WebhookList',
      '/api/kb/documents/{uuid}': 'Document',
      '/api/pf-coach/runs/{uuid}': 'PracticeRun',
    };
    for (const [path, name] of Object.entries(named)) expect(answerOf(path), path).toBe(`#/components/schemas/${name}`);
    expect(api.components.schemas?.CampaignList).toMatchObject({
      properties: { campaigns: { items: { $ref: '#/components/schemas/Campaign' } } },
    });
    for (const name of Object.keys(api.components.schemas ?? {})) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  });

  test('leaves to generators the names that they derive for the fields of a schema', async () => {
    const { api } = await describeAll();
    const schemas = Object.entries(api.components.schemas ?? {}) as [string, Schema][];
    const pascal = (name: string) => name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const isType = (schema: unknown): boolean =>
      isObject(schema) &&
      ('enum' in schema || 'properties' in schema || [schema.anyOf ?? []].flat().some((choice) => isType(choice)));
    const derived = schemas.flatMap(([name, { properties }]) =>
      Object.entries(isObject(properties) ? properties : {})
        .filter(([, schema]) => isType(schema))
        .map(([field]) => name + pascal(field)),
    );
    expect(derived.length).toBeGreaterThan(100);
    expect(schemas.map(([name]) => name).filter((name) => derived.includes(name))).toEqual([]);
  });

  test('has the limits of the contract', async () => {
    const { operations } = await describeAll();
    const described = new Map(operations.map(([name, one]) => [name.replaceAll(/\{[^}]+\}/g, '{}'), one]));
    const found = contractLimits.flatMap(([name, perMinute]) => {
      const one = described.get(name.replaceAll(/\{[^}]+\}/g, '{}'));
      if (one !== undefined) expect(one['x-rate-limit'], name).toEqual({ per_minute: perMinute, counted_by: 'caller' });
      return one === undefined ? [] : [name];
    });
    expect(found).toContain('POST /api/voice/calls/{uuid}/end');
  });
});

describe('schemas with a name', () => {
  const part = z.object({ a: z.string() }).meta({ id: 'Part' });

  test('appear in the document once', () => {
    const schemas = createNamedSchemas();
    expect(schemas.toJson(z.array(part), 'input')).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Part' },
    });
    schemas.toJson(z.object({ one: part, two: part }), 'input');
    expect(Object.keys(schemas.components)).toEqual(['Part']);
  });

  test('must not share a name', () => {
    const schemas = createNamedSchemas();
    schemas.toJson(z.object({ a: z.string() }).meta({ id: 'Shared' }), 'output');
    const other = z.object({ b: z.string() }).meta({ id: 'Shared' });
    expect(() => schemas.toJson(other, 'output')).toThrow('two schemas have the name Shared');
    expect(schemas.toJson(other, 'input')).toEqual({ $ref: '#/components/schemas/SharedInput' });
    const third = z.object({ c: z.string() }).meta({ id: 'Shared' });
    expect(() => schemas.toJson(third, 'input')).toThrow('two schemas have the name SharedInput');
  });

  test('have a second name if input and output differ', () => {
    const schemas = createNamedSchemas();
    const both = z.object({ a: z.number().default(1) }).meta({ id: 'Both' });
    expect(schemas.toJson(both, 'output')).toEqual({ $ref: '#/components/schemas/Both' });
    expect(schemas.toJson(both, 'input')).toEqual({ $ref: '#/components/schemas/BothInput' });
    expect(schemas.components.Both).toMatchObject({ required: ['a'] });
    expect(schemas.components.BothInput).not.toHaveProperty('required');
  });
});
