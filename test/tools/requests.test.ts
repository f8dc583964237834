import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { headersInput } from '../../src/features/agents/tools/headers.ts';
import { httpRequestOf } from '../../src/features/agents/tools/http-request.ts';
import { maskerOf } from '../../src/features/agents/tools/masking.ts';
import { urlTemplateTrouble } from '../../src/features/agents/tools/template.ts';
import { usualTool } from './usual-tool.ts';

const call = {
  uuid: 'c',
  direction: 'inbound' as const,
  from: '+12025550111',
  to: '+12025550143',
  contactUuid: null,
  isCallerVerified: true,
};
const occasion = { call, turn: 3, id: 'a' };
const secrets = new Map([
  ['TOKEN', 'top-secret/value'],
  ['TOOL_SIGNING_KEY', 'signing'],
]);

const requestOf = (
  tool: Partial<typeof usualTool> & { endpoint: string },
  args: Record<string, unknown>,
  known: ReadonlyMap<string, string> = secrets,
) =>
  httpRequestOf({
    tool: { ...usualTool, ...tool },
    endpoint: tool.endpoint,
    values: { args, secrets: known },
    occasion,
    version: '1',
    unixSeconds: 1_700_000_000,
  });

describe('the request of a tool', () => {
  const endpoint = 'https://example.com/v1/orders/{{number}}?key={{secret.TOKEN}}';

  test('has encoded arguments and secrets in its path and query, and the other arguments in the query of a GET', () => {
    const request = requestOf(
      { endpoint, method: 'GET', query: { day: '{{day}}', fixed: 'a b' } },
      { number: 'A/7?x=1#y', day: 'Tuesday & Friday', seats: 2, nested: { a: [1] } },
    );
    expect(request).toMatchObject({ method: 'GET', body: Buffer.alloc(0) });
    const url = new URL((request as { url: string }).url);
    expect(url.pathname).toBe('/v1/orders/A%2F7%3Fx%3D1%23y');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      key: 'top-secret/value',
      day: 'Tuesday & Friday',
      fixed: 'a b',
      seats: '2',
      nested: '{"a":[1]}',
    });
  });

  test.each([
    '..',
    '.',
    '%2e%2e',
    '../../admin',
    '//evil.example/',
    '\\\\evil.example\\',
    '@evil.example',
    'a\r\nHost: b',
    '\ud800',
  ])('stays at its host and in its folder with the argument %j', (number) => {
    const request = requestOf({ endpoint: 'https://example.com/v1/orders/{{number}}', method: 'GET' }, { number });
    if (typeof request === 'string') return expect(request).toBe('The arguments do not fit the address of the tool.');
    const url = new URL(request.url);
    expect(url.host).toBe('example.com');
    expect(url.pathname.startsWith('/v1/orders/')).toBe(true);
    expect(url.pathname.split('/')).toHaveLength(4);
  });

  test('is signed with the time, the key and the address, and a repeat has the same key', () => {
    const [first, again, other] = [{ a: 1 }, { a: 1 }, { a: 2 }].map((args) =>
      requestOf({ endpoint: 'https://example.com/book?x=1' }, args),
    ) as Exclude<ReturnType<typeof requestOf>, string>[];
    expect(again).toEqual(first);
    const key = first?.headers['Idempotency-Key'] as string;
    expect(key).toMatch(/^[\w-]{32}$/);
    const signed = `1700000000.${key}.POST /book?x=1\n${first?.body.toString()}`;
    expect(first?.headers).toMatchObject({
      'X-Parley-Call': 'c',
      'X-Parley-Turn': '3',
      'X-Parley-Timestamp': '1700000000',
      'X-Parley-Signature': `sha256=${createHmac('sha256', 'signing').update(signed).digest('hex')}`,
    });
    expect(other?.headers['X-Parley-Signature']).not.toBe(first?.headers['X-Parley-Signature']);
  });

  test('has no signature without a signing key, and its headers name secrets', () => {
    const known = new Map([['TOKEN', 'value']]);
    const headers = { Authorization: 'Bearer {{secret.TOKEN}}' };
    const request = requestOf({ endpoint: 'https://example.com/', headers }, {}, known);
    expect(request).toMatchObject({ headers: { Authorization: 'Bearer value' } });
    expect((request as { headers: object }).headers).not.toHaveProperty('X-Parley-Signature');
  });
});

test.each([
  ['https://{{host}}/x', /fixed host/],
  ['https://example.com{{x}}/a', /fixed host/],
  ['https://example.com:{{port}}/', /fixed host/],
  ['https://{{secret.HOST}}/', /fixed host/],
  ['https://example.com/{{what?}}', /placeholders/],
  ['https://example.com/a b', /blanks/],
  ['https://example.com\\@evil.example/', /blanks or backslashes/],
])('the address %s is refused', (template, message) => {
  expect(urlTemplateTrouble(template)).toMatch(message);
});

test.each([
  [{ 'X-Day': 'Monday\r\nX-Evil: 1' }, 'X-Day', /without line breaks/],
  [{ 'X Day': 'a' }, 'X Day', /header name/],
  [{ Host: 'evil.example' }, 'Host', /every request has/],
  [{ 'X-Parley-Signature': 'a' }, 'X-Parley-Signature', /every request has/],
  [{ 'Content-Length': '1' }, 'Content-Length', /every request has/],
  [{ Authorization: 'Bearer abc' }, 'Authorization', /must name a secret/],
  [{ 'X-Api-Key': 'abc' }, 'X-Api-Key', /must name a secret/],
  [{ 'X-Order': '{{number}}' }, 'X-Order', /secrets only/],
])('the headers %j are refused', (headers, name, message) => {
  const path = name === undefined ? [] : [name];
  expect(headersInput.safeParse(headers).error?.issues).toMatchObject([
    { path, message: expect.stringMatching(message) },
  ]);
});

test('secrets are masked in every form in which an answer may repeat them', () => {
  const value = 'p"ss/word+1';
  const masked = maskerOf(new Map([['A', value]]));
  const forms = [value, JSON.stringify({ value }), encodeURIComponent(value), Buffer.from(value).toString('base64')];
  for (const form of forms) {
    expect(masked(`before ${form} after`)).toContain('{{secret.A}}');
    expect(masked(form)).not.toContain('word');
  }
});
