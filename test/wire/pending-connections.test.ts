import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../media/kit/clock.ts';
import { addressText, plainAddress } from '../../media/wire/address.ts';
import { createEventQueue } from '../../media/wire/event-queue.ts';
import { openTransport } from '../../media/wire/open-transport.ts';
import { createPendingConnections } from '../../media/wire/pending-connections.ts';
import { createRateMeter } from '../../media/wire/rate-meter.ts';
import { defaultLimits } from '../../media/wire/transport.ts';
import { loadUws } from '../../media/wire/uws-native.ts';

describe('pending connections', () => {
  const open = () => {
    const clock = createManualClock();
    return { clock, pending: createPendingConnections({ clock, deadlineMs: 1000, perAddress: 2, inAll: 3 }) };
  };

  it('are closed once, at their deadline', () => {
    const { clock, pending } = open();
    const expelled: string[] = [];
    pending.enter('a', () => expelled.push('first'));
    clock.advance(500);
    const second = pending.enter('a', () => expelled.push('second'));
    clock.advance(499);
    expect(expelled).toEqual([]);
    clock.advance(1);
    expect(expelled).toEqual(['first']);
    second?.leave();
    second?.leave();
    clock.advance(5000);
    expect(expelled).toEqual(['first']);
    expect(pending.waiting).toBe(0);
  });

  it('evict the oldest silent socket of an address at its limit, and of all at theirs', () => {
    const { pending } = open();
    const expelled: string[] = [];
    const enter = (address: string, name: string) => pending.enter(address, (why) => expelled.push(`${name} ${why}`));
    enter('a', 'a1');
    enter('a', 'a2');
    enter('a', 'a3');
    expect(expelled).toEqual(['a1 crowded_out']);
    enter('b', 'b1');
    enter('c', 'c1');
    expect(expelled).toEqual(['a1 crowded_out', 'a2 crowded_out']);
    expect(pending.waiting).toBe(3);
  });

  it('with a complete request are never evicted', () => {
    const { clock, pending } = open();
    const expelled: string[] = [];
    const enter = (address: string, name: string) => pending.enter(address, (why) => expelled.push(`${name} ${why}`));
    const first = enter('a', 'a1');
    first?.arrived();
    enter('a', 'a2');
    enter('a', 'a3')?.arrived();
    expect(expelled).toEqual(['a2 crowded_out']);
    expect(enter('a', 'a4')).toBeUndefined();
    enter('b', 'b1')?.arrived();
    expect(enter('c', 'c1')).toBeUndefined();
    first?.leave();
    expect(enter('c', 'c2')).toBeDefined();
    clock.advance(1000);
    expect(pending.waiting).toBe(0);
    expect(expelled.slice(1).sort()).toEqual(['a3 expired', 'b1 expired', 'c2 expired']);
  });
});

describe('rate meter', () => {
  const limits = { framesPerSecond: 10, bytesPerSecond: 1000, burstSeconds: 2 };

  it('lets a stalled network catch up, and no more', () => {
    const meter = createRateMeter(limits, 0);
    for (let i = 0; i < 20; i += 1) expect(meter.take(1, 0)).toBeUndefined();
    expect(meter.take(1, 0)).toBe('frames');
    const rested = createRateMeter(limits, 0);
    rested.take(1, 0);
    for (let i = 0; i < 20; i += 1) expect(rested.take(1, 60_000)).toBeUndefined();
    expect(rested.take(1, 60_000)).toBe('frames');
  });

  it('never rejects the allowed rate', () => {
    const meter = createRateMeter(limits, 0);
    const answers = Array.from({ length: 10_000 }, (_, i) => meter.take(100, i * 100));
    expect(new Set(answers)).toEqual(new Set([undefined]));
  });

  it('counts bytes separately', () => {
    const meter = createRateMeter(limits, 0);
    expect(meter.take(2000, 0)).toBeUndefined();
    expect(meter.take(1, 0)).toBe('bytes');
  });
});

describe('event queue', () => {
  const audio = (byte: number) => ({ type: 'audio', payload: new Uint8Array([byte]) }) as const;

  it('always has room for the last event, and accepts none after', async () => {
    const queue = createEventQueue(2);
    expect(queue.push({ type: 'cleared' })).toBe(true);
    expect(queue.push({ type: 'cleared' })).toBe(true);
    expect(queue.push(audio(1))).toBe(false);
    queue.end({ type: 'stop', reason: 'first' });
    queue.end({ type: 'stop', reason: 'second' });
    expect(queue.push(audio(2))).toBe(false);
    const read = [];
    for await (const event of queue) read.push(event);
    expect(read).toEqual([{ type: 'cleared' }, { type: 'cleared' }, { type: 'stop', reason: 'first' }]);
  });

  it('wakes a waiting reader', async () => {
    const queue = createEventQueue(2);
    const first = queue[Symbol.asyncIterator]().next();
    queue.push(audio(3));
    expect(await first).toEqual({ done: false, value: audio(3) });
  });
});

it('addresses are formatted for people', () => {
  expect(addressText(new Uint8Array([10, 0, 0, 7]))).toBe('10.0.0.7');
  expect(addressText(new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 7]))).toBe('10.0.0.7');
  expect(addressText(new Uint8Array([32, 1, 13, 184, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]))).toBe(
    '2001:db8:0:0:0:0:0:1',
  );
  expect(addressText(new Uint8Array(0))).toBe('unknown');
  expect(plainAddress('::ffff:10.0.0.7')).toBe('10.0.0.7');
  expect(plainAddress('2001:db8::1')).toBe('2001:db8::1');
  expect(plainAddress(undefined)).toBe('unknown');
});

describe('choosing a driver', () => {
  const options = {
    host: '127.0.0.1',
    port: 0,
    limits: defaultLimits,
    clock: createManualClock(),
    admit: async () => ({ ok: true, value: 1 }) as const,
    open: () => ({ message() {}, drained() {}, closed() {} }),
  };

  it('logs which one was chosen, and why', async () => {
    const lines: [string, unknown][] = [];
    const transport = await openTransport({ ...options, driver: 'auto', log: (...line) => lines.push(line) });
    expect(lines).toEqual([
      [
        `media is served by ${transport.driver}`,
        { port: transport.port, why: expect.stringMatching(/build|not load/) },
      ],
    ]);
    await transport.close();
  });

  it('reports why the native library does not load', () => {
    const load = loadUws(() => '/nowhere/uws.node');
    if (load.ok) expect(load.build).toBe('published');
    else expect(load.reason).toMatch(/.+; .*\/nowhere\/uws\.node/);
  });
});
