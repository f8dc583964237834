import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createClientAddresses } from '../../src/http/client-address.ts';
import { openPassthrough, type PassthroughTimings } from '../../src/http/media-passthrough.ts';
import { createLog } from '../../src/log.ts';
import { createFakeMedia, openTestApp, type TestApp } from './test-app.ts';

/** A listener that stands for the media port and hands every connection to `onSocket`. */
async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

const accepted = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';

const openOn = (mediaPort: number): Promise<TestApp> => openTestApp({ media: createFakeMedia(mediaPort) });

function dial(app: TestApp): Socket {
  const { hostname, port } = new URL(app.address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

const upgrade = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: tunnel.example',
    'UPGRADE: websocket',
    'Connection: Upgrade',
    'X-Odd-CASE: kept',
    'X-Twice: 1',
    'X-Twice: 2',
    'Sec-WebSocket-Version: 13',
    '',
    '',
  ].join('\r\n');

/** Everything the socket gives until it ends; the socket itself stays open for writing. */
function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks)));
  });
}

async function readUntil(socket: Socket, enough: (soFar: Buffer) => boolean): Promise<Buffer> {
  let soFar = Buffer.alloc(0);
  return new Promise((resolve) => {
    socket.on('data', function collect(chunk: Buffer) {
      soFar = Buffer.concat([soFar, chunk]);
      if (!enough(soFar)) return;
      socket.off('data', collect);
      resolve(soFar);
    });
  });
}

/** Bytes of every value, without a period that a dropped or doubled chunk could hide in. */
function variedBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 12_345;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

describe('media streams through the port of the control plane', () => {
  test('pass the request unchanged, including bytes behind it', async () => {
    const sent = `${upgrade('/media/telephony_a/tok?x=1&y=%20')}first frame`;
    const arrived = new Promise<string>((resolve) => {
      void listen((socket) => {
        void readUntil(socket, (bytes) => bytes.length >= sent.length).then((bytes) =>
          resolve(bytes.toString('latin1')),
        );
      }).then(async (port) => dial(await openOn(port)).write(sent));
    });
    expect(await arrived).toBe(sent);
  });

  test('pass megabytes unchanged in both directions', async () => {
    const payload = variedBytes(3_000_000);
    const port = await listen((socket) => {
      socket.write(accepted);
      socket.pipe(socket);
    });
    const client = dial(await openOn(port));
    const head = upgrade('/media/browser/t');
    client.write(head);
    client.end(payload);
    const back = await readAll(client);
    expect(back.subarray(0, accepted.length + head.length).toString()).toBe(accepted + head);
    expect(back.subarray(accepted.length + head.length).equals(payload)).toBe(true);
  });

  test('answer a side that has finished sending', async () => {
    const port = await listen((socket) => {
      void readAll(socket).then((bytes) => {
        socket.write(`${accepted}after the end: `);
        setImmediate(() => socket.end(String(bytes.length)));
      });
    });
    const client = dial(await openOn(port));
    const head = upgrade('/media/browser/t');
    client.end(head);
    expect((await readAll(client)).toString()).toBe(`${accepted}after the end: ${head.length}`);
  });

  test('deliver the client’s data after the media side has finished', async () => {
    let heard: Promise<Buffer> | undefined;
    const port = await listen((socket) => {
      heard = readAll(socket);
      socket.end(`${accepted}bye`);
    });
    const client = dial(await openOn(port));
    client.write(upgrade('/media/browser/t'));
    expect((await readAll(client)).toString()).toBe(`${accepted}bye`);
    client.end('last words');
    expect((await heard)?.toString()).toMatch(/last words$/);
  });

  test('end the media side when the client disappears', async () => {
    const gone = new Promise<void>((resolve) => {
      void listen((socket) => {
        socket.on('close', () => resolve());
        socket.resume();
        socket.write('hello');
      }).then(async (port) => {
        const client = dial(await openOn(port));
        client.on('data', () => client.resetAndDestroy());
        client.write(upgrade('/media/browser/t'));
      });
    });
    await gone;
  });

  test('end the client when the media side disappears', async () => {
    const port = await listen((socket) => void socket.once('data', () => socket.resetAndDestroy()));
    const client = dial(await openOn(port));
    client.write(upgrade('/media/browser/t'));
    client.resume();
    await new Promise<void>((resolve) => client.on('close', () => resolve()));
  });

  test('return 502 without a media listener', async () => {
    // Nothing listens on port 1.
    const client = dial(await openOn(1));
    client.write(upgrade('/media/browser/t'));
    const text = (await readAll(client)).toString();
    expect(text).toMatch(/^HTTP\/1\.1 502 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] as string)).toEqual({ detail: expect.any(String) });
  });

  test.each(['/', '/v1/calls', '/mediax/t', '/api/voice/calls/other', '//media/t'])(
    'an upgrade of %s is 404',
    async (path) => {
      let reached = false;
      const port = await listen(() => {
        reached = true;
      });
      const client = dial(await openOn(port));
      client.write(upgrade(path));
      expect((await readAll(client)).toString()).toMatch(/^HTTP\/1\.1 404 /);
      expect(reached).toBe(false);
    },
  );

  test('carry a whole WebSocket, including pings and close codes', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    server.on('connection', (socket) => {
      socket.on('message', (data, binary) => {
        socket.send(data, { binary });
        if (String(data) === 'bye') socket.close(4001, 'said bye');
      });
    });
    const app = await openOn((server.address() as { port: number }).port);
    const client = new WebSocket(`${app.address.replace('http', 'ws')}/media/browser/t`);
    const got: string[] = [];
    client.on('message', (data, binary) => got.push(`${binary ? 'binary' : 'text'} ${String(data).length}`));
    await new Promise((resolve) => client.once('open', resolve));
    client.ping();
    await new Promise((resolve) => client.once('pong', resolve));
    client.send('x'.repeat(70_000));
    client.send(Buffer.alloc(320));
    client.send('bye');
    const [code, reason] = await new Promise<[number, string]>((resolve) =>
      client.once('close', (status, why) => resolve([status, why.toString()])),
    );
    expect(got).toEqual(['text 70000', 'binary 320', 'text 3']);
    expect([code, reason]).toEqual([4001, 'said bye']);
  });

  test('are cut when the server closes', async () => {
    const port = await listen((socket) => void socket.write('hello'));
    const app = await openOn(port);
    const client = dial(app);
    client.write(upgrade('/media/browser/t'));
    await readUntil(client, (bytes) => bytes.length > 0);
    const closed = new Promise<void>((resolve) => client.on('close', () => resolve()));
    await app.close();
    client.end();
    await closed;
  });
});

/** A pass-through alone, with times that a test can wait for. */
async function openAlone(mediaPort: number, timings: Partial<PassthroughTimings>) {
  const server = createHttpServer();
  const passthrough = openPassthrough(server, {
    target: () => ({ host: '127.0.0.1', port: mediaPort }),
    maxStreams: 100,
    addressOf: createClientAddresses(['loopback']).of,
    timings,
    log: createLog({ level: 'silent' }),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    passthrough.close();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const open = (headers = ''): Socket => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(upgrade('/media/browser/t').replace('X-Odd', `${headers}X-Odd`));
    return socket;
  };
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { passthrough, open, connections };
}

const refusal = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n';

describe('a peer that keeps its side open', () => {
  test('is disconnected after a rejection, so that no number of peers blocks others', async () => {
    const port = await listen((socket) => void socket.once('data', () => socket.end(refusal)));
    const app = await openOn(port);
    for (let round = 0; round < 6; round++) {
      const refused = Array.from({ length: 40 }, () => dial(app));
      for (const socket of refused) socket.write(upgrade('/media/telephony_a/made-up'));
      for (const text of await Promise.all(refused.map(readAll))) expect(text.toString()).toBe(refusal);
      await expect.poll(() => refused.every((socket) => socket.closed || socket.readableEnded)).toBe(true);
    }
    const open = (): Promise<number> =>
      new Promise((resolve) => app.http.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open, { timeout: 5_000 }).toBe(0);
  });

  test('is disconnected some time after the media side has ended', async () => {
    const port = await listen((socket) => void socket.once('data', () => socket.end(`${accepted}bye`)));
    const { passthrough, open, connections } = await openAlone(port, { halfClosedMs: 100 });
    const client = open();
    await readUntil(client, (bytes) => bytes.toString().endsWith('bye'));
    await expect.poll(connections).toBe(0);
    await expect.poll(() => passthrough.streams).toBe(0);
  });

  test('is disconnected if nothing passes in either direction', async () => {
    const port = await listen((socket) => void socket.once('data', () => socket.write(accepted)));
    const { passthrough, open } = await openAlone(port, { idleMs: 200 });
    const client = open();
    client.resume();
    await expect.poll(() => passthrough.streams).toBe(1);
    await expect.poll(() => client.closed).toBe(true);
    expect(passthrough.streams).toBe(0);
  });

  test('is disconnected if the media listener does not answer the handshake', async () => {
    const port = await listen((socket) => void socket.resume());
    const { passthrough, open } = await openAlone(port, { answerMs: 200 });
    const client = open();
    client.resume();
    await expect.poll(() => client.closed).toBe(true);
    expect(passthrough.streams).toBe(0);
  });
});

test('waiting streams are counted by the address that a trusted proxy names', async () => {
  const port = await listen((socket) => void socket.resume());
  const { passthrough, open } = await openAlone(port, {});
  const from = (address: string): Socket => open(`X-Forwarded-For: ${address}\r\n`);
  for (let i = 0; i < 50; i++) from('192.0.2.1').resume();
  await expect.poll(() => passthrough.streams).toBe(50);
  expect((await readAll(from('192.0.2.1'))).toString()).toMatch(/^HTTP\/1\.1 429 /);
  from('192.0.2.2').resume();
  await expect.poll(() => passthrough.streams).toBe(51);
});

test('a cross-site page cannot open a stream or the live list', async () => {
  const port = await listen((socket) => void socket.once('data', () => socket.end(refusal)));
  const app = await openOn(port);
  const status = async (path: string, origin: string): Promise<string> => {
    const client = dial(app);
    client.write(
      upgrade(path).replace('X-Odd', `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: ${origin}\r\nX-Odd`),
    );
    const head = await readUntil(client, (bytes) => bytes.length > 12);
    return head.toString('latin1', 9, 12);
  };
  expect(await status('/media/browser/t', 'https://evil.example')).toBe('403');
  expect(await status('/api/voice/calls/live', 'https://evil.example')).toBe('403');
  expect(await status('/api/voice/calls/live', 'null')).toBe('403');
  expect(await status('/api/voice/calls/live', 'http://tunnel.example:5173')).toBe('101');
});
