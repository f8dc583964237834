import { describe, expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { refusalOf } from '../../src/features/agents/tools/arguments.ts';
import { withCallerFields } from '../../src/features/agents/tools/caller-fields.ts';
import { createToolExecution } from '../../src/features/agents/tools/execution.ts';
import { createToolRunner } from '../../src/features/agents/tools/service.ts';
import { createHttpClient } from '../../src/http-client/index.ts';
import { begin } from '../http/stored-calls.ts';
import { openTestApp } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { usualTool } from './usual-tool.ts';

const parameters = {
  type: 'object',
  properties: { date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }, seats: { type: 'integer' } },
  required: ['date'],
  additionalProperties: false,
};
const call = {
  uuid: 'c',
  direction: 'inbound' as const,
  from: '+12025550111',
  to: '+12025550143',
  contactUuid: null,
  isCallerVerified: false,
};

const organisation = '00000000-0000-4000-8000-000000000001' as OrganisationId;
/** However slow this machine is, what answers does so in time. */
const longMs = 600_000;

async function runner(answer: Parameters<typeof openReceiver>[0], allowedHosts = ['127.0.0.1'], deadlineMs = longMs) {
  const receiver = await openReceiver(answer);
  const tool = { ...usualTool, parameters, endpoint: receiver.url, timeout_ms: deadlineMs };
  const { run } = createToolRunner({
    find: async (_uuid, name) => ({ organisation, call, tool: name === 'book' ? tool : undefined }),
    execute: createToolExecution({
      httpClient: createHttpClient({ allowedHosts }),
      secretsOf: async (_, names) =>
        names.length === 0 ? { values: new Map() } : { missing: names[0] as string, detail: 'There are no secrets.' },
      callMcp: async () => ({ ok: false, result: 'There are no MCP servers.' }),
      version: '1',
      now: () => new Date(),
    }),
  });
  return {
    receiver,
    run: (args: Record<string, unknown> = { date: '2026-03-01' }, name = 'book') =>
      run('c', name, args, { turn: 1, id: 'a' }),
  };
}

describe('a tool', () => {
  test('receives its arguments and the call, and its response returns to the agent', async () => {
    const { receiver, run } = await runner((_, reply) => void reply.end('{"free": ["10:00"]}'));
    expect(await run({ date: '2026-03-01', seats: 2 })).toEqual({ ok: true, result: '{"free": ["10:00"]}' });
    const [asked] = receiver.received;
    expect(asked?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Parley/1 (tools)' });
    expect(JSON.parse(String(asked?.body))).toEqual({
      tool: 'book',
      arguments: { date: '2026-03-01', seats: 2 },
      call_uuid: 'c',
      contact_uuid: null,
      caller_verified: false,
      from_number: '+12025550111',
      to_number: '+12025550143',
    });
  });

  test.each([
    ['a long answer is cut', 'ä'.repeat(5000), /^ä{2000} \(truncated\)$/],
    ['an empty one means that it is done', '', /^Done\.$/],
    ['what no terminal should see is left out', 'a\u001b[31m\u202eb', /^a\[31mb$/],
  ])('%s', async (_what, text, result) => {
    const { run } = await runner((_, reply) => void reply.end(text));
    expect(await run()).toEqual({ ok: true, result: expect.stringMatching(result) });
  });

  test.each([
    [
      'answers 500',
      (_: unknown, reply: { writeHead(status: number): { end(): void } }) => reply.writeHead(500).end(),
      'book returned status 500.',
      longMs,
    ],
    [
      'sends elsewhere',
      (_: unknown, reply: { writeHead(status: number): { end(): void } }) => reply.writeHead(302).end(),
      'book returned status 302.',
      longMs,
    ],
    ['never answers', () => {}, 'The request to book failed. The receiver did not respond in time.', 300],
  ])('that %s is reported in a sentence', async (_what, answer, result, deadlineMs) => {
    const { run } = await runner(answer as never, undefined, deadlineMs);
    expect(await run()).toEqual({ ok: false, result });
  });

  test('on a private address, with wrong arguments, or unknown is not called', async () => {
    const { receiver, run } = await runner(undefined, []);
    expect(await run()).toEqual({ ok: false, result: expect.stringContaining('The address is not public') });
    expect(await run({ date: 'soon' })).toEqual({
      ok: false,
      result: expect.stringContaining('The arguments do not fit: arguments/date must match pattern'),
    });
    expect(await run({}, 'fly')).toEqual({ ok: false, result: 'No endpoint is connected for fly.' });
    expect((await run({ date: 'x'.repeat(20_000) })).ok).toBe(false);
    expect(receiver.received).toEqual([]);
  });

  test('of a flow’s agent is called in its calls', async () => {
    const receiver = await openReceiver((_, reply) => void reply.end('At ten.'));
    const app = await openTestApp({ env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
    const tool = { name: 'book', description: 'Books.', parameters, endpoint: 'https://127.0.0.1/book' };
    const payload = { name: 'Ada', voice_config: { speaker: 'ava' }, tools: [tool] };
    const made = await app.http.inject({ method: 'POST', url: '/api/voice/agents', payload });
    expect(made.statusCode, made.body).toBe(201);
    const { flows, voiceAgents } = app.database.tables;
    await app.database.system.tx(async (queries) => {
      await queries.update(voiceAgents).set({ tools: [{ ...tool, endpoint: receiver.url }] });
      await queries.update(flows).set({ voiceAgentUuid: made.json().uuid });
    });
    const { callUuid } = await begin(app);
    const { tools } = app.fake.ports();
    expect(await tools.run(ofCall(callUuid), 'book', { date: '2026-03-01' }, { turn: 1 })).toEqual({
      ok: true,
      result: 'At ten.',
    });
    expect(JSON.parse(String(receiver.received[0]?.body)).call_uuid).toBe(callUuid);
    expect((await tools.run(ofCall(callUuid), 'book', {}, { turn: 1 })).result).toContain(
      "must have required property 'date'",
    );
  });
});

describe('a hostile schema', () => {
  test.each([
    ['pattern', { properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(2000)}b` }],
    [
      'patternProperties',
      { patternProperties: { '^(a|a)*$': true }, additionalProperties: false },
      { [`${'a'.repeat(2000)}b`]: 1 },
    ],
  ])('with a %s that backtracks without end is checked in linear time', (_what, schema, args) => {
    expect(refusalOf(schema, args)).toMatch(/^The arguments do not fit: /);
  });

  const chain = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `d${at}`,
      { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  );

  test.each([
    ['by references without end', { $ref: '#/$defs/d0', $defs: { ...chain, d40: {} } }, {}],
    ['by a reference to elsewhere', { $ref: 'https://example.com/schema.json' }, {}],
  ])('%s is given up', (_what, schema, args) => {
    const before = process.cpuUsage();
    expect(refusalOf(schema, args)).toBe('The arguments could not be checked by the schema of the tool.');
    // Of the processor, which other programs cannot spend.
    expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
  });
});

test.skipIf(process.platform !== 'linux')('a check during which the thread had to wait is repeated', () => {
  let waits = 0;
  const args = {
    get seats() {
      if (waits++ === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      return 'two';
    },
  };
  const schema = { type: 'object', properties: { seats: { type: 'integer' } } };
  expect(refusalOf(schema, args)).toBe('The arguments do not fit: arguments/seats must be integer.');
});

describe('arguments bound to the call', () => {
  const properties = { phone: { type: 'string', 'x-caller': 'number' }, contact: { 'x-caller': 'contact_uuid' } };
  const bound = { type: 'object', properties, required: ['phone'] };

  test('have the values of the call, whatever the model sends', () => {
    const given = { phone: '+12025550999', contact: 'another', day: 'Tuesday' };
    expect(withCallerFields(bound, given, call)).toEqual({ phone: '+12025550111', day: 'Tuesday' });
    const outbound = { ...call, direction: 'outbound' as const, contactUuid: 'ours' };
    expect(withCallerFields(bound, given, outbound)).toEqual({
      phone: '+12025550143',
      contact: 'ours',
      day: 'Tuesday',
    });
  });

  test('are rejected if the call has no such value', () => {
    const needs = { ...bound, required: ['contact'] };
    expect(refusalOf(needs, withCallerFields(needs, { contact: 'forged' }, call))).toMatch(/contact/);
  });
});
