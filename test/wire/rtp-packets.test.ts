import { createSocket } from 'node:dgram';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../media/kit/clock.ts';
import { parseRtp, printRtp } from '../../media/wire/rtp/packet.ts';
import { createReception } from '../../media/wire/rtp/reception.ts';
import { parseRtcp, printGoodbye, printSenderReport } from '../../media/wire/rtp/rtcp.ts';
import { createRtcpSession } from '../../media/wire/rtp/rtcp-session.ts';
import { createRtpPorts } from '../../media/wire/rtp/rtp-socket.ts';
import { createSourceLock, type RtpSource } from '../../media/wire/rtp/source-lock.ts';
import { createKeyReader, keyPackets } from '../../media/wire/rtp/telephone-events.ts';

const phone: RtpSource = { address: '192.0.2.9', port: 4000 };

describe('parseRtp', () => {
  test('reads what printRtp writes', () => {
    const packet = {
      payloadType: 101,
      marker: true,
      sequence: 65_535,
      timestamp: 2 ** 32 - 1,
      source: 2 ** 31,
      payload: Buffer.from([1, 2]),
    };
    expect(parseRtp(printRtp(packet))).toEqual(packet);
  });

  test('skips sources, an extension and padding', () => {
    const bytes = Buffer.concat([
      Buffer.from([0xb1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]),
      Buffer.from([9, 9, 9, 9]),
      Buffer.from([0, 0, 0, 1, 8, 8, 8, 8]),
      Buffer.from([5, 6, 0, 2]),
    ]);
    expect(parseRtp(bytes)?.payload).toEqual(Buffer.from([5, 6]));
  });

  test('rejects short, long, foreign and contradictory packets', () => {
    for (const bytes of [
      Buffer.alloc(11),
      Buffer.alloc(3000, 0x80),
      Buffer.alloc(40),
      Buffer.from([0xa0, ...Array(11).fill(255)]),
    ])
      expect(parseRtp(bytes)).toBeUndefined();
  });
});

test('createReception counts losses across the end of the numbers, and jitter', () => {
  const reception = createReception();
  const numbers = [65_533, 65_534, 65_535, 0, 2, 1, 5].map((sequence, at) =>
    reception.add({ sequence, timestamp: at * 160, source: 1 }, at * 160),
  );
  expect(numbers).toEqual([65_533, 65_534, 65_535, 65_536, 65_538, 65_537, 65_541]);
  expect([reception.received, reception.lost, reception.takeLossFraction(), reception.takeLossFraction()]).toEqual([
    7, 2, 56, 0,
  ]);
  expect(reception.jitterTicks).toBe(0);
  reception.add({ sequence: 6, timestamp: 7 * 160, source: 1 }, 7 * 160 + 320);
  expect(reception.jitterTicks).toBe(20);
});

test('createReception counts on when another source follows', () => {
  const reception = createReception();
  const numbers = [
    [100, 1],
    [102, 1],
    [60_000, 2],
    [60_001, 2],
    [7, 3],
  ].map(([sequence = 0, source = 0], at) => reception.add({ sequence, timestamp: at * 160, source }, at * 160));
  expect(numbers).toEqual([100, 102, 103, 104, 105]);
  expect([reception.received, reception.lost, reception.highest]).toEqual([5, 1, 7]);
});

describe('telephone events', () => {
  test('are read once for each key, whichever packets are lost', () => {
    for (let first = 0; first < 7; first++) {
      const reader = createKeyReader();
      const packets = keyPackets('#', 160)?.slice(first) ?? [];
      expect(packets.flatMap(({ payload }) => reader.read(payload, 1600) ?? [])).toEqual(['#']);
      expect(packets.flatMap(({ payload }) => reader.read(payload, 3200) ?? [])).toEqual(['#']);
    }
  });

  test('ignore other events and short packets', () => {
    const reader = createKeyReader();
    expect(reader.read(Buffer.from([64, 10, 0, 160]), 1)).toBeUndefined();
    expect(reader.read(Buffer.from([1, 10]), 2)).toBeUndefined();
    expect(keyPackets('x', 160)).toBeUndefined();
  });
});

describe('createSourceLock', () => {
  test('accepts the stated and the signalling address, and keeps the first', () => {
    const lock = createSourceLock(phone, '198.51.100.4');
    expect(lock.accepts({ address: '203.0.113.1', port: 4000 }, 0)).toBe(false);
    expect(lock.accepts({ address: '198.51.100.4', port: 9 }, 0)).toBe(true);
    expect(lock.target).toEqual({ address: '198.51.100.4', port: 9 });
    expect(lock.accepts(phone, 100)).toBe(false);
    expect(lock.foreign).toBe(2);
  });

  test('follows a changed port after a silence, and a changed session at once', () => {
    const lock = createSourceLock(phone, phone.address);
    lock.accepts(phone, 0);
    expect(lock.accepts({ ...phone, port: 5000 }, 2000)).toBe(false);
    expect(lock.accepts({ ...phone, port: 5000 }, 2001)).toBe(true);
    lock.expect({ address: '192.0.2.20', port: 6000 }, phone.address);
    expect(lock.target).toEqual({ address: '192.0.2.20', port: 6000 });
    expect(lock.accepts({ address: '192.0.2.20', port: 6001 }, 2100)).toBe(true);
  });
});

test('a printed sender report parses to the same report', () => {
  const block = {
    about: 9,
    lossFraction: 25,
    lost: 4,
    highest: 70_000,
    jitterTicks: 12,
    lastReport: 5,
    sinceLastReport: 6,
  };
  const bytes = printSenderReport({
    source: 7,
    wallMs: 1_700_000_000_500,
    timestamp: 160,
    packets: 2,
    bytes: 320,
    block,
  });
  const reports = parseRtcp(bytes);
  expect(reports.blocks).toEqual([block]);
  expect(reports.senderReport).toBeTypeOf('number');
  for (let length = 0; length < bytes.length; length++) parseRtcp(bytes.subarray(0, length));
});

test('a session counts the reports of the far end, and those of them about audio', () => {
  const reception = createReception();
  const session = createRtcpSession({
    source: 7,
    reception,
    clock: createManualClock(),
    send() {},
    timestampNow: () => 0,
  });
  const own = { source: 9, wallMs: 1_700_000_000_500, timestamp: 160, packets: 2, bytes: 320 };
  const block = { about: 7, lossFraction: 64, lost: 4, highest: 9, jitterTicks: 16, lastReport: 0, sinceLastReport: 0 };
  session.receive(printSenderReport({ ...own, block: undefined }));
  expect(session.remote).toMatchObject({ reportsReceived: 1, reportsOfAudio: 0, remoteLossShare: null });
  session.receive(printSenderReport({ ...own, block }));
  session.receive(printGoodbye(9));
  expect(session.remote).toMatchObject({ reportsReceived: 2, reportsOfAudio: 1, remoteLossShare: 0.25 });
});

test('createRtpPorts opens pairs and passes over ports that are taken', async () => {
  const taken = createSocket('udp4');
  await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', resolve));
  const port = taken.address().port;
  const first = port - (port % 2);
  const ports = createRtpPorts('127.0.0.1', { first, last: first + 3 });
  const sockets = [await ports.open(), await ports.open()];
  expect(sockets.map((socket) => socket?.port).filter((one) => one !== undefined)).not.toContain(first);
  for (const socket of sockets) socket?.close();
  taken.close();
});
