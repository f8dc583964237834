import { expect, test } from 'vitest';
import { judgeFuzz } from '../../bench/trials/fuzz-http.ts';

const result = { operations: 200, selected: 260, cases: 9000, passed: true };

test('the verdict of a whole run of the API fuzz fails when operations were not asked', () => {
  expect(judgeFuzz(result, true)).toEqual({ figure: '9000 requests to 200 of 260 operations', outcome: 'fail' });
  expect(judgeFuzz({ ...result, operations: 260 }, true).outcome).toBe('pass');
  expect(judgeFuzz({ ...result, operations: 260, passed: false }, true).outcome).toBe('fail');
  // The short form has no time for all of them.
  expect(judgeFuzz(result, false).outcome).toBe('pass');
});
