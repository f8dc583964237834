import { expect, test } from 'vitest';
import { coverageOf } from '../../src/cli/simulate/coverage.ts';

const flow = [{ id: 'start', next: [{}, {}] }, { id: 'end' }, { id: 'other', next: [{}] }];

test('coverage counts the steps and branches that any run of a flow reached, and names the others', () => {
  const runs = [
    { targetUuid: 'a', path: [{ step: 'start' }, { step: 'start', branch: 1 }, { step: 'end' }] },
    { targetUuid: 'a', path: [{ step: 'start' }] },
    // Of another flow with a step of the same name.
    { targetUuid: 'b', path: [{ step: 'other' }] },
  ];
  const flows = new Map([
    ['a', flow],
    ['b', [{ id: 'other' }]],
  ]);
  expect(coverageOf(flows, runs)).toEqual({
    steps: { reached: 2, total: 3, missed: ['other'] },
    branches: { reached: 1, total: 3, missed: ['start>0', 'other>0'] },
  });
});

test('flows without branches have no coverage', () => {
  expect(coverageOf(new Map([['b', [{ id: 'other' }]]]), [])).toBeUndefined();
});
