import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { MediaFault } from '../../media/line/fault.ts';
import type { WireEvent } from '../../media/line/wire.ts';
import { openWireServer, type WireServer, type WireServerOptions, type WireStream } from '../../media/wire/server.ts';
import { sharesPorts } from '../../media/wire/ws.ts';
import { until } from './transport-rig.ts';
import { uwsAbsence } from './uws-absence.ts';

const start = JSON.stringify({
  event: 'start',
  start: { callId: 'c', streamId: 's', mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000 } },
});
const media = (fill: number): string =>
  JSON.stringify({ event: 'media', media: { payload: Buffer.alloc(160, fill).toString('base64') } });

const badAudio = '{"event":"media","media":{"payload":"?"}}';
const times = <T>(count: number, message: T): T[] => new Array<T>(count).fill(message);

interface Held {
  readonly stream: WireStream;
  readonly claimed: string;
  readonly events: WireEvent[];
  done: boolean;
}

const absence = uwsAbsence();

for (const driver of ['ws', 'uws'] as const) {
  describe.skipIf(driver === 'uws' && absence !== undefined)(`wire server on ${driver}`, () => {
    const cleanups: (() => void | Promise<void>)[] = [];
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });

    async function open(options: Partial<WireServerOptions<string>> = {}, read = true) {
      const held: Held[] = [];
      const logged: string[] = [];
      const server = await openWireServer<string>({
        driver,
        host: '127.0.0.1',
        port: 0,
        claim: async (token, dialect) => (token === 'good' ? `${dialect} plan` : undefined),
        onStream(stream, claimed) {
          const one: Held = { stream, claimed, events: [], done: false };
          held.push(one);
          if (read) void readAll(one);
        },
        log: (message) => logged.push(message),
        ...options,
      });
      cleanups.push(() => server.close());
      return { server, held, logged };
    }

    async function readAll(one: Held): Promise<void> {
      for await (const event of one.stream.events) one.events.push(event);
      one.done = true;
    }

    async function dial(server: WireServer, path = '/media/telephony_a/good') {
      const ws = new WebSocket(`ws://127.0.0.1:${server.port}${path}`);
      cleanups.push(() => ws.terminate());
      const got: string[] = [];
      ws.on('message', (data: Buffer) => got.push(data.toString()));
      const closed = new Promise<{ code: number; reason: string }>((resolve) =>
        ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
      );
      await new Promise((resolve, reject) => {
        ws.on('open', resolve);
        ws.on('error', reject);
      });
      return { ws, got, closed };
    }
    const stops = (one: Held | undefined): WireEvent[] => one?.events.filter(({ type }) => type === 'stop') ?? [];

    it('connects a stream to the purpose of its token', async () => {
      const { server, held } = await open();
      const { ws, got } = await dial(server);
      ws.send(start);
      ws.send(media(1));
      await until(() => held[0]?.events.length === 2, 'both events');
      const [{ stream, claimed, events }] = held as [Held];
      expect(claimed).toBe('telephony_a plan');
      expect(stream).toMatchObject({ dialect: 'telephony_a', remoteAddress: '127.0.0.1' });
      expect(events.map(({ type }) => type)).toEqual(['start', 'audio']);
      expect(stream.send({ type: 'audio', payload: new Uint8Array(160) })).toBe(true);
      expect(stream.send({ type: 'mark', name: 'm' })).toBe(true);
      await until(() => got.length === 2, 'both commands');
      expect(got.map((text) => JSON.parse(text).event)).toEqual(['playAudio', 'checkpoint']);
      expect(stream.counters).toEqual({ framesIn: 2, framesOut: 2, droppedOut: 0, droppedIn: 0 });
      expect(server.streams).toBe(1);
      expect(server.counters).toMatchObject({ accepted: 1, framesIn: 2, framesOut: 2 });
    });

    it('passes the host, the target and the signatures of a request to the owner of its token', async () => {
      const requests: unknown[] = [];
      const { server } = await open({
        async claim(_token, _dialect, request) {
          requests.push(request);
          return undefined;
        },
      });
      const headers = {
        host: 'calls.example.com',
        'X-Twilio-Signature': 'c2VhbA==',
        'X-Too-Long-Signature': 'x'.repeat(1025),
        authorization: 'Basic secret',
      };
      const ws = new WebSocket(`ws://127.0.0.1:${server.port}/media/twilio/t0ken/?a=b`, { headers });
      await new Promise((resolve) => ws.on('error', resolve));
      expect(requests).toEqual([
        {
          host: 'calls.example.com',
          target: '/media/twilio/t0ken/?a=b',
          origin: '',
          signatures: { 'x-twilio-signature': 'c2VhbA==' },
        },
      ]);
    });

    it('passes audio directly to its reader, in order with other events', async () => {
      const { server, held } = await open();
      const { ws } = await dial(server);
      const order: string[] = [];
      const begun = until(() => held.length === 1, 'the stream').then(() => {
        held[0]?.stream.readAudio({
          hear: ({ payload }) => void order.push(`audio ${payload[0]}, ${held[0]?.events.length} before`),
        });
      });
      await begun;
      ws.send(start);
      await until(() => held[0]?.events.length === 1, 'the start');
      ws.send(media(1));
      ws.send(media(2));
      await until(() => order.length === 2, 'the audio');
      ws.send('{"event":"dtmf","dtmf":{"digit":"7"}}');
      await until(() => held[0]?.events.length === 2, 'the key');
      ws.send(media(3));
      await until(() => order.length === 3, 'more audio');
      expect(order.map((line) => line.split(', ')[1])).toEqual(['1 before', '1 before', '2 before']);
      expect(held[0]?.events.map(({ type }) => type)).toEqual(['start', 'dtmf']);
      expect(server.counters).toMatchObject({ framesIn: 5 });
    });

    it.each([
      ['/media/telephony_a/unknown', 403],
      ['/media/telephony_z/good', 404],
      ['/media/constructor/good', 404],
      ['/elsewhere', 404],
    ])('refuses %s', async (path, status) => {
      const { server, held } = await open();
      await expect(dial(server, path)).rejects.toThrow(String(status));
      expect(held).toEqual([]);
    });

    it.each([
      ['says it has no room', new MediaFault('engine_overloaded', 'full'), 0],
      ['fails', new Error('database gone'), 1],
    ])('answers 503 when the claim %s', async (_, error, complaints) => {
      const { server, logged } = await open({ claim: () => Promise.reject(error) });
      await expect(dial(server)).rejects.toThrow('503');
      expect(logged.filter((line) => line.includes('look up a stream token'))).toHaveLength(complaints);
    });

    it('ends with the far end’s stop, once, and keeps the socket for last words', async () => {
      const { server, held } = await open({ limits: { lingerMs: 200 } });
      const { ws, got, closed } = await dial(server);
      ws.send(start);
      ws.send('{"event":"stop","reason":"callended"}');
      ws.send('{"event":"stop"}');
      await until(() => held[0]?.done === true, 'the events have ended');
      expect(held[0]?.stream.send({ type: 'mark', name: 'last' })).toBe(true);
      await until(() => got.length === 1, 'the last words');
      expect(await closed).toEqual({ code: 1000, reason: 'stopped' });
      expect(stops(held[0])).toEqual([{ type: 'stop', reason: 'callended' }]);
    });

    it('ends when the socket does', async () => {
      const { server, held } = await open();
      for (const leave of [(ws: WebSocket) => ws.close(), (ws: WebSocket) => ws.terminate()]) {
        const { ws } = await dial(server);
        ws.send(start);
        await until(() => held.at(-1)?.events.length === 1, 'start');
        leave(ws);
        await until(() => held.at(-1)?.done === true, 'the events have ended');
        expect(held.at(-1)?.events.at(-1)).toEqual({ type: 'stop', reason: 'closed' });
        expect(held.at(-1)?.stream.send({ type: 'clear' })).toBe(false);
      }
      await until(() => server.streams === 0, 'no stream is left');
      expect(server.counters.framesIn).toBe(2);
    });

    it.each([
      ['bad JSON', times(51, '{'), 'not_json', 1007],
      ['media before start', times(51, media(1)), 'out_of_order', 1008],
      ['many starts', times(52, start), 'out_of_order', 1008],
      ['binary where text is due', [start, ...times(51, new Uint8Array(160))], 'unexpected_binary', 1003],
      ['payloads that are not base64', [start, ...times(51, badAudio)], 'bad_audio', 1007],
      ['all of these', [start, ...times(25, '{'), ...times(25, badAudio), start], 'out_of_order', 1008],
      ['a message too large', [start, 'x'.repeat(70_000)], 'too_large', 1009],
      ['too many messages', [start, ...times(1500, '{"event":"noise"}')], 'too_fast', 1008],
    ])('closes a stream of %s, and no other', async (_, messages, code, closeCode) => {
      const { server, held } = await open();
      const good = await dial(server);
      good.ws.send(start);
      const bad = await dial(server);
      for (const message of messages) bad.ws.send(message);
      expect((await bad.closed).code).toBe(closeCode);
      await until(() => held[1]?.done === true, 'the guilty stream has ended');
      expect(stops(held[1])).toEqual([{ type: 'stop', reason: `fault: ${code}` }]);
      good.ws.send(media(1));
      await until(() => held[0]?.events.length === 2, 'the good stream goes on');
      expect(server.streams).toBe(1);
    });

    it.each([
      ['bad JSON', '{', '50 not_json (first: the message is not JSON)'],
      ['a second start', start, '50 out_of_order (first: a second start)'],
      ['a binary frame', new Uint8Array(160), '50 unexpected_binary (first: a binary frame instead of a text frame)'],
      ['a payload that is none', badAudio, '50 bad_audio (first: the payload is not base64)'],
      [
        'a null payload',
        '{"event":"media","media":{"payload":null}}',
        '50 bad_audio (first: the payload is not base64)',
      ],
      ['a key that is none', '{"event":"dtmf","dtmf":{"digit":""}}', '50 bad_message (first: dtmf without a digit)'],
    ])('ignores fifty times %s, and counts it', async (_, message, ignored) => {
      const { server, held, logged } = await open();
      const { ws } = await dial(server);
      for (const one of [start, ...times(50, message), media(7)]) ws.send(one);
      await until(() => held[0]?.events.length === 2, 'the audio after it');
      expect(held[0]?.events).toMatchObject([{ type: 'start' }, { type: 'audio' }]);
      expect(held[0]?.stream.ignored).toBe(`the far end broke its protocol: ${ignored}`);
      expect(logged.filter((line) => line.startsWith('ignored'))).toHaveLength(1);
    });

    it('never closes a stream for unknown events', async () => {
      const { server, held } = await open();
      const { ws } = await dial(server);
      for (const one of [start, ...times(200, '{"event":"heartbeat"}'), media(7)]) ws.send(one);
      await until(() => held[0]?.events.length === 2, 'the audio after them');
      expect(held[0]?.stream.ignored).toContain('200 unknown_event (first: "heartbeat")');
    });

    it('keeps audio that arrives before start, and delivers it after', async () => {
      const { server, held } = await open();
      const { ws } = await dial(server);
      for (const one of [media(1), media(2), start, media(3)]) ws.send(one);
      await until(() => held[0]?.events.length === 4, 'the start and the audio');
      const [first, ...rest] = (held[0] as Held).events;
      expect(first).toMatchObject({ type: 'start' });
      expect(rest.map((event) => event.type === 'audio' && event.payload[0])).toEqual([1, 2, 3]);
      expect(held[0]?.stream.ignored).toContain('2 out_of_order (first: media before start)');
    });

    it('keeps no more than 48,000 characters of audio from before start', async () => {
      const { server, held } = await open();
      const { ws } = await dial(server);
      const long = (fill: number): string =>
        JSON.stringify({ event: 'media', media: { payload: Buffer.alloc(15_000, fill).toString('base64') } });
      for (const one of [long(1), long(2), long(3), start, media(4)]) ws.send(one);
      await until(() => held[0]?.events.length === 4, 'the start and the audio');
      const audio = (held[0] as Held).events.flatMap((event) => (event.type === 'audio' ? [event.payload[0]] : []));
      expect(audio).toEqual([1, 2, 4]);
    });

    it('begins with the first start that it can read', async () => {
      const { server, held } = await open();
      const { ws } = await dial(server);
      ws.send('{"event":"start"}');
      ws.send(start.replace('audio/x-mulaw', 'opus'));
      ws.send(start);
      await until(() => held[0]?.events.length === 1, 'the start');
      expect(held[0]?.stream.ignored).toContain('2 bad_message (first: start without its details)');
    });

    it('closes a stream that never starts', async () => {
      const { server, held } = await open({ limits: { startDeadlineMs: 100 } });
      const { closed } = await dial(server);
      expect(await closed).toEqual({ code: 1008, reason: 'no start' });
      expect(held[0]?.events).toEqual([{ type: 'stop', reason: 'fault: out_of_order' }]);
    });

    it('drops the oldest audio, and nothing else, when nobody reads', async () => {
      const { server, held } = await open({ limits: { maxQueuedEvents: 10 } }, false);
      const { ws } = await dial(server);
      ws.send(start);
      for (let i = 0; i < 50; i += 1) ws.send(media(i));
      ws.send('{"event":"dtmf","dtmf":{"digit":"7"}}');
      ws.send('{"event":"stop"}');
      const one = held[0] as Held;
      await until(() => one.stream.counters.framesIn === 53, 'everything came');
      await readAll(one);
      expect(one.stream.counters.droppedIn).toBe(42);
      expect(one.events.map(({ type }) => type)).toEqual([
        'start',
        ...new Array<string>(8).fill('audio'),
        'dtmf',
        'stop',
      ]);
      expect(one.events.flatMap((event) => (event.type === 'audio' ? [event.payload[0]] : []))).toEqual([
        42, 43, 44, 45, 46, 47, 48, 49,
      ]);
    });

    it('closes a stream that floods an absent reader with events that must not be lost', async () => {
      const { server, held } = await open({ limits: { maxQueuedEvents: 10 } }, false);
      const { ws, closed } = await dial(server);
      ws.send(start);
      for (let i = 0; i < 20; i += 1) ws.send('{"event":"dtmf","dtmf":{"digit":"7"}}');
      expect((await closed).code).toBe(1008);
      await readAll(held[0] as Held);
      expect(held[0]?.events).toHaveLength(11);
      expect(held[0]?.events.at(-1)).toEqual({ type: 'stop', reason: 'fault: too_fast' });
    });

    it('holds audio back while the far end is behind, never marks and clears', async () => {
      const { server, held } = await open({ limits: { maxBufferedBytes: 64_000_000 } });
      const { ws, got } = await dial(server, '/media/browser/good');
      ws.send('{"event":"start","sample_rate":48000,"encoding":"l16"}');
      await until(() => held[0]?.events.length === 1, 'start');
      const { stream } = held[0] as Held;
      const audio = { type: 'audio', payload: new Uint8Array(48_000) } as const;
      ws.pause();
      let taken = 0;
      while (stream.send(audio)) taken += 1;
      expect(stream.send(audio)).toBe(false);
      expect(stream.counters.droppedOut).toBe(2);
      expect(stream.send({ type: 'mark', name: 'kept' })).toBe(true);
      expect(stream.send({ type: 'clear' })).toBe(true);
      expect(stream.bufferedBytes).toBeGreaterThan(0);
      ws.resume();
      await until(() => got.length === taken + 2, 'all that was taken has come');
      expect(got.slice(-2).map((text) => JSON.parse(text).event)).toEqual(['mark', 'clear']);
      await until(() => stream.send(audio), 'audio goes again');
    });

    it('survives a failing owner', async () => {
      const { server, logged } = await open({
        onStream() {
          throw new Error('no call for you');
        },
      });
      const { closed } = await dial(server);
      expect((await closed).code).toBe(1011);
      expect(logged).toContain('failed to start a stream');
    });

    it('truncates a long close reason', async () => {
      const { server, held } = await open();
      const { closed } = await dial(server);
      held[0]?.stream.close(1000, 'é'.repeat(200));
      expect((await closed).reason).toBe('é'.repeat(61));
    });

    it('notifies every stream when the server closes', async () => {
      const scope = new AbortController();
      const { server, held } = await open({ signal: scope.signal });
      const { ws, closed } = await dial(server);
      ws.send(start);
      await until(() => held[0]?.events.length === 1, 'start');
      scope.abort();
      await server.close();
      expect((await closed).code).toBe(1001);
      await until(() => held[0]?.done === true, 'the events have ended');
      expect(stops(held[0])).toEqual([{ type: 'stop', reason: 'server closing' }]);
    });

    const shares = driver !== 'ws' || sharesPorts(process.versions.node);
    it.skipIf(!shares)('shares its port with other Parley listeners only', async () => {
      const free = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => free.once('listening', resolve));
      const { port } = free.address() as { port: number };
      await new Promise((resolve) => free.close(resolve));
      const first = await open({ port, sharePort: true });
      const second = await open({ port, sharePort: true });
      await expect(open({ port })).rejects.toMatchObject({ code: 'port_in_use' });
      await first.server.close();
      await dial(second.server);
      expect(second.held).toHaveLength(1);
    });

    it.skipIf(shares)('explains on an older Node why its port cannot be shared', async () => {
      await expect(open({ port: 7000, sharePort: true })).rejects.toMatchObject({
        code: 'port_not_shared',
        message: expect.stringContaining(`Node ${process.versions.node}`),
        advice: expect.stringMatching(/uWebSockets\.js.*MEDIA_THREADS=1/),
      });
    });

    it('names a port in use', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => other.once('listening', resolve));
      cleanups.push(() => void other.close());
      const { port } = other.address() as { port: number };
      await expect(open({ port })).rejects.toMatchObject({
        code: 'port_in_use',
        message: expect.stringContaining(`${port}`),
      });
    });
  });
}
