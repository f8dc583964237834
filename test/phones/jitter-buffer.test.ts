import { describe, expect, test } from 'vitest';
import { createRelay } from '../../media/codec/relay.ts';
import { createJitterBuffer } from '../../media/phone/jitter-buffer.ts';

const mulaw = { encoding: 'mulaw', rateHz: 8000 } as const;
const packet = (byte: number): Uint8Array => new Uint8Array(160).fill(byte);
const firstBytes = (packets: readonly Uint8Array[]): number[] => packets.map((payload) => payload[0] ?? -1);

describe('the jitter buffer of a calling telephone', () => {
  test('begins with 60 ms of silence, so that late packets leave no gap', () => {
    expect(firstBytes(createJitterBuffer().add(packet(1), 1000, mulaw))).toEqual([0xff, 0xff, 0xff, 1]);
  });

  test('plays silence in place of lost packets, and none that is too late', () => {
    const buffer = createJitterBuffer();
    buffer.add(packet(1), 10, mulaw);
    expect(firstBytes(buffer.add(packet(2), 13, mulaw))).toEqual([0xff, 0xff, 2]);
    expect(buffer.add(packet(3), 12, mulaw)).toEqual([]);
    expect(firstBytes(buffer.add(packet(4), 14, mulaw))).toEqual([4]);
  });

  test('adds no silence when the stream begins again', () => {
    const buffer = createJitterBuffer();
    buffer.add(packet(1), 60_000, mulaw);
    expect(firstBytes(buffer.add(packet(2), 5, mulaw))).toEqual([2]);
    expect(firstBytes(buffer.add(packet(3), 6, mulaw))).toEqual([3]);
  });
});

describe('the relay between two telephones', () => {
  test('passes equal formats on unchanged, in packets of 20 ms', () => {
    const played: Uint8Array[] = [];
    const relay = createRelay(mulaw, mulaw, (payload) => played.push(payload));
    relay(packet(5).subarray(0, 80));
    expect(played).toHaveLength(0);
    relay(packet(6));
    relay(packet(7).subarray(0, 80));
    expect(played.map(({ length }) => length)).toEqual([160, 160]);
    expect([...(played[0] ?? [])].slice(78, 82)).toEqual([5, 5, 6, 6]);
  });

  test.each([
    ['alaw', 8000, 160],
    ['l16', 16_000, 640],
  ] as const)('converts to %s at %i Hz', (encoding, rateHz, bytes) => {
    const played: Uint8Array[] = [];
    const relay = createRelay(mulaw, { encoding, rateHz }, (payload) => played.push(payload.slice()));
    for (let count = 0; count < 50; count++) relay(packet(0x20));
    expect(new Set(played.map(({ length }) => length))).toEqual(new Set([bytes]));
    expect(played.length).toBeGreaterThanOrEqual(48);
  });
});
