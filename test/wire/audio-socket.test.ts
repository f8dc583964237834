import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { WireEvent } from '../../media/line/wire.ts';
import { audioSocket, packetKinds, packetOf } from '../../media/wire/dialects/audio-socket.ts';
import { createPacketReader } from '../../media/wire/packets.ts';
import { openWireServer, type WireServerOptions, type WireStream } from '../../media/wire/server.ts';
import { until } from './transport-rig.ts';

const uuid = '40325ec2-5efd-4bd3-805f-53576e581d13';
const first = packetOf(packetKinds.uuid, Buffer.from(uuid.replaceAll('-', ''), 'hex'));
const audio = (fill: number): Uint8Array => packetOf(packetKinds.audio, new Uint8Array(320).fill(fill));
const key = packetOf(packetKinds.key, Buffer.from('5'));
const end = packetOf(packetKinds.hangUp, new Uint8Array(0));

describe('AudioSocket', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function open(options: Partial<WireServerOptions<string>> = {}) {
    const streams: WireStream[] = [];
    const events: WireEvent[] = [];
    const asked: string[] = [];
    const server = await openWireServer<string>({
      driver: 'ws',
      host: '127.0.0.1',
      port: 0,
      audioSocketPort: 0,
      async claim(token, dialect) {
        asked.push(`${dialect} ${token}`);
        return token === uuid ? 'plan' : undefined;
      },
      onStream(stream) {
        streams.push(stream);
        void (async () => {
          for await (const event of stream.events) events.push(event);
        })();
      },
      log: () => {},
      ...options,
    });
    cleanups.push(() => server.close());
    return { server, streams, events, asked };
  }

  async function dial({ audioSocketPort }: { readonly audioSocketPort: number | undefined }) {
    const socket: Socket = connect(audioSocketPort as number, '127.0.0.1');
    cleanups.push(() => socket.destroy());
    const got: Buffer[] = [];
    socket.on('data', (bytes) => got.push(bytes));
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    return { socket, closed, got: () => Buffer.concat(got) };
  }

  test('carries a call from its UUID to its end, however the packets are cut', async () => {
    const { server, streams, events, asked } = await open();
    const { socket, closed, got } = await dial(server);
    for (const byte of Buffer.concat([first, audio(1), key])) socket.write(Uint8Array.of(byte));
    await until(() => events.length === 3, 'three events');
    expect(asked).toEqual([`audiosocket ${uuid}`]);
    expect(events).toMatchObject([
      { type: 'start', streamId: uuid, format: { encoding: 'l16', rateHz: 8000 } },
      { type: 'audio', payload: new Uint8Array(320).fill(1) },
      { type: 'dtmf', digit: '5' },
    ]);
    const [stream] = streams as [WireStream];
    expect(stream.send({ type: 'audio', payload: new Uint8Array(320).fill(7) })).toBe(true);
    stream.send({ type: 'mark', name: 'm' });
    stream.send({ type: 'clear' });
    await until(() => got().length >= 323, 'the audio');
    expect(got()).toEqual(Buffer.from(audio(7)));
    stream.close();
    await closed;
    expect(got().subarray(323)).toEqual(Buffer.from(end));
    expect(server.counters).toMatchObject({ accepted: 1, framesOut: 1 });
  });

  test('ends with a hang-up, and with a connection that is lost', async () => {
    const { server, events } = await open();
    const one = await dial(server);
    one.socket.write(Buffer.concat([first, end]));
    await until(() => events.some(({ type }) => type === 'stop'), 'the end');
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'hangup' });
    const two = await dial(server);
    two.socket.write(Buffer.concat([first, audio(1)]));
    await until(() => events.filter(({ type }) => type === 'audio').length === 1, 'its audio');
    two.socket.destroy();
    await until(() => events.filter(({ type }) => type === 'stop').length === 2, 'its end');
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'closed' });
  });

  test.each([
    ['an unknown UUID', packetOf(packetKinds.uuid, new Uint8Array(16)), 1],
    ['audio in place of a UUID', audio(1), 0],
    ['a UUID of another length', packetOf(packetKinds.uuid, new Uint8Array(15)), 0],
    ['a request of HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n'), 0],
  ])('closes a connection that begins with %s', async (_what, bytes, asks) => {
    const { server, streams, asked } = await open();
    const { socket, closed } = await dial(server);
    socket.write(bytes);
    await closed;
    expect(streams).toEqual([]);
    expect(asked).toHaveLength(asks);
  });

  test('closes a connection that sends no UUID in time', async () => {
    const { server } = await open({ limits: { upgradeDeadlineMs: 20 } });
    const { closed } = await dial(server);
    await closed;
    expect(server.counters).toMatchObject({ expired: 1, accepted: 0 });
  });

  test('closes a connection that goes silent, and one that sends too much', async () => {
    const { server, events } = await open({ limits: { idleTimeoutMs: 100, framesPerSecond: 100, burstSeconds: 1 } });
    const silent = await dial(server);
    silent.socket.write(first);
    await silent.closed;
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'idle' });
    const fast = await dial(server);
    fast.socket.write(Buffer.concat([first, ...new Array(400).fill(audio(1))]));
    await fast.closed;
    expect(server.counters).toMatchObject({ idle: 1, tooFast: 1 });
  });

  test('a UUID does not open a WebSocket, and nothing listens unless asked to', async () => {
    const { server } = await open({ audioSocketPort: undefined });
    expect(server.audioSocketPort).toBeUndefined();
    const answer = await fetch(`http://127.0.0.1:${server.port}/media/audiosocket/${uuid}`);
    expect(answer.status).toBe(426);
  });
});

describe('the AudioSocket dialect', () => {
  const started = () => {
    const session = audioSocket.open();
    session.parse(first);
    return session;
  };

  test.each([
    ['a second UUID', first, 'out_of_order'],
    ['audio at 16 kHz', packetOf(0x12, new Uint8Array(640)), 'bad_audio'],
    ['half a sample', packetOf(packetKinds.audio, new Uint8Array(3)), 'bad_audio'],
    ['an unknown kind', packetOf(0x42, new Uint8Array(1)), 'unknown_event'],
    ['a key without a digit', packetOf(packetKinds.key, new Uint8Array(0)), 'bad_message'],
    ['text', 'hello', 'bad_message'],
  ])('refuses %s', (_what, message, code) => {
    expect(started().parse(message)).toMatchObject({ ok: false, fault: { code } });
  });

  test('refuses audio before the UUID', () => {
    expect(audioSocket.open().parse(audio(1))).toMatchObject({ ok: false, fault: { code: 'out_of_order' } });
  });

  test('reports an error of Asterisk as trouble', () => {
    expect(started().parse(packetOf(packetKinds.error, Uint8Array.of(2)))).toMatchObject({
      events: [{ type: 'trouble', reason: 'Asterisk reports the error 2' }],
    });
  });

  test('packets are bounded, and an incomplete one is kept', () => {
    const reader = createPacketReader(400);
    expect(reader.push(audio(1).subarray(0, 200))).toEqual([]);
    const packets = reader.push(audio(1).subarray(200)) as readonly Uint8Array[];
    expect(packets.map((packet) => new Uint8Array(packet))).toEqual([audio(1)]);
    expect(reader.push(Uint8Array.of(packetKinds.audio, 0xff, 0xff))).toBe('too_long');
  });
});
