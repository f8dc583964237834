import { expect, test } from 'vitest';
import { createOpenLegs } from '../../src/features/calls/phones/index.ts';

const line = (id: string) => ({ id }) as never;

function legsOf(isConnected = true) {
  const hungUp: string[] = [];
  const legs = createOpenLegs(async () => isConnected);
  for (const id of ['caller', 'teammate', 'other'])
    legs.add(id, { line: line(id), hangUp: () => void hungUp.push(id) });
  return { legs, hungUp };
}

test.each([
  ['caller', 'teammate'],
  ['teammate', 'caller'],
])('when %s of two connected legs hangs up, %s is hung up once', async (first, second) => {
  const { legs, hungUp } = legsOf();
  expect(await legs.connect('caller', 'teammate')).toBe(true);
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
