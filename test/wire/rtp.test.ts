import { describe, expect, test } from 'vitest';
import { createPayloadCodec } from '../../media/codec/rtp-payload.ts';
import { createManualClock } from '../../media/kit/clock.ts';
import type { RtpAgreement, SrtpKeys } from '../../media/line/rtp.ts';
import type { WireEvent } from '../../media/line/wire.ts';
import { createMetronome, type Metronome, type Ticker } from '../../media/wire/metronome.ts';
import { parseRtp, printRtp, type RtpPacket } from '../../media/wire/rtp/packet.ts';
import { printSenderReport } from '../../media/wire/rtp/rtcp.ts';
import { createRtpPorts, type RtpSocket } from '../../media/wire/rtp/rtp-socket.ts';
import { openRtpStream, type Released } from '../../media/wire/rtp/rtp-stream.ts';
import type { RtpSource } from '../../media/wire/rtp/source-lock.ts';
import { createSrtpReceiver, createSrtpSender } from '../../media/wire/rtp/srtp.ts';
import { keyPackets } from '../../media/wire/rtp/telephone-events.ts';

const agreement: RtpAgreement = {
  codec: 'PCMU',
  payloadType: 0,
  eventType: 101,
  noiseType: null,
  remoteAddress: '192.0.2.9',
  remotePort: 4000,
  signallingAddress: '198.51.100.4',
  encryption: null,
  sends: true,
  receives: true,
};
const phone: RtpSource = { address: '192.0.2.9', port: 4000 };

function packetOf(sequence: number, options: Partial<RtpPacket> = {}): Buffer {
  const payload = new Uint8Array(160).fill(sequence & 0xff);
  return printRtp({
    payloadType: 0,
    marker: false,
    sequence,
    timestamp: sequence * 160,
    source: 7,
    payload,
    ...options,
  });
}

/** A stream on a manual clock whose packets are collected. */
function open(
  options: Partial<RtpAgreement> = {},
  beats?: Pick<Metronome, 'add'>,
  decryption?: Released['decryption'],
) {
  const clock = createManualClock();
  const metronome = createMetronome({ clock, periodMs: 10 });
  const sent: { readonly packet: RtpPacket; readonly to: RtpSource; readonly atMs: number }[] = [];
  const closed: string[] = [];
  const reportsTo: RtpSource[] = [];
  const socket: RtpSocket = {
    port: 10_000,
    onPacket() {},
    onControl() {},
    send(bytes, to) {
      const packet = parseRtp(bytes);
      if (packet !== undefined) sent.push({ packet, to, atMs: clock.nowMs() });
    },
    sendControl: (_, to) => void reportsTo.push(to),
    close() {},
  };
  const stream = openRtpStream({
    socket,
    decryption,
    agreement: { ...agreement, ...options },
    codec: createPayloadCodec(options.codec ?? agreement.codec),
    start: { callId: 'c1', streamId: 's1' },
    clock,
    metronome: { ...metronome, ...beats },
    onClosed: (reason) => closed.push(reason),
  });
  return { clock, sent, socket, stream, closed, reportsTo };
}

/** Reads all events of a stream that has ended. */
async function eventsOf({ events }: { readonly events: AsyncIterable<WireEvent> }): Promise<WireEvent[]> {
  const list: WireEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

describe('a stream before the answer', () => {
  const audio = (sequence: number): Buffer =>
    printRtp({
      payloadType: 0,
      marker: false,
      sequence,
      timestamp: sequence * 160,
      source: 7,
      payload: Buffer.alloc(160, sequence),
    });

  test('keeps its latest audio for the call, and says no goodbye', () => {
    const { socket, stream, reportsTo, clock } = open({ isEarly: true });
    for (let sequence = 1; sequence <= 600; sequence++)
      socket.onPacket(audio(sequence), { address: agreement.remoteAddress, port: agreement.remotePort });
    const { early } = stream.release();
    expect(early).toHaveLength(499);
    expect(early.at(-1)?.[0]).toBe(600 % 256);
    clock.advance(20_000);
    expect(reportsTo).toEqual([]);
  });

  test('hands the count of encrypted packets to the call that follows, also past 65,535', async () => {
    const keys: SrtpKeys = {
      suite: 'AES_CM_128_HMAC_SHA1_80',
      localKey: Buffer.alloc(30, 1).toString('base64'),
      remoteKey: Buffer.alloc(30, 2).toString('base64'),
    };
    const farEnd = createSrtpSender({ ...keys, localKey: keys.remoteKey });
    const encrypted = (sequence: number): Buffer => farEnd.protect(packetOf(sequence & 0xffff));
    const first = open({ encryption: keys, isEarly: true });
    for (let sequence = 65_530; sequence < 65_540; sequence += 1) first.socket.onPacket(encrypted(sequence), phone);
    const { early, decryption } = first.stream.release();
    expect(early).toHaveLength(10);
    const { socket, stream } = open({ encryption: keys }, undefined, decryption);
    socket.onPacket(encrypted(65_540), phone);
    stream.end('done');
    expect((await eventsOf(stream)).map(({ type }) => type)).toEqual(['start', 'audio', 'stop']);
    const other = open({ encryption: { ...keys, remoteKey: keys.localKey } }, undefined, decryption);
    other.socket.onPacket(createSrtpSender(keys).protect(packetOf(1)), phone);
    other.stream.end('done');
    expect((await eventsOf(other.stream)).map(({ type }) => type)).toEqual(['start', 'audio', 'stop']);
  });

  test('may be silent for as long as it rings, and not longer than 30 s after the answer', () => {
    const { clock, stream, closed } = open({ isEarly: true });
    clock.advance(120_000);
    expect(closed).toEqual([]);
    stream.update({ ...agreement, isEarly: false });
    clock.advance(29_000);
    expect(closed).toEqual([]);
    clock.advance(2000);
    expect(closed).toEqual(['idle']);
  });
});

describe('openRtpStream', () => {
  test('sends a packet each 20 ms: silence, or the audio of the call', () => {
    const { clock, sent, stream } = open();
    clock.advance(100);
    stream.send({ type: 'audio', payload: new Uint8Array(160).fill(1) });
    clock.advance(100);
    expect(sent.map(({ packet }) => packet.payload[0])).toEqual([255, 255, 255, 255, 255, 1, 255, 255, 255, 255]);
    const [first] = sent;
    for (const [at, { packet, to }] of sent.entries()) {
      expect((packet.timestamp - (first?.packet.timestamp ?? 0)) >>> 0).toBe(at * 160);
      expect((packet.sequence - (first?.packet.sequence ?? 0)) & 0xffff).toBe(at);
      expect([packet.marker, to]).toEqual([at === 0, phone]);
    }
  });

  test('exchanges 16 kHz audio with the call and G.722 with the phone', async () => {
    const { clock, sent, socket, stream } = open({ codec: 'G722', payloadType: 9 });
    const tone = Int16Array.from({ length: 320 }, (_, at) => 8000 * Math.sin(at / 2));
    stream.send({ type: 'audio', payload: new Uint8Array(tone.buffer) });
    clock.advance(40);
    expect(sent.map(({ packet }) => [packet.payloadType, packet.payload.length])).toEqual([
      [9, 160],
      [9, 160],
    ]);
    expect(((sent[1]?.packet.timestamp ?? 0) - (sent[0]?.packet.timestamp ?? 0)) >>> 0).toBe(160);
    socket.onPacket(packetOf(1, { payloadType: 9, payload: sent[0]?.packet.payload ?? new Uint8Array() }), phone);
    stream.end('over');
    const [start, audio] = await eventsOf(stream);
    expect(start).toMatchObject({ type: 'start', format: { encoding: 'l16', rateHz: 16_000 } });
    const heard = audio?.type === 'audio' ? new Int16Array(audio.payload.slice().buffer) : new Int16Array();
    // The two filters delay by 22 samples.
    const errors = tone.slice(100, 298).map((sample, at) => sample - (heard[122 + at] ?? 0));
    expect(heard.length).toBe(320);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1200);
  });

  test('exchanges encrypted audio only, once that was agreed', async () => {
    const [ours, theirs, next] = ['a', 'b', 'c'].map((letter) => Buffer.alloc(30, letter).toString('base64'));
    const suite = 'AES_CM_128_HMAC_SHA1_80';
    const encryption = { suite, localKey: ours ?? '', remoteKey: theirs ?? '' } as const;
    const { clock, sent, socket, stream } = open({ encryption });
    clock.advance(20);
    const mirrored = { suite, localKey: theirs ?? '', remoteKey: ours ?? '' } as const;
    // A packet of 160 bytes has a tag of 10.
    expect(sent[0]?.packet.payload.length).toBe(170);
    const received = createSrtpReceiver(mirrored).unprotect(printRtp(sent[0]?.packet as RtpPacket));
    expect(received && parseRtp(received)?.payload).toEqual(Buffer.alloc(160, 255));
    socket.onPacket(packetOf(1), { ...phone, port: 9 });
    socket.onPacket(createSrtpSender(mirrored).protect(packetOf(2)), phone);
    stream.update({ ...agreement, encryption: null });
    socket.onPacket(packetOf(3), phone);
    clock.advance(20);
    expect(sent[1]?.packet.payload.length).toBe(170);
    stream.update({ ...agreement, encryption: { ...encryption, remoteKey: next ?? '' } });
    socket.onPacket(createSrtpSender(mirrored).protect(packetOf(4)), phone);
    socket.onPacket(createSrtpSender({ ...mirrored, localKey: next ?? '' }).protect(packetOf(5)), phone);
    stream.end('over');
    const heard = (await eventsOf(stream)).flatMap((event) => (event.type === 'audio' ? [event.payload[0]] : []));
    expect(heard).toEqual([2, 5]);
    expect(stream.report.packetsReceived).toBe(2);
  });

  test('skips the time in which the thread stood still', () => {
    const tickers: Ticker[] = [];
    const add: Metronome['add'] = (ticker) => {
      tickers.push(ticker);
      return () => {};
    };
    const { clock, sent } = open({}, { add });
    clock.advance(1000);
    for (const ticker of tickers) ticker.tick(1000);
    expect(sent.length).toBe(1);
  });

  test('delivers audio with growing numbers, keys once, and nothing of strangers', async () => {
    const { clock, socket, stream } = open();
    socket.onPacket(packetOf(65_535), phone);
    for (const { payload } of keyPackets('5', 160)?.slice(0, 3) ?? [])
      socket.onPacket(packetOf(0, { payloadType: 101, payload }), phone);
    socket.onPacket(packetOf(3), phone);
    socket.onPacket(packetOf(4), { address: '203.0.113.1', port: 1 });
    socket.onPacket(Buffer.from('no packet'), phone);
    clock.advance(10);
    stream.end('caller_hung_up');
    expect((await eventsOf(stream)).map((event) => (event.type === 'audio' ? event.number : event.type))).toEqual([
      'start',
      65_535,
      'dtmf',
      65_536,
      'stop',
    ]);
    expect(stream.report).toMatchObject({ packetsReceived: 5, packetsForeign: 1 });
  });

  test('sends keys in place of audio, with the end three times', () => {
    const { clock, sent, stream } = open();
    expect(stream.send({ type: 'dtmf', digit: '7' })).toBe(true);
    clock.advance(120);
    const keys = sent.filter(({ packet }) => packet.payloadType === 101);
    expect(keys.map(({ packet }) => packet.payload[1])).toEqual([10, 10, 10, 10, 138, 138, 138]);
    expect(new Set(keys.map(({ packet }) => packet.timestamp)).size).toBe(1);
    expect(keys.map(({ packet }) => packet.marker)).toEqual([true, false, false, false, false, false, false]);
    expect(open({ eventType: null }).stream.send({ type: 'dtmf', digit: '7' })).toBe(false);
  });

  test('says that a mark was played by our clock, unless it was cleared', async () => {
    const { clock, stream } = open();
    stream.send({ type: 'audio', payload: new Uint8Array(320) });
    stream.send({ type: 'mark', name: 'm1' });
    clock.advance(99);
    stream.send({ type: 'mark', name: 'm2' });
    stream.send({ type: 'clear' });
    stream.send({ type: 'mark', name: 'm3' });
    clock.advance(300);
    stream.end('bye');
    const played = (await eventsOf(stream)).filter(({ type }) => type === 'played');
    expect(played).toEqual([{ type: 'played', name: 'm3', isEstimated: true }]);
  });

  test('sends nothing on hold, waits longer than 30 s there, and ends a silent call after it', async () => {
    const { clock, sent, stream, closed } = open();
    stream.update({ ...agreement, sends: false, receives: false });
    clock.advance(60_000);
    expect([sent.length, closed]).toEqual([0, []]);
    stream.update(agreement);
    clock.advance(29_990);
    expect(closed).toEqual([]);
    clock.advance(30);
    expect(closed).toEqual(['idle']);
    expect((await eventsOf(stream)).at(-1)).toEqual({ type: 'stop', reason: 'idle' });
  });

  test('closes once', () => {
    const { stream, closed } = open();
    stream.close(1000, 'caller_asked');
    stream.end('caller_hung_up');
    expect([closed, stream.send({ type: 'audio', payload: new Uint8Array(160) })]).toEqual([['caller_asked'], false]);
  });
});

describe('a stream that is handed over', () => {
  test('gives the audio and keys of its far end to the relay, and outlives its call', () => {
    const { socket, stream, closed } = open();
    const passed: (number | string)[] = [];
    stream.handOver({ audio: (payload) => passed.push(payload.length), key: (digit) => passed.push(digit) });
    socket.onPacket(packetOf(1), phone);
    for (const { payload } of keyPackets('5', 160) ?? [])
      socket.onPacket(packetOf(2, { payloadType: 101, payload, timestamp: 320 }), phone);
    expect(passed).toEqual([160, '5']);
    expect(stream.send({ type: 'audio', payload: new Uint8Array(160) })).toBe(false);
    stream.close(1000, 'transferred');
    expect(closed).toEqual([]);
    stream.end('caller_hung_up');
    expect(closed).toEqual(['caller_hung_up']);
  });
});

test('a stream that is over sends nothing more of the other end', async () => {
  const socket = await createRtpPorts('127.0.0.1', { first: 30_000, last: 31_000 }).open();
  if (socket === undefined) throw new Error('no free port');
  const { clock } = open();
  const stream = openRtpStream({
    socket,
    agreement,
    codec: createPayloadCodec('PCMU'),
    start: { callId: 'c1', streamId: 's1' },
    clock,
    metronome: createMetronome({ clock, periodMs: 10 }),
    onClosed() {},
  });
  stream.end('caller_hung_up');
  expect(() => stream.play(new Uint8Array(160))).not.toThrow();
});

test('reports go to the port from which reports come, as a NAT changes it', () => {
  const { clock, socket, reportsTo } = open();
  socket.onPacket(packetOf(1), phone);
  clock.advance(5000);
  const report = printSenderReport({ source: 7, wallMs: 0, timestamp: 0, packets: 1, bytes: 160, block: undefined });
  socket.onControl(report, { address: '203.0.113.1', port: 9 });
  socket.onControl(report, { address: phone.address, port: 61_234 });
  clock.advance(5000);
  expect(reportsTo).toEqual([
    { address: phone.address, port: phone.port + 1 },
    { address: phone.address, port: 61_234 },
  ]);
});

test('keys beyond the limit are refused until some are sent', () => {
  const { stream } = open();
  const pressed = Array.from({ length: 100 }, () => stream.send({ type: 'dtmf', digit: '1' }));
  expect(pressed.filter(Boolean)).toHaveLength(30);
  for (let packet = 0; packet < 5; packet++) stream.play(new Uint8Array(160));
  expect(stream.send({ type: 'dtmf', digit: '1' })).toBe(true);
});
