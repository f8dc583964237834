import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type Clock, createManualClock, systemClock } from '../../media/kit/clock.ts';
import type { OpenTransportOptions } from '../../media/wire/open-transport.ts';
import {
  type Admission,
  defaultLimits,
  type Knock,
  type MediaSocket,
  type MediaTransport,
  type TransportLimits,
} from '../../media/wire/transport.ts';

export interface Seen {
  readonly socket: MediaSocket;
  readonly value: string;
  readonly messages: (string | Uint8Array)[];
  readonly closes: { code: number; reason: string }[];
  drains: number;
}

export type Open = (options: Omit<OpenTransportOptions<string>, 'driver'>) => Promise<MediaTransport>;

const handshake = (path: string, method = 'GET'): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');

export const until = async (condition: () => boolean, what: string): Promise<void> => {
  const giveUpAt = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > giveUpAt) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** The contract of `MediaTransport`, over real sockets. */
export function transportContract(name: string, open: Open): void {
  describe(`${name} transport`, () => {
    const cleanups: (() => void | Promise<void>)[] = [];
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });

    interface Rig {
      readonly transport: MediaTransport;
      readonly seen: Seen[];
      readonly knocks: Knock[];
      readonly logged: string[];
    }

    async function rig(
      settings: {
        limits?: Partial<TransportLimits>;
        clock?: Clock;
        admit?: (knock: Knock) => Promise<Admission<string>>;
        onOpen?: (socket: MediaSocket) => void;
        onMessage?: (seen: Seen, message: string | Uint8Array) => void;
        probe?: string;
      } = {},
    ): Promise<Rig> {
      const seen: Seen[] = [];
      const knocks: Knock[] = [];
      const logged: string[] = [];
      const transport = await open({
        host: '127.0.0.1',
        port: 0,
        limits: { ...defaultLimits, ...settings.limits },
        clock: settings.clock ?? systemClock,
        log: (message) => logged.push(message),
        async admit(knock) {
          knocks.push(knock);
          return settings.admit ? settings.admit(knock) : { ok: true, value: knock.token };
        },
        open(socket, value) {
          const one: Seen = { socket, value, messages: [], closes: [], drains: 0 };
          seen.push(one);
          settings.onOpen?.(socket);
          return {
            probe: settings.probe,
            message(message) {
              one.messages.push(message);
              settings.onMessage?.(one, message);
            },
            drained() {
              one.drains += 1;
            },
            closed: (code, reason) => one.closes.push({ code, reason }),
          };
        },
      });
      cleanups.push(() => transport.close());
      return { transport, seen, knocks, logged };
    }

    interface Client {
      readonly ws: WebSocket;
      readonly got: (string | Uint8Array)[];
      readonly closed: Promise<{ code: number; reason: string }>;
    }

    function dial(
      transport: MediaTransport,
      path = '/media/telephony_a/token-1',
      subprotocols: readonly string[] = [],
    ): Promise<Client> {
      const ws = new WebSocket(`ws://127.0.0.1:${transport.port}${path}`, [...subprotocols]);
      cleanups.push(() => ws.terminate());
      const got: (string | Uint8Array)[] = [];
      ws.on('message', (data: Buffer, isBinary: boolean) =>
        got.push(isBinary ? new Uint8Array(data) : data.toString()),
      );
      const closed = new Promise<{ code: number; reason: string }>((resolve) =>
        ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
      );
      return new Promise((resolve, reject) => {
        ws.on('open', () => resolve({ ws, got, closed }));
        ws.on('error', reject);
      });
    }

    function wire(transport: MediaTransport): { socket: Socket; text: () => string; closed: Promise<void> } {
      const socket = connect(transport.port, '127.0.0.1');
      cleanups.push(() => {
        socket.destroy();
      });
      let text = '';
      socket.on('data', (data) => {
        text += data.toString('latin1');
      });
      socket.on('error', () => {});
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
      return { socket, text: () => text, closed };
    }

    async function answerTo(transport: MediaTransport, request: string): Promise<{ status: number; body: unknown }> {
      const { socket, text, closed } = wire(transport);
      socket.write(request);
      await closed;
      return { status: Number(text().slice(9, 12)), body: JSON.parse(text().slice(text().indexOf('\r\n\r\n') + 4)) };
    }

    it('accepts a stream with path and query, and reports the peer', async () => {
      const { transport, seen, knocks, logged } = await rig();
      await dial(transport, '/media/telephony_b/a-Token_9?sample-rate=16000');
      expect(knocks).toMatchObject([{ dialect: 'telephony_b', token: 'a-Token_9', remoteAddress: '127.0.0.1' }]);
      expect(seen[0]?.value).toBe('a-Token_9');
      expect(seen[0]?.socket.remoteAddress).toBe('127.0.0.1');
      expect(transport.connections).toBe(1);
      expect(transport.waiting).toBe(0);
      expect(logged).toEqual([`media is served by ${transport.driver}`]);
    });

    it('accepts the token as a parameter of an address that all calls share', async () => {
      const { transport, knocks } = await rig();
      await dial(transport, '/media/asterisk?ticket=a-Token_9');
      await dial(transport, '/media/telephony_a/in-the-path?ticket=another');
      expect(knocks.map(({ token }) => token)).toEqual(['a-Token_9', 'in-the-path']);
      for (const path of [
        '/media/asterisk',
        '/media/asterisk?ticket=',
        '/media/asterisk?ticket=a/b',
        '/media?ticket=a',
      ])
        expect(await answerTo(transport, handshake(path))).toMatchObject({ status: 404 });
    });

    it.each([
      [['media'], 'media'],
      [['chat', 'media'], 'media'],
      [[], ''],
    ])('selects of the subprotocols %j %j', async (offered, selected) => {
      const { transport } = await rig();
      const { ws } = await dial(transport, '/media/asterisk/token-1', offered);
      expect(ws.protocol).toBe(selected);
    });

    it('carries text and binary unchanged in both directions', async () => {
      const { transport, seen } = await rig({ onMessage: (one, message) => one.socket.send(message) });
      const { ws, got } = await dial(transport);
      const binary = Uint8Array.from({ length: 640 }, (_, i) => i & 255);
      ws.send('नमस्ते {"event":"media"}');
      ws.send(binary);
      await until(() => got.length === 2, 'both messages came back');
      expect(got).toEqual(['नमस्ते {"event":"media"}', binary]);
      expect(seen[0]?.messages).toEqual(got);
    });

    it('sends text from reusable memory, also to a slow peer', async () => {
      const { transport, seen } = await rig();
      const { ws, got } = await dial(transport);
      ws.pause();
      const memory = new Uint8Array(10_000);
      for (let i = 0; i < 60; i += 1) seen[0]?.socket.sendText(memory.fill(0x30 + (i % 10)));
      ws.resume();
      await until(() => got.length === 60, 'all texts came');
      expect(got).toEqual(Array.from({ length: 60 }, (_, i) => String(i % 10).repeat(10_000)));
    });

    it('delivers binary messages in their own memory', async () => {
      const { transport, seen } = await rig();
      const { ws } = await dial(transport);
      for (let i = 0; i < 100; i += 1) ws.send(new Uint8Array(320).fill(i));
      await until(() => seen[0]?.messages.length === 100, 'all messages came');
      expect(seen[0]?.messages).toEqual(Array.from({ length: 100 }, (_, i) => new Uint8Array(320).fill(i)));
    });

    it.each([
      ['another path', handshake('/other'), 404, 'Only media streams are served here.'],
      ['no token', handshake('/media/telephony_a/'), 404, 'Only media streams are served here.'],
      ['a path of tricks', handshake('/media/telephony_a/..%2f..%2f'), 404, 'Only media streams are served here.'],
      [
        'plain HTTP',
        'GET /media/telephony_a/t HTTP/1.1\r\nHost: a\r\n\r\n',
        426,
        'This address accepts WebSocket connections only.',
      ],
      ['plain HTTP elsewhere', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'Only media streams are served here.'],
      [
        'another method',
        handshake('/media/telephony_a/t', 'POST'),
        426,
        'This address accepts WebSocket connections only.',
      ],
      [
        'another version',
        handshake('/media/telephony_a/t').replace('Version: 13', 'Version: 8'),
        426,
        'Only version 13 of the WebSocket protocol is supported.',
      ],
      [
        'a key that is none',
        handshake('/media/telephony_a/t').replace('dGhlIHNhbXBsZSBub25jZQ==', 'short'),
        400,
        'The WebSocket key is invalid.',
      ],
    ])('refuses %s', async (_, request, status, detail) => {
      const { transport, knocks } = await rig();
      expect(await answerTo(transport, request)).toEqual({ status, body: { detail } });
      expect(knocks).toEqual([]);
      expect(transport.waiting).toBe(0);
    });

    it('gives the reason for a rejected token', async () => {
      const { transport, seen } = await rig({
        admit: async () => ({ ok: false, status: 403, detail: 'no such stream' }),
      });
      expect(await answerTo(transport, handshake('/media/browser/t'))).toEqual({
        status: 403,
        body: { detail: 'no such stream' },
      });
      expect(seen).toEqual([]);
      expect(transport.counters.refused).toBe(1);
    });

    it('waits for a slow decision, and forgets peers that leave meanwhile', async () => {
      const decisions: (() => void)[] = [];
      const { transport, seen } = await rig({
        admit: ({ token }) => new Promise((resolve) => decisions.push(() => resolve({ ok: true, value: token }))),
      });
      const impatient = wire(transport);
      impatient.socket.write(handshake('/media/browser/gone'));
      await until(() => decisions.length === 1, 'the first decision is asked');
      impatient.socket.destroy();
      await impatient.closed;
      const patient = dial(transport, '/media/browser/stays');
      await until(() => decisions.length === 2, 'the second decision is asked');
      for (const decide of decisions) decide();
      await patient;
      await until(() => transport.connections === 1 && transport.waiting === 0, 'only the patient one is in');
      expect(seen.filter(({ closes }) => closes.length === 0).map(({ value }) => value)).toEqual(['stays']);
    });

    it('returns 503 when full without consuming the token, and accepts again later', async () => {
      const { transport, knocks } = await rig({ limits: { maxConnections: 1 } });
      const first = await dial(transport);
      expect(await answerTo(transport, handshake('/media/browser/t'))).toEqual({
        status: 503,
        body: { detail: 'All lines are busy.' },
      });
      expect(knocks).toHaveLength(1);
      first.ws.close();
      await until(() => transport.connections === 0, 'the first has left');
      await dial(transport);
    });

    it('reports once that the peer left, cleanly or not', async () => {
      const { transport, seen } = await rig();
      const polite = await dial(transport);
      polite.ws.close(1000, 'bye');
      await until(() => seen[0]?.closes.length === 1, 'the first close');
      const rude = await dial(transport);
      rude.ws.terminate();
      await until(() => seen[1]?.closes.length === 1, 'the second close');
      expect(seen[0]?.closes).toEqual([{ code: 1000, reason: 'bye' }]);
      expect(seen[1]?.closes[0]?.code).toBe(1006);
      expect(transport.connections).toBe(0);
    });

    it('closes with a code and a reason, once, and accepts nothing more', async () => {
      const { transport, seen } = await rig();
      const { closed, ws } = await dial(transport);
      seen[0]?.socket.close(1008, 'enough');
      seen[0]?.socket.close(1000, 'again');
      expect(seen[0]?.closes).toEqual([{ code: 1008, reason: 'enough' }]);
      expect(seen[0]?.socket.send('late')).toBe('dropped');
      ws.send('too late');
      expect(await closed).toEqual({ code: 1008, reason: 'enough' });
      await until(() => transport.connections === 0, 'the socket is gone');
      expect(seen[0]?.messages).toEqual([]);
      expect(seen[0]?.closes).toHaveLength(1);
    });

    it('can close a socket immediately after opening', async () => {
      const { transport, seen } = await rig({ onOpen: (socket) => socket.close(1008, 'not you') });
      const { closed } = await dial(transport);
      expect(await closed).toEqual({ code: 1008, reason: 'not you' });
      expect(seen[0]?.closes).toEqual([{ code: 1008, reason: 'not you' }]);
      await until(() => transport.connections === 0, 'the socket is gone');
    });

    it('closes only the socket with a message over the limit, with 1009', async () => {
      const { transport, seen } = await rig({ limits: { maxFrameBytes: 1000 } });
      const guilty = await dial(transport);
      const innocent = await dial(transport);
      guilty.ws.send('x'.repeat(1000));
      await until(() => seen[0]?.messages.length === 1, 'the longest allowed message');
      guilty.ws.send('x'.repeat(1001));
      expect((await guilty.closed).code).toBe(1009);
      // The peer may notice before the owner does.
      await until(() => seen[0]?.closes.length === 1, 'its owner is told');
      expect(seen[0]?.messages).toHaveLength(1);
      expect(seen[0]?.closes.map(({ code }) => code)).toEqual([1009]);
      expect(transport.counters.tooLarge).toBe(1);
      innocent.ws.send('still here');
      await until(() => seen[1]?.messages.length === 1, 'the other socket still works');
    });

    it('cuts off a peer that sends megabytes', async () => {
      const { transport, seen } = await rig();
      const { ws, closed } = await dial(transport);
      ws.on('error', () => {});
      ws.send(new Uint8Array(10_000_000));
      await closed;
      await until(() => seen[0]?.closes.length === 1, 'the owner is told');
      expect(seen[0]?.closes[0]?.code).toBe(1009);
      expect(seen[0]?.messages).toEqual([]);
    });

    it.each([
      ['frames', { framesPerSecond: 10, burstSeconds: 2 }, 'x', 20],
      ['bytes', { bytesPerSecond: 1000, burstSeconds: 2 }, 'x'.repeat(100), 20],
    ] as const)('closes a peer that sends too many %s', async (what, limits, message, allowed) => {
      const { transport, seen } = await rig({ limits });
      const { ws, closed } = await dial(transport);
      for (let i = 0; i < 100; i += 1) ws.send(message);
      expect(await closed).toEqual({ code: 1008, reason: `too many ${what}` });
      expect(seen[0]?.messages.length).toBeGreaterThanOrEqual(allowed);
      expect(seen[0]?.messages.length).toBeLessThan(100);
      expect(transport.counters.tooFast).toBe(1);
    });

    it('queues for a slow reader and reports when it has caught up', async () => {
      const { transport, seen } = await rig({ limits: { maxBufferedBytes: 64_000_000 } });
      const { socket } = await dialRaw(transport);
      socket.pause();
      const sender = (seen[0] as Seen).socket;
      const block = new Uint8Array(65_000);
      let sends = 0;
      while (sender.send(block) === 'sent') sends += 1;
      expect(sends).toBeGreaterThan(0);
      expect(sender.bufferedBytes).toBeGreaterThan(0);
      expect(sender.send(block)).toBe('queued');
      expect(seen[0]?.drains).toBe(0);
      socket.resume();
      await until(() => (seen[0] as Seen).drains > 0, 'drained');
      expect(sender.bufferedBytes).toBe(0);
      expect(sender.send('again')).toBe('sent');
    });

    it('cuts off a reader that stays behind by more than the limit', async () => {
      const { transport, seen } = await rig();
      const { socket } = await dialRaw(transport);
      socket.pause();
      const one = seen[0] as Seen;
      let result = one.socket.send('x');
      let most = 0;
      for (let i = 0; i < 2000 && result !== 'dropped'; i += 1) {
        result = one.socket.send(new Uint8Array(60_000));
        most = Math.max(most, one.socket.bufferedBytes);
      }
      expect(result).toBe('dropped');
      expect(most).toBeLessThanOrEqual(defaultLimits.maxBufferedBytes);
      expect(one.closes).toEqual([{ code: 1008, reason: 'too slow' }]);
      expect(transport.counters.tooSlow).toBe(1);
      await until(() => transport.connections === 0, 'the slow reader is gone');
    });

    it('keeps a quiet peer that answers pings, and closes one that does not', async () => {
      // Each step takes one event loop turn, in which pings and their answers arrive, so that a stalled machine does
      // not count as silence.
      const clock = createManualClock();
      const winding = setInterval(() => clock.advance(100), 5);
      onTestFinished(() => clearInterval(winding));
      const { transport, seen } = await rig({ clock, limits: { idleTimeoutMs: 4000 } });
      const alive = await dial(transport);
      let pings = 0;
      alive.ws.on('ping', () => {
        pings += 1;
      });
      await dialRaw(transport);
      await until(() => seen[1]?.closes.length === 1, 'the dead peer is closed');
      expect(seen[1]?.closes).toEqual([{ code: 1001, reason: 'idle' }]);
      expect(pings).toBeGreaterThan(0);
      expect(seen[0]?.closes).toEqual([]);
      expect(transport.counters.idle).toBe(1);
    });

    it('sends a quiet peer the message that replaces pings', async () => {
      const clock = createManualClock();
      const winding = setInterval(() => clock.advance(100), 5);
      onTestFinished(() => clearInterval(winding));
      const { transport, seen } = await rig({ clock, limits: { idleTimeoutMs: 4000 }, probe: 'still there?' });
      const { ws, got } = await dial(transport);
      let pings = 0;
      ws.on('ping', () => {
        pings += 1;
      });
      ws.on('message', () => ws.send('yes'));
      await until(() => (seen[0]?.messages.length ?? 0) > 2, 'the peer has answered');
      expect(got.slice(0, 3)).toEqual(['still there?', 'still there?', 'still there?']);
      expect([pings, seen[0]?.closes]).toEqual([0, []]);
    });

    it('closes sockets with trickling headers or silence, and serves a good client meanwhile', async () => {
      const { transport } = await rig({ limits: { upgradeDeadlineMs: 1500 } });
      const slow = Array.from({ length: 50 }, () => wire(transport));
      const trickle = setInterval(() => {
        slow.forEach(({ socket }, i) => {
          if (i % 5 !== 0) socket.write(i % 2 === 0 ? 'G' : 'X-a: b\r\n');
        });
      }, 50);
      cleanups.push(() => clearInterval(trickle));
      slow.forEach(({ socket }, i) => {
        if (i % 5 !== 0)
          socket.write(i % 2 === 0 ? 'GET /media/browser/t' : 'GET /media/browser/t HTTP/1.1\r\nHost: a\r\n');
      });
      // If the machine stalled meanwhile, the first of them have already expired.
      await until(() => transport.waiting + transport.counters.expired === 50, 'all have come');
      const good = await dial(transport);
      await Promise.all(slow.map(({ closed }) => closed));
      expect(transport.counters.expired).toBe(50);
      expect(transport.waiting).toBe(0);
      expect(good.ws.readyState).toBe(WebSocket.OPEN);
      expect(transport.connections).toBe(1);
    });

    it('closes a socket whose body or decision does not arrive', async () => {
      const { transport, seen } = await rig({ limits: { upgradeDeadlineMs: 300 }, admit: () => new Promise(() => {}) });
      const undecided = wire(transport);
      undecided.socket.write(handshake('/media/browser/t'));
      const bodiless = wire(transport);
      bodiless.socket.write('POST /media/browser/t HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n');
      await Promise.all([undecided.closed, bodiless.closed]);
      expect(seen).toEqual([]);
      expect(transport.waiting).toBe(0);
    });

    it('accepts a stream at once while silent sockets fill its address', async () => {
      const { transport } = await rig({ limits: { waitingPerAddress: 3 } });
      const silent = Array.from({ length: 12 }, () => wire(transport));
      await Promise.all(silent.slice(0, 9).map(({ closed }) => closed));
      const good = await dial(transport);
      expect(good.ws.readyState).toBe(WebSocket.OPEN);
      expect(transport.counters.crowdedOut).toBe(10);
      expect(transport.waiting).toBe(2);
    });

    it('rejects new sockets while complete requests fill their address', async () => {
      const { transport, knocks } = await rig({
        limits: { waitingPerAddress: 2, upgradeDeadlineMs: 2_000 },
        admit: () => new Promise(() => {}),
      });
      const undecided = [wire(transport), wire(transport)];
      for (const { socket } of undecided) socket.write(handshake('/media/browser/t'));
      await until(() => transport.waiting === 2, 'both are waiting');
      await until(() => knocks.length === 2, 'both are being decided');
      await wire(transport).closed;
      expect(transport.counters.crowdedOut).toBe(1);
      expect(transport.waiting).toBe(2);
    });

    it('destroys rejected sockets that their peers leave open', async () => {
      const { transport } = await rig({ admit: async () => ({ ok: false, status: 403, detail: 'no' }) });
      const refused = Array.from({ length: 20 }, () => wire(transport));
      for (const [i, { socket }] of refused.entries())
        socket.write(i % 2 === 0 ? handshake('/media/browser/t') : 'garbage\r\n\r\n');
      await Promise.all(refused.map(({ closed }) => closed));
      expect(transport.waiting).toBe(0);
    });

    it('survives every kind of disconnect before the stream begins', async () => {
      const { transport, seen } = await rig({ limits: { upgradeDeadlineMs: 300 } });
      const request = handshake('/media/browser/t');
      for (let cut = 0; cut <= request.length; cut += 7) {
        const { socket } = wire(transport);
        socket.write(request.slice(0, cut), () => (cut % 2 === 0 ? socket.destroy() : socket.end()));
      }
      const twice = wire(transport);
      twice.socket.write(`${'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'}${'GET /b HTTP/1.1\r\nHost: a\r\n\r\n'}`);
      const garbage = wire(transport);
      garbage.socket.write('\u0000\u0001 garbage\r\n\r\n');
      await until(() => transport.waiting === 0, 'the door is free');
      await until(() => transport.connections === 0, 'all sockets are gone');
      await dial(transport);
      expect(seen.at(-1)?.closes).toEqual([]);
    });

    it('names a port in use', async () => {
      const { transport } = await rig();
      const taken = open({
        host: '127.0.0.1',
        port: transport.port,
        limits: defaultLimits,
        clock: systemClock,
        log: () => {},
        admit: async () => ({ ok: true, value: '' }),
        open: () => ({ message() {}, drained() {}, closed() {} }),
      });
      await expect(taken).rejects.toMatchObject({ code: 'port_in_use' });
    });

    it('closes all sockets with 1001, frees its port, and may be closed twice', async () => {
      const { transport, seen } = await rig();
      const clients = [await dial(transport), await dial(transport)];
      const waiting = wire(transport);
      await until(() => transport.waiting === 1, 'one is waiting');
      await Promise.all([transport.close(), transport.close()]);
      for (const { closed } of clients) expect((await closed).code).toBe(1001);
      await waiting.closed;
      expect(seen.map(({ closes }) => closes)).toEqual([
        [{ code: 1001, reason: 'server closing' }],
        [{ code: 1001, reason: 'server closing' }],
      ]);
      await expect(dial(transport)).rejects.toThrow(/ECONNREFUSED/);
    });

    /** Opens a WebSocket peer that never responds: it only completes the handshake. */
    async function dialRaw(transport: MediaTransport): Promise<{ socket: Socket }> {
      const before = transport.connections;
      const { socket } = wire(transport);
      socket.write(handshake('/media/browser/raw'));
      await until(() => transport.connections === before + 1, 'the raw peer is in');
      return { socket };
    }
  });
}
