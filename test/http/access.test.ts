import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { operatorTokenPath } from '../../src/features/people/accounts/index.ts';
import { type Access, registerAccess } from '../../src/http/access.ts';
import { isLoopbackAddress, isLoopbackName, parseHost } from '../../src/http/host.ts';
import { fakeAuthenticator } from './fake-authenticator.ts';
import { flowUuid, openAppOnce, openTestApp } from './test-app.ts';

interface Asked {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, unknown>;
}

function ask(url: string, headers: Record<string, string>, method = 'GET'): Promise<Asked> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: pathname, headers, method }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    })
      .on('error', reject)
      .end();
  });
}

const guarded = [
  '/v1/calls',
  `/v1/calls/${flowUuid}`,
  '/api/voice/flows',
  '/api/voice/calls/live',
  '/api/voice/speakers',
  '/api/kb/documents',
  '/api/auth/me',
  '/api/auth/members',
  '/api/auth/api-keys',
  '/api/auth/superadmin/organizations',
];

describe('access', () => {
  const shared = openAppOnce();

  test('without a credential returns 401 with one wording, on this machine too', async () => {
    const app = shared();
    const answers = await Promise.all(guarded.map((path) => ask(app.address + path, { Host: '127.0.0.1' })));
    expect(answers.map(({ status }) => status)).toEqual(guarded.map(() => 401));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  test('with a session works from anywhere, under any host name', async () => {
    const app = shared();
    const headers = { Host: 'voice.example', 'X-Forwarded-For': '198.51.100.1', Authorization: `Bearer ${app.admin}` };
    expect((await ask(`${app.address}/v1/calls`, headers)).status).toBe(200);
  });

  test('to an empty database returns an explanation', async () => {
    const app = await openTestApp({ signedIn: false });
    expect(JSON.parse((await ask(`${app.address}/api/auth/setup`, { Host: 'x' })).body)).toMatchObject({
      needed: true,
      start_code_required: true,
    });
    expect((await ask(`${app.address}/v1/calls`, { Host: '127.0.0.1' })).status).toBe(401);
  });

  test('as operator works on this machine under loopback names, without a proxy or a foreign page', async () => {
    const app = await openTestApp({ signedIn: false });
    const path = `${app.address}/v1/calls`;
    const { port } = new URL(app.address);
    const token = readFileSync(operatorTokenPath(app.dataDir, Number(port)), 'utf8').trim();
    const status = async (headers: Record<string, string>) =>
      (await ask(path, { Host: '127.0.0.1', Authorization: `Bearer ${token}`, ...headers })).status;
    for (const Host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, 'x.localhost', `[::1]:${port}`])
      expect(await status({ Host }), Host).toBe(200);
    for (const headers of [
      { Host: 'evil.example' },
      { Host: '127.0.0.1.evil.example' },
      { Host: 'localhost.evil.example' },
      { Host: '0.0.0.0:8080' },
      { Host: '127.0.0.1@evil.example' },
      { 'X-Forwarded-For': '127.0.0.1' },
      { Forwarded: 'for=198.51.100.1' },
      { 'X-Real-IP': '198.51.100.1' },
      { 'X-Forwarded-Host': 'evil.example' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ])
      expect(await status(headers as Record<string, string>), JSON.stringify(headers)).toBe(401);
  });

  test('with the operator’s token fails from another address', async (context) => {
    const outward = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal);
    if (outward === undefined) return context.skip('this machine has no other address than loopback');
    const app = await openTestApp({ env: { HOST: '0.0.0.0' } });
    const { port } = new URL(app.address);
    const token = readFileSync(operatorTokenPath(app.dataDir, Number(port)), 'utf8').trim();
    const headers = { Host: '127.0.0.1', Authorization: `Bearer ${token}` };
    expect((await ask(`http://${outward.address}:${port}/v1/calls`, headers)).status).toBe(401);
    expect((await ask(`http://${outward.address}:${port}/health`, { Host: 'anything' })).status).toBe(200);
  });

  test('to health, console and provider callbacks needs no credential', async () => {
    const app = shared();
    const headers = { Host: 'tunnel.example', 'X-Forwarded-For': '198.51.100.1' };
    for (const path of ['/health', '/openapi.json', '/api/voice/webhooks/telephony_a/answer', '/api/auth/setup'])
      expect((await ask(app.address + path, headers)).status, path).toBe(200);
  });

  test('by another organisation finds nothing', async () => {
    const app = shared();
    const registration = { email: 'eve@example.com', password: 'correct horse battery', organization_name: 'Eves' };
    const made = await app.http.inject({ method: 'POST', url: '/api/auth/register', payload: registration });
    const headers = { Host: '127.0.0.1', Authorization: `Bearer ${made.json().token}` };
    const asAdmin = { Host: '127.0.0.1', Authorization: `Bearer ${app.admin}` };
    const flows = async (as: Record<string, string>) =>
      JSON.parse((await ask(`${app.address}/api/voice/flows`, as)).body).total;
    expect(await flows(asAdmin)).toBeGreaterThan(0);
    expect(await flows(headers)).toBe(0);
    const test = `${app.address}/api/voice/flows/${flowUuid}/browser-test`;
    expect((await ask(test, headers, 'POST')).status).toBe(404);
    const call = JSON.parse((await ask(test, asAdmin, 'POST')).body).call_uuid;
    expect((await ask(`${app.address}/v1/calls/${call}`, asAdmin)).status).toBe(200);
    expect((await ask(`${app.address}/v1/calls/${call}`, headers)).status).toBe(404);
    const end = { method: 'POST' as const, url: `/api/voice/calls/${call}/end`, payload: { reason: 'workflow_close' } };
    expect((await app.http.inject({ ...end, headers })).statusCode).toBe(404);
  });
});

describe('a declaration', () => {
  function register(method: 'GET' | 'POST' | 'DELETE', access?: Access) {
    const app = Fastify();
    registerAccess(app, fakeAuthenticator({}));
    app.route({ method, url: '/x', config: access === undefined ? {} : { access }, handler: async () => 1 });
  }
  const reading = { scopes: ['sales:reports:read', 'voice:calls:read'], role: 'admin' } as const;

  test('that is missing prevents the registration of a route', () => {
    expect(() => register('GET')).toThrow('does not declare its access');
    expect(() => register('GET', 'public')).not.toThrow();
  });

  test('with reading scopes alone prevents the registration of a route that writes', () => {
    for (const method of ['POST', 'DELETE'] as const)
      expect(() => register(method, reading), method).toThrow('must not write');
    for (const access of [{ ...reading, readOnly: true }, { scopes: ['sales:calls:write'] }, {}, 'public'] as const)
      expect(() => register('POST', access)).not.toThrow();
    expect(() => register('GET', reading)).not.toThrow();
  });
});

describe('hosts', () => {
  test.each([
    ['a.example', { name: 'a.example' }],
    ['A.Example:80', { name: 'a.example', port: 80 }],
    ['[::1]:8080', { name: '[::1]', port: 8080 }],
    ['a_b.local', { name: 'a_b.local' }],
    ['', undefined],
    ['a b', undefined],
    ['a:65536', undefined],
    ['a:', undefined],
    ['-a', undefined],
    ['a/..', undefined],
    ['u@h', undefined],
    ['a\r\nb', undefined],
    ['::1', undefined],
  ])('%j is read as %j', (header, parsed) => expect(parseHost(header)).toEqual(parsed));

  test.each([
    ['127.0.0.1', true],
    ['127.255.1.2', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['128.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['127.0.0.1.example', false],
    ['127.0.0', false],
  ])('address %s', (address, loopback) => expect(isLoopbackAddress(address)).toBe(loopback));

  test.each([
    ['localhost', true],
    ['localhost.', true],
    ['x.localhost', true],
    ['notlocalhost', false],
    ['127.1.example', false],
    ['[::1]', true],
  ])('name %s', (name, loopback) => expect(isLoopbackName(name)).toBe(loopback));
});
