import { describe, expect, it } from 'vitest';
import { systemClock } from '../../media/kit/clock.ts';
import { defaultLimits } from '../../media/wire/transport.ts';
import { createRig, handshake, type Open, until } from './transport-rig.ts';

/** The contract of `MediaTransport`, over real sockets. */
export function transportContract(name: string, open: Open): void {
  describe(`${name} transport`, () => {
    const { rig, dial, wire, answerTo } = createRig(open);

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
  });
}
