import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHttpClient } from '../../src/http-client/index.ts';
import { onEachDatabase } from '../data/databases.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { selfSigned } from './certificate.ts';
import { newOrganisation, openPostOffice } from './post-office.ts';
import { listen, openReceiver } from './receiver.ts';

const headers = { 'Content-Type': 'application/json' };
const body = Buffer.from('{}');
/** Of receivers that would never let go. */
const deadlineMs = 400;
/** Of those that do let go: however slow this machine is, that is what ends the attempt. */
const noDeadlineMs = 600_000;
/** The receiver has it before the log has what came of it. */
const written = { timeout: 60_000 };

/** What a socket that speaks no HTTP of Node's own does. */
async function openSocketServer(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${await listen(server)}/hook`;
}

const dripping =
  (first: string, drop: string) =>
  (socket: Socket): void => {
    socket.write(first);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on('close', () => clearInterval(timer));
  };
const endless = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  const more = (): void => {
    while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
  };
  socket.on('drain', more);
  more();
};

const outOfTime = 'The receiver did not respond in time.';
const cut = 'The receiver reset the connection.';
const ok = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n';

const receivers: readonly (readonly [string, (socket: Socket) => void, number, string | RegExp])[] = [
  ['never answers', () => {}, 0, outOfTime],
  ['answers a byte now and then', dripping('HTTP/1.1 200 OK\r\nx: ', 'x'), 0, outOfTime],
  ['says that it will go on, for ever', dripping('', 'HTTP/1.1 100 Continue\r\n\r\n'), 0, outOfTime],
  ['sends a body without end', endless, 200, ''],
  ['sends what is no gzip', (socket) => socket.end(`${ok}content-length: 4\r\n\r\nbomb`), 200, ''],
  ['breaks off', (socket) => socket.destroy(), 0, cut],
  ['resets', (socket) => socket.resetAndDestroy(), 0, cut],
  ['says nothing and is done', (socket) => socket.end(), 0, cut],
  ['breaks off within the body', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'), 200, ''],
  ['speaks no HTTP', (socket) => socket.end('220 mail.example.com ESMTP\r\n'), 0, /HPE_/],
  ['sends headers without end', dripping(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`, 'x'), 0, /too long/],
  [
    'wants another protocol',
    (socket) => socket.write('HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    101,
    '',
  ],
  ['fails', (socket) => socket.end('HTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n'), 500, ''],
  [
    'sends elsewhere',
    (socket) => socket.end('HTTP/1.1 307 T\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'),
    307,
    '',
  ],
];

test.each(receivers)('a receiver that %s is abandoned within the deadline', async (_what, serve, status, error) => {
  const httpClient = createHttpClient({
    allowedHosts: ['127.0.0.1'],
    deadlineMs: error === outOfTime ? deadlineMs : noDeadlineMs,
  });
  const answer = await httpClient.post({ url: await openSocketServer(serve), headers, body });
  expect(answer).toEqual({ status, error: error instanceof RegExp ? expect.stringMatching(error) : error });
});

test('a receiver that trickles its response is abandoned at the deadline, with its status', async () => {
  const httpClient = createHttpClient({ allowedHosts: ['127.0.0.1'], deadlineMs: 5000 });
  const url = await openSocketServer(dripping('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n', 'x'));
  expect(await httpClient.post({ url, headers, body })).toEqual({ status: 200, error: '' });
});

const trickling: [what: string, serve: (socket: Socket) => unknown][] = [
  ['the body', dripping('HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n', 'x')],
  ['the headers', dripping('HTTP/1.1 200 OK\r\nx: ', 'x')],
  ['nothing', () => {}],
];

test.each(trickling)('a download ends when the server sends %s too slowly', async (_what, serve) => {
  const pace = { windowMs: 200, leastBytes: 100_000 };
  const { download } = createHttpClient({ allowedHosts: ['127.0.0.1'], pace });
  const path = join(temporaryFolder(), 'file');
  const asked = { url: await openSocketServer(serve), headers: {}, path, maxBytes: 1e6, deadlineMs: noDeadlineMs };
  expect(await download(asked)).toEqual({ kind: 'failed', status: 0, detail: 'The receiver sends too slowly.' });
});

test('only the first 4 KB of a response are read', async () => {
  const httpClient = createHttpClient({ allowedHosts: ['127.0.0.1'], deadlineMs: noDeadlineMs });
  const url = await openSocketServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(4096)}`));
  expect(await httpClient.post({ url, headers, body })).toEqual({ status: 200, error: '' });
});

test('an unreachable host and an untrusted certificate are reported', async () => {
  const httpClient = createHttpClient({ allowedHosts: ['127.0.0.1'], deadlineMs: noDeadlineMs });
  expect(await httpClient.post({ url: 'http://127.0.0.1:1/', headers, body })).toEqual({
    status: 0,
    error: 'The receiver refused the connection.',
  });
  const server = createSecureServer(selfSigned(), (_, reply) => void reply.end());
  const port = await listen(server);
  expect(await httpClient.post({ url: `https://127.0.0.1:${port}/`, headers, body })).toEqual({
    status: 0,
    error: expect.stringMatching(/TLS handshake failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
  });
});

onEachDatabase('webhooks of several organisations', ({ place }) => {
  test('deliveries wait for their own receiver only, one after the other', async () => {
    const office = await openPostOffice(await place(), { deadlineMs: noDeadlineMs });
    const held: (() => void)[] = [];
    const slow = await openReceiver((_, reply) => void held.push(() => reply.end()));
    const quick = await openReceiver();
    const [ours, theirs] = [newOrganisation(), newOrganisation()];
    const mine = await office.register(ours, slow.url);
    const other = await office.register(theirs, quick.url);
    office.start();
    for (let n = 0; n < 3; n++) await office.put(ours, { n });
    await slow.until(1);
    for (let n = 0; n < 20; n++) await office.put(theirs, { n });
    const sent = (await quick.until(20)).map(({ body }) => JSON.parse(body.toString()).data.n);
    expect(sent).toEqual([...Array(20).keys()]);
    // The first of ours is still unanswered, and none of ours overtook it.
    expect(slow.received).toHaveLength(1);
    for (const count of [1, 2, 3]) {
      await slow.until(count);
      expect(slow.received).toHaveLength(count);
      held.shift()?.();
    }
    expect(slow.received.map(({ body }) => JSON.parse(body.toString()).data.n)).toEqual([0, 1, 2]);
    await vi.waitFor(async () => {
      expect(await office.log(ours, mine.uuid)).toHaveLength(3);
      expect((await office.log(ours, mine.uuid)).every(({ success }) => success)).toBe(true);
      expect(await office.log(theirs, other.uuid)).toHaveLength(20);
    }, written);
  });

  test('every attempt is logged with its result, and none is logged twice', async () => {
    const office = await openPostOffice(await place(), { deadlineMs: noDeadlineMs });
    const ours = newOrganisation();
    const answers = [200, 204, 302, 404, 500, 0, 200];
    const receiver = await openReceiver((request, reply) => {
      const status = answers[receiver.received.length - 1] ?? 500;
      if (status === 0) return void request.socket.destroy();
      reply.writeHead(status, { location: '/elsewhere' }).end();
    });
    const { uuid } = await office.register(ours, receiver.url);
    office.start();
    for (const _ of answers) await office.put(ours);
    await receiver.until(answers.length);
    const failed = (responseStatus: number, errorMessage: string) => ({ responseStatus, success: false, errorMessage });
    await vi.waitFor(
      async () =>
        expect(await office.log(ours, uuid)).toEqual([
          { responseStatus: 200, success: true, errorMessage: '' },
          { responseStatus: 204, success: true, errorMessage: '' },
          failed(302, 'The receiver returned 302; redirects are not followed.'),
          failed(404, 'The receiver returned 404.'),
          failed(500, 'The receiver returned 500.'),
          failed(0, cut),
          { responseStatus: 200, success: true, errorMessage: '' },
        ]),
      written,
    );
    expect(receiver.received).toHaveLength(answers.length);
  });

  test('an attempt interrupted by a stop is not repeated by the next server', async () => {
    const where = await place();
    const held = await openReceiver(() => {});
    const ours = newOrganisation();
    const first = await openPostOffice(where, { deadlineMs: noDeadlineMs });
    const { uuid } = await first.register(ours, held.url);
    first.start();
    await first.put(ours, { n: 1 });
    await held.until(1);
    const second = await openPostOffice(where, { resolve: async () => [] });
    second.start();
    await second.round();
    expect(held.received).toHaveLength(1);
    expect(await second.log(ours, uuid)).toEqual([
      {
        responseStatus: 0,
        success: false,
        errorMessage: 'The server stopped while sending. Delivery is unknown.',
      },
    ]);
  });

  test('the log keeps the last 200 deliveries', async () => {
    const office = await openPostOffice(await place(), { deadlineMs: noDeadlineMs });
    const ours = newOrganisation();
    const receiver = await openReceiver();
    const { uuid } = await office.register(ours, receiver.url);
    for (let n = 0; n < 205; n++) await office.put(ours, { n });
    office.start();
    await receiver.until(205);
    await vi.waitFor(async () => {
      const found = await office.webhooks.log(ours, uuid, { limit: 1, offset: 0 });
      expect([found?.total, found?.rows[0]?.success]).toEqual([200, true]);
    }, written);
    // Six hundred transactions, however slow this machine is.
  });
});
