import { expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { createInboundGate } from '../../src/features/calls/inbound-gate.ts';

const organisation = 'ours' as OrganisationId;

function openGate(slots: number) {
  const clock = { ms: 0 };
  const gate = createInboundGate({ slots: () => slots, nowMs: () => clock.ms });
  let calls = 0;
  /** The call's own id, where it is admitted. */
  const admit = (to: string): string | undefined => {
    const callUuid = `call-${calls++}`;
    return gate.admit({ callUuid, organisation, to }) ? callUuid : undefined;
  };
  return { clock, gate, admit };
}

test('unsigned calls to a number are admitted 120 times in a minute, however fast their streams open', () => {
  const { clock, gate, admit } = openGate(Number.POSITIVE_INFINITY);
  const ring = (): boolean => {
    clock.ms += 100;
    const uuid = admit('+1');
    if (uuid !== undefined) gate.opened(uuid);
    return uuid !== undefined;
  };
  const rung = Array.from({ length: 200 }, ring);
  expect(rung.filter(Boolean)).toHaveLength(120);
  expect(rung.indexOf(false)).toBe(120);
  expect(admit('+2')).toBeDefined();
  clock.ms += 60_000;
  expect(ring()).toBe(true);
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
