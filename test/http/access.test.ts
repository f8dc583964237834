import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackName, parseHost } from '../../src/http/host.ts';
import { flowUuid, openTestApp } from './test-app.ts';

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

const localPaths = ['/v1/calls', '/api/voice/flows', '/api/voice/calls/live', '/api/voice/speakers'];

describe('what answers to this machine only', () => {
  test.each(localPaths)('%s answers to loopback names', async (path) => {
    const app = await openTestApp();
    const port = new URL(app.address).port;
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `LOCALHOST:${port}`,
      `parley.localhost`,
      `[::1]:${port}`,
    ]) {
      const { status } = await ask(app.address + path, { Host: host });
      expect(status, host).not.toBe(403);
    }
  });

  test.each(localPaths)('%s refuses other names, relays and foreign pages', async (path) => {
    const app = await openTestApp();
    const local = { Host: '127.0.0.1' };
    for (const headers of [
      { Host: 'evil.example' },
      { Host: 'evil.example:8080' },
      { Host: '127.0.0.1.evil.example' },
      { Host: 'localhost.evil.example' },
      { Host: '0.0.0.0:8080' },
      { Host: '127.0.0.1@evil.example' },
      { ...local, 'X-Forwarded-For': '127.0.0.1' },
      { ...local, Forwarded: 'for=198.51.100.1' },
      { ...local, 'X-Real-IP': '198.51.100.1' },
      { ...local, 'X-Forwarded-Host': 'evil.example' },
      { ...local, Origin: 'https://evil.example' },
      { ...local, Origin: 'null' },
    ]) {
      const { status, body } = await ask(app.address + path, headers);
      expect(status, JSON.stringify(headers)).toBe(403);
      expect(JSON.parse(body)).toEqual({ detail: expect.stringContaining('this machine') });
    }
  });

  test('refuses peers that are not this machine, whatever they call it', async (context) => {
    const outward = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal);
    if (outward === undefined) return context.skip('this machine has no other address than loopback');
    const app = await openTestApp({ env: { HOST: '0.0.0.0' } });
    const base = `http://${outward.address}:${new URL(app.address).port}`;
    expect((await ask(`${base}/v1/calls`, { Host: '127.0.0.1' })).status).toBe(403);
    expect((await ask(`${base}/health`, { Host: 'anything' })).status).toBe(200);
  });

  test('refuses a request that names no host', async () => {
    const app = await openTestApp();
    const text = await exchange(new URL(app.address), 'GET /v1/calls HTTP/1.0\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.\d 403 /);
  });

  test('a browser test is not started by a foreign page', async () => {
    const app = await openTestApp();
    const path = `${app.address}/api/voice/flows/${flowUuid}/browser-test`;
    expect((await ask(path, { Host: '127.0.0.1', Origin: 'http://localhost:5173' }, 'POST')).status).toBe(200);
    expect((await ask(path, { Host: '127.0.0.1', Origin: 'http://evil.example' }, 'POST')).status).toBe(403);
  });

  test('health, provider callbacks, the page and the description answer to anyone', async () => {
    const app = await openTestApp();
    const headers = { Host: 'tunnel.example', 'X-Forwarded-For': '198.51.100.1' };
    for (const path of ['/health', '/api/voice/webhooks/telephony_a/answer', '/openapi.json'])
      expect((await ask(app.address + path, headers)).status, path).toBe(200);
    for (const path of ['/', '/some/page']) expect((await ask(app.address + path, headers)).status, path).not.toBe(403);
  });

  test('a route that does not say who it answers to is not registered', async () => {
    const app = await openTestApp();
    expect(() => app.http.route({ method: 'GET', url: '/x', handler: async () => 1 })).toThrow();
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
  ])('%s', (header, parsed) => expect(parseHost(header)).toEqual(parsed));

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
