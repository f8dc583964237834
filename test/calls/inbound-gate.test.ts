import { expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { createInboundGate, type RequestSource } from '../../src/features/calls/calls/inbound-gate.ts';

const organisation = 'ours' as OrganisationId;

function openGate(slots: number) {
  const clock = { ms: 0 };
  const gate = createInboundGate({ slots: () => slots, nowMs: () => clock.ms });
  let calls = 0;
  /** Returns the call's id if it is admitted. Each call has a caller and an address of its own by default. */
  const admit = (
    to: string,
    { address = `address-${calls}`, from = `caller-${calls}`, network = 'unknown' as RequestSource['network'] } = {},
  ): string | undefined => {
    const callUuid = `call-${calls++}`;
    return gate.admit({ callUuid, organisation, from, to, source: { address, network } }) ? callUuid : undefined;
  };
  const ring = (...call: Parameters<typeof admit>): boolean => {
    const uuid = admit(...call);
    if (uuid !== undefined) gate.opened(uuid);
    return uuid !== undefined;
  };
  return { clock, gate, admit, ring };
}

test('unsigned calls to a number are admitted 120 times in a minute, however fast their streams open', () => {
  const { clock, admit, ring } = openGate(Number.POSITIVE_INFINITY);
  const rung = Array.from({ length: 200 }, () => {
    clock.ms += 100;
    return ring('+1');
  });
  expect(rung.filter(Boolean)).toHaveLength(120);
  expect(rung.indexOf(false)).toBe(120);
  expect(admit('+2')).toBeDefined();
  clock.ms += 60_000;
  expect(ring('+1')).toBe(true);
});

test('one address uses at most half of the calls per minute of a number', () => {
  const { clock, ring } = openGate(Number.POSITIVE_INFINITY);
  const rung = Array.from({ length: 200 }, () => {
    clock.ms += 100;
    return ring('+1', { address: '203.0.113.9' });
  });
  expect(rung.filter(Boolean)).toHaveLength(60);
  expect(ring('+1', { address: '198.51.100.7' })).toBe(true);
});

test('unsigned calls to all numbers occupy at most half of all slots until their streams open', () => {
  const { clock, gate, admit } = openGate(24);
  const held = ['+1', '+2', '+3'].map((to) => Array.from({ length: 8 }, () => admit(to)).filter(Boolean));
  // A quarter of the slots for each number, half for all.
  expect(held.map((one) => one.length)).toEqual([6, 6, 0]);
  gate.opened(held[0]?.[0] as string);
  expect([admit('+3'), admit('+3')]).toEqual([expect.any(String), undefined]);
  clock.ms += 6000;
  expect(admit('+3')).toBeDefined();
});

test.each([1, 4])('8 of 8 callers are admitted while %i addresses send 10 forged requests per second', (addresses) => {
  const { clock, admit, ring } = openGate(24);
  let forged = 0;
  const admitted: boolean[] = [];
  for (let step = 0; step < 600; step++) {
    clock.ms += 100;
    for (let address = 0; address < addresses; address++)
      if (admit('+1', { address: `203.0.113.${address}` }) !== undefined) forged += 1;
    if (step % 75 === 40) admitted.push(ring('+1', { address: '198.51.100.7' }));
  }
  expect(admitted).toEqual(Array(8).fill(true));
  expect(forged).toBe(addresses * 4);
});

test('one address occupies at most a third of the free slots of a number and of all numbers', () => {
  const { admit } = openGate(36);
  const held = (to: string) => Array.from({ length: 9 }, () => admit(to, { address: '203.0.113.9' })).filter(Boolean);
  // A third of 9 slots of each number, and of 18 slots of all.
  expect(['+1', '+2', '+3'].map((to) => held(to).length)).toEqual([3, 3, 0]);
  expect(admit('+3')).toBeDefined();
});

test('an address whose streams open is not limited by its offers, and one whose streams do not open is', () => {
  const { clock, admit, ring } = openGate(24);
  const provider = { address: '198.51.100.7' };
  for (let call = 0; call < 30; call++) {
    clock.ms += 2000;
    expect(ring('+1', provider)).toBe(true);
  }
  const forger = { address: '203.0.113.9' };
  const offered = Array.from({ length: 30 }, () => {
    clock.ms += 6000;
    return admit('+1', forger);
  });
  expect(offered.map((one) => one !== undefined)).toEqual([...Array(4).fill(true), ...Array(26).fill(false)]);
  clock.ms += 600_000;
  expect(admit('+1', forger)).toBeDefined();
});

test('a caller whose streams do not open is refused without using the credit of an address', () => {
  const { clock, admit, ring } = openGate(24);
  const proxy = { address: '10.0.0.1' };
  for (let call = 0; call < 4; call++) expect(ring('+1', proxy)).toBe(true);
  const offered = Array.from({ length: 30 }, () => {
    clock.ms += 6000;
    return admit('+1', { ...proxy, from: '+15550001111' });
  });
  expect(offered.filter(Boolean)).toHaveLength(3);
  expect(ring('+1', proxy)).toBe(true);
});

test('a refused number at one address does not refuse the same caller at another', () => {
  const { clock, admit } = openGate(24);
  const victim = '+12025550177';
  for (let call = 0; call < 9; call++) {
    clock.ms += 6000;
    admit('+1', { address: '203.0.113.9', from: victim });
  }
  expect(admit('+1', { address: '203.0.113.9', from: victim })).toBeUndefined();
  expect(admit('+1', { address: '198.51.100.7', from: victim })).toBeDefined();
});

test('an address outside the configured networks gets two offers, and six if their streams open', () => {
  const { clock, admit, ring } = openGate(48);
  const silent = { address: '203.0.113.9', network: 'outside' as const };
  expect(Array.from({ length: 9 }, () => admit('+1', silent)).filter(Boolean)).toHaveLength(2);
  clock.ms += 60_000;
  expect(admit('+1', silent)).toBeUndefined();
  const speaking = { address: '203.0.113.10', network: 'outside' as const };
  expect(Array.from({ length: 9 }, () => ring('+1', speaking)).filter(Boolean)).toHaveLength(6);
});

test('a withdrawn call uses neither a slot nor the credit of its address', () => {
  const { gate, admit } = openGate(24);
  const address = '203.0.113.9';
  for (let call = 0; call < 9; call++) {
    const uuid = admit('+1', { address });
    expect(uuid).toBeDefined();
    gate.withdraw(uuid as string);
  }
});
