import { expect, test } from 'vitest';
import { createManualClock } from '../../media/kit/clock.ts';
import { createOpenLegs } from '../../src/features/calls/phones/index.ts';

const line = (id: string) => ({ id }) as never;

function legsOf(isConnected = true) {
  const hungUp: string[] = [];
  const clock = createManualClock();
  const legs = createOpenLegs({ connectLines: async () => isConnected, after: clock.after });
  for (const id of ['caller', 'teammate', 'other'])
    legs.add(id, { line: line(id), hangUp: () => void hungUp.push(id) });
  return { legs, hungUp, clock };
}

test.each([
  ['caller', 'teammate'],
  ['teammate', 'caller'],
])('when %s of two connected legs hangs up, %s is hung up once', async (first, second) => {
  const { legs, hungUp } = legsOf();
  expect(await legs.connect('caller', 'teammate')).toBe('here');
  legs.over(first);
  legs.over(second);
  expect(hungUp).toEqual([second]);
});

test('a leg is connected with one other at a time, and not with one that is over', async () => {
  const { legs, hungUp } = legsOf();
  await legs.connect('caller', 'teammate');
  expect(await legs.connect('other', 'teammate')).toBe(false);
  expect(await legs.connect('other', 'missing')).toBe(false);
  legs.over('other');
  expect(hungUp).toEqual([]);
});

test('legs whose audio could not be connected stay apart', async () => {
  const { legs, hungUp } = legsOf(false);
  expect(await legs.connect('caller', 'teammate')).toBe(false);
  legs.over('caller');
  expect(hungUp).toEqual([]);
});

test('connected legs are hung up after four hours, and not if they were over before', async () => {
  const { legs, hungUp, clock } = legsOf();
  await legs.connect('caller', 'teammate');
  clock.advance(4 * 3_600_000 - 1);
  expect(hungUp).toEqual([]);
  clock.advance(1);
  expect(hungUp).toEqual(['caller']);
  legs.over('caller');
  expect(hungUp).toEqual(['caller', 'teammate']);

  const ended = legsOf();
  await ended.legs.connect('caller', 'teammate');
  ended.legs.over('teammate');
  ended.clock.advance(5 * 3_600_000);
  expect(ended.hungUp).toEqual(['caller']);
});
