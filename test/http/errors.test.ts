import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Described, resolved } from './request-bodies.ts';
import { flowUuid, localHeaders, openAppOnce, openTestApp, type TestApp } from './test-app.ts';

const json = { ...localHeaders, 'content-type': 'application/json' };
const someCall = '/api/voice/calls/7b1f7f0e-58b1-4c3c-8f0a-000000000000';

describe('errors', () => {
  const shared = openAppOnce();

  test.each([
    ['malformed JSON', { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '{"reason":' }, 400],
    [
      'an empty body said to be JSON',
      { method: 'POST' as const, url: '/v1/contacts', headers: json, payload: '' },
      400,
    ],
    [
      'a content type nobody takes',
      {
        method: 'POST' as const,
        url: `${someCall}/end`,
        headers: { ...localHeaders, 'content-type': 'application/xml' },
        payload: '<a/>',
      },
      400,
    ],
    [
      'a value that may not be',
      { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '{"reason":"boredom"}' },
      400,
    ],
    ['a list for an object', { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '[]' }, 400],
    [
      'a prototype for a field',
      { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '{"__proto__":{"a":1}}' },
      400,
    ],
    ['an identifier that is none', { url: '/v1/calls/12', headers: localHeaders }, 404],
    ['a page of nothing', { url: '/v1/calls?limit=0', headers: localHeaders }, 400],
    ['a page too large', { url: '/v1/calls?limit=101', headers: localHeaders }, 400],
    ['a date that is none', { url: '/v1/calls?date_from=2026-13-01', headers: localHeaders }, 400],
    ['an address that cannot be decoded', { url: '/v1/calls/%zz', headers: localHeaders }, 400],
    ['an id that has the form of none', { url: '/v1/calls/12', headers: localHeaders }, 404],
    ['an id with a zero in it', { url: '/v1/calls/a%00b', headers: localHeaders }, 404],
    [
      'an id that looks like one',
      { url: '/v1/calls/11111111-1111-1111-1111-111111111111', headers: localHeaders },
      404,
    ],
    ['an unknown call', { url: `/v1/calls/${flowUuid}`, headers: localHeaders }, 404],
    ['an unknown flow', { url: `/api/voice/flows/7b1f7f0e-58b1-4c3c-8f0a-000000000000`, headers: localHeaders }, 404],
    ['a body that is null', { method: 'POST' as const, url: '/v1/contacts', headers: json, payload: 'null' }, 400],
    [
      'ending a call without a reason',
      { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '{}' },
      400,
    ],
    [
      'ending an unknown call',
      { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '{"reason":"workflow_close"}' },
      404,
    ],
    ['a recording without its token', { url: `${someCall}/recording`, headers: localHeaders }, 401],
    ['an unknown address', { url: '/api/nothing', headers: localHeaders }, 404],
    ['an unknown address by POST', { method: 'POST' as const, url: '/nothing', headers: localHeaders }, 404],
    ['another method', { method: 'PUT' as const, url: '/v1/calls', headers: localHeaders }, 405],
    [
      'another method on an address with a part',
      { method: 'DELETE' as const, url: `${someCall}/end`, headers: localHeaders },
      405,
    ],
    [
      'such a part from somebody unknown',
      { url: `/v1/calls/${'x'.repeat(255)}`, headers: { ...localHeaders, authorization: '' } },
      401,
    ],
    ['a method that needs a content type', { method: 'QUERY' as 'GET', url: '/v1/calls', headers: localHeaders }, 405],
    [
      'another method with a body that is no JSON',
      { method: 'PUT' as const, url: '/v1/calls', headers: json, payload: '{' },
      405,
    ],
    [
      'another method with a body without measure',
      { method: 'PUT' as const, url: '/v1/calls', headers: json, payload: JSON.stringify('x'.repeat(2 ** 21)) },
      405,
    ],
    ['a method that no route has', { method: 'PROPFIND' as 'GET', url: '/v1/calls', headers: localHeaders }, 405],
    ['a part of an address that is too long', { url: `/v1/calls/${'x'.repeat(255)}`, headers: localHeaders }, 414],
    [
      'such a part where no page may stand',
      { method: 'DELETE' as const, url: `/api/jobs/${'%20'.repeat(255)}`, headers: localHeaders },
      414,
    ],
    [
      'another method on such an address',
      { method: 'PUT' as const, url: `/v1/calls/${'x'.repeat(255)}`, headers: localHeaders },
      405,
    ],
    [
      'a body without measure',
      {
        method: 'POST' as const,
        url: `${someCall}/end`,
        headers: json,
        payload: JSON.stringify({ reason: 'x'.repeat(2 ** 21) }),
      },
      413,
    ],
  ])('%s', async (_, asked, status) => {
    const answer = await shared().http.inject(asked);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({ detail: expect.stringMatching(/^.{10,300}$/s) });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test('list the methods of their own path in Allow', async () => {
    const app = shared();
    const allowed = async (url: string) =>
      (await app.http.inject({ method: 'PROPFIND', url, headers: localHeaders })).headers.allow;
    expect(await allowed('/api/voice/agents/phone-numbers')).toBe('GET, HEAD');
    expect(await allowed('/api/voice/agents/tag-assignments/me')).toBe('GET, HEAD');
    expect(await allowed('/v1/calls/stats')).toBe('GET, HEAD');
    const { statusCode, headers } = await app.http.inject({
      url: '/api/voice/customers/import/columns',
      headers: localHeaders,
    });
    expect(statusCode, 'GET of a path that only takes POST, beside one with an id in its place').toBe(405);
    expect(headers.allow).toBe('POST');
    // The console has a page at paths without a route, so that a program which speaks MCP would read HTML.
    expect(await allowed('/mcp')).toBe('POST');
    expect((await app.http.inject({ url: '/mcp', headers: localHeaders })).statusCode).toBe(405);
    expect(await allowed('/api/voice/calls/live')).toBe('GET, HEAD');
    expect(await allowed(`/api/voice/agents/${flowUuid}`)).toBe('DELETE, GET, HEAD, PATCH');
  });

  test('a method that the HTTP parser does not know is 405 with what the path supports', async () => {
    const { hostname, port } = new URL(shared().address);
    const answerTo = (line: string) =>
      new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect({ host: hostname, port: Number(port) }, () => {
          socket.write(`${line}\r\nHost: ${hostname}\r\nContent-Length: 2\r\n\r\n{}`);
        });
        socket.on('data', (data) => {
          text += data.toString();
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(text));
      });
    const answer = await answerTo('FETCH-ALL /v1/calls?limit=1 HTTP/1.1');
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(answer).toMatch(/\r\nallow: GET, HEAD, POST\r\n/i);
    expect(answer).toContain('{"detail":"This path supports GET, HEAD, POST."}');
    expect(await answerTo('FETCH /nothing HTTP/1.1')).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(await answerTo('SSH-2.0 garbage')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  test('name what is wrong without repeating the input', async () => {
    const answer = await shared().http.inject({ url: '/v1/calls?limit=canary&offset=-1', headers: localHeaders });
    expect(answer.json().detail).toContain('limit');
    expect(answer.json().detail).toContain('offset');
    expect(answer.body).not.toContain('canary');
  });

  test.each([
    [
      'GET',
      '/v1/calls?date_from=yesterday',
      'query date_from: write a date as 2026-01-31 or a time as 2026-01-31T09:00:00Z.',
    ],
    ['GET', '/api/audit?from=yesterday', 'query from: write a date as 2026-01-31 or a time as 2026-01-31T09:00:00Z.'],
    ['GET', '/v1/calls?offset=', 'query offset: must be a number.'],
    ['GET', '/v1/calls?limit=many&offset=-1', 'query limit: must be a number; query offset: must be at least 0.'],
    ['GET', '/v1/calls?sentiment=sad', 'query sentiment: must be one of positive, neutral, negative.'],
    ['POST', '/v1/calls', 'body to: is missing; body campaign_id: is missing.'],
    ['POST', '/v1/contacts/bulk', 'body contacts: is missing.'],
  ] as const)('%s %s is told what to write', async (method, url, detail) => {
    const answer = await shared().http.inject({ method, url, headers: localHeaders });
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail }]);
  });

  test('have our own wording for any invalid value on any route', async () => {
    const app = await openTestApp();
    const details: string[] = [];
    const routes = await everyInput(app.http);
    for (const { method, url, payload } of routes) {
      const answer = await app.http.inject({
        method,
        url,
        headers: localHeaders,
        ...(payload === undefined ? {} : { payload }),
      });
      if (answer.statusCode === 400) details.push(`${method} ${url}: ${answer.json().detail}`);
    }
    expect(details.length).toBeGreaterThan(150);
    expect(details.filter((one) => /invalid|expected|received|not valid|undefined|NaN|pattern/i.test(one))).toEqual([]);
  });

  test('accept a JSON content type without a body only where no body is needed', async () => {
    const app = shared();
    const post = (url: string, payload: string) => app.http.inject({ method: 'POST', url, headers: json, payload });
    const test = await post(`/api/voice/flows/${flowUuid}/browser-test`, '');
    expect(test.statusCode).toBe(200);
    expect((await post(`/api/voice/flows/${flowUuid}/browser-test`, '{')).statusCode).toBe(400);
    expect((await post('/v1/contacts', '')).json().detail).toContain('empty');
    expect((await post('/api/kb/documents', '')).statusCode).toBe(400);
    const gone = await app.http.inject({
      method: 'DELETE',
      url: `/v1/contacts/${flowUuid}`,
      headers: json,
      payload: '',
    });
    expect(gone.statusCode).toBe(404);
  });

  test('of the server show no internals, and their id is in the log', async () => {
    const app = shared();
    failStatus(app, new Error('secret inside /root/x.ts'));
    const answer = await app.http.inject({ url: '/health' });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
    const id = answer.headers['x-request-id'] as string;
    expect(answer.json().detail).toContain(id);
    const record = app.logged.find((one) => one.requestId === id && one.level === 50);
    expect(JSON.stringify(record)).toContain('secret inside');
  });

  test('on a full disk are 503 with Retry-After', async () => {
    const app = shared();
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    failStatus(app, full);
    const answer = await app.http.inject({ url: '/health' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.json().detail).toContain('disk');
  });

  test.each([
    ['what is no HTTP', 'HELLO\r\n\r\n', '400'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('%s gets an answer and a closed socket', async (_, bytes, status) => {
    const text = await exchange(new URL(shared().address), bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(text.split('\r\n\r\n')[1] as string)).toHaveProperty('detail');
  });

  test('keep tokens and numbers in paths out of the log', async () => {
    const app = shared();
    await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer?From=%2B15559998888&To=1&token=canary' });
    const all = JSON.stringify(app.logged);
    expect(all).toContain('/api/voice/webhooks/telephony_a/answer');
    expect(all).not.toContain('5559998888');
    expect(all).not.toContain('canary');
  });
});

/** Makes the media server's status fail until the test ends. */
function failStatus({ media }: TestApp, error: Error): void {
  const { status } = media;
  Object.assign(media, { status: () => Promise.reject(error) });
  onTestFinished(() => void Object.assign(media, { status }));
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Record<string, unknown> }> };
}

/** Requests to every route of the description, each with one part that cannot be what it should. */
async function everyInput(http: FastifyInstance) {
  const described = (await http.inject({ url: '/openapi.json' })).json() as Pick<Described, 'components'> & {
    readonly paths: Record<string, Record<string, Operation>>;
  };
  const lasting = Object.entries(described.paths).filter(([path]) => !/logout|password/.test(path));
  return lasting.flatMap(([path, item]) =>
    Object.entries(item).flatMap(([name, { parameters = [], requestBody }]) => {
      const method = name.toUpperCase() as 'GET';
      const to = (part: string) => path.replaceAll(/\{[^}]+\}/g, part);
      const url = to(flowUuid);
      const asked = parameters
        .filter((one) => one.in === 'query')
        .map((one) => ({ method, url: `${url}?${one.name}=` }));
      const schema = resolved(requestBody?.content['application/json']?.schema ?? {}, described);
      const properties = Object.keys(schema.properties ?? {});
      const wrong = [7, {}, [[]], 'x'.repeat(5000), ''];
      const bodies = properties.flatMap((field) =>
        wrong.map((value) => ({ method, url, payload: { [field]: value } })),
      );
      return [{ method, url: to('zz') }, ...asked, ...bodies].map((one) => ({ payload: undefined, ...one }));
    }),
  );
}

function exchange(address: URL, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(address.port), address.hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
