import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClientAddresses } from '../../src/http/client-address.ts';
import { limitConnections } from '../../src/http/connections.ts';
import { createLog } from '../../src/log.ts';
import { openTestApp } from './test-app.ts';

const limits = { inAll: 6, perAddress: 3 };

async function openLimited(answer: RequestListener, trustedProxies: readonly string[] = []) {
  const logged: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', stream: { write: (line) => void logged.push(JSON.parse(line)) } });
  const server = createServer(answer);
  const connections = limitConnections(server, { limits, addresses: createClientAddresses(trustedProxies), log });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, connections, logged, port: (server.address() as { port: number }).port };
}

/** A connection from one of the many addresses of the loopback interface. */
function dial(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { socket, opened: once(socket, 'connect'), text: () => text };
}

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const openOn = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
const isGone = (socket: Socket): boolean => socket.destroyed || socket.readableEnded;

describe('connections to the HTTP listener', () => {
  test('that are silent do not keep the server from closing', async () => {
    const app = await openTestApp();
    const port = Number(new URL(app.address).port);
    const never = dial(port);
    const half = dial(port);
    half.socket.write('GET / HTTP/1.1\r\nHost: local');
    const before = dial(port);
    before.socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(before.text).toMatch(/^HTTP\/1.1 200 /);
    await Promise.all([never.opened, half.opened]);
    await app.close();
    for (const { socket } of [never, half, before]) await expect.poll(() => isGone(socket)).toBe(true);
  });

  test('at the limit of an address replace its longest idle connection', async () => {
    const { connections, port } = await openLimited((_request, response) => response.end('hello'));
    const silent: ReturnType<typeof dial>[] = [];
    for (let i = 0; i < 3; i++) {
      const one = dial(port);
      await one.opened;
      silent.push(one);
    }
    await expect.poll(() => connections.open).toBe(3);
    const good = dial(port);
    good.socket.write(request);
    await expect.poll(good.text).toMatch(/hello$/);
    await expect.poll(() => silent.map(({ socket }) => isGone(socket))).toEqual([true, false, false]);
    expect(connections.open).toBe(3);
  });

  test('with a request in progress are never closed for a new one', async () => {
    const answers: (() => void)[] = [];
    const { connections, port, logged } = await openLimited((_request, response) => {
      answers.push(() => response.end('late'));
    });
    const busy = Array.from({ length: 3 }, () => dial(port));
    for (const { socket } of busy) socket.write(request);
    await expect.poll(() => answers.length).toBe(3);
    const refused = dial(port);
    await expect.poll(() => isGone(refused.socket)).toBe(true);
    const elsewhere = dial(port, '127.0.0.2');
    elsewhere.socket.write(request);
    await expect.poll(() => answers.length).toBe(4);
    for (const answer of answers) answer();
    for (const one of [...busy, elsewhere]) await expect.poll(one.text).toMatch(/late$/);
    expect(connections.open).toBe(4);
    expect(logged.map(({ msg }) => msg)).toEqual(['connections are at their limit; the longest idle ones are closed']);
  });

  test('of all addresses stay below the limit, including those of a trusted proxy', async () => {
    const { connections, port } = await openLimited((_request, response) => response.end('hello'), ['127.0.0.9']);
    const silent = Array.from({ length: 40 }, () => dial(port, '127.0.0.9'));
    await Promise.all(silent.map(({ opened }) => opened));
    const good = dial(port, '127.0.0.2');
    good.socket.write(request);
    await expect.poll(good.text).toMatch(/hello$/);
    await expect.poll(() => connections.open).toBe(6);
  });
});

describe('a rejected connection that its peer leaves open', () => {
  const upgrade = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

  test('is destroyed soon after the response', async () => {
    const app = await openTestApp();
    const port = Number(new URL(app.address).port);
    const refusals: Readonly<Record<string, string>> = {
      'not HTTP\r\n\r\n': '400',
      'GET / HTTP/1.1\r\n\r\n': '400',
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`]: '431',
      [upgrade('/nothing')]: '404',
      // No media listener is there.
      [upgrade('/media/browser/t')]: '502',
    };
    const sent = Object.entries(refusals).flatMap(([text, status]) => Array(40).fill({ text, status }));
    const dialled = sent.map(({ text, status }) => ({ ...dial(port), sent: text as string, status: status as string }));
    for (const one of dialled) one.socket.write(one.sent);
    for (const one of dialled) await expect.poll(one.text).toMatch(new RegExp(`^HTTP/1.1 ${one.status} `));
    await expect.poll(() => openOn(app.http.server)).toBe(0);
    expect(dialled.every(({ socket }) => socket.writable || socket.destroyed)).toBe(true);
  });

  test('is destroyed after slow headers too', async () => {
    const app = await openTestApp();
    const slow = Array.from({ length: 50 }, () => dial(Number(new URL(app.address).port)));
    for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\nHost: local');
    for (const one of slow) await expect.poll(one.text).toMatch(/^HTTP\/1.1 408 /);
    await expect.poll(() => openOn(app.http.server), { timeout: 5_000 }).toBe(0);
  });
});
