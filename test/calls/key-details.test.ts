import { describe, expect, test } from 'vitest';
import {
  judgementOf,
  keyDetailsPatch,
  mergedDetails,
  noKeyDetails,
} from '../../src/features/calls/calls/key-details.ts';

const was = { extraction: { visit: { date: 'Monday', doctor: 'Rao' }, lead: { budget: 5 } }, qms_scores: { tone: 4 } };

describe('key_details merge shallowly, group by group', () => {
  test.each([
    ['nothing changes nothing', {}, was],
    [
      'a named value is replaced, and the others of its group stay',
      { extraction: { visit: { date: 'Friday' } } },
      { ...was, extraction: { visit: { date: 'Friday', doctor: 'Rao' }, lead: { budget: 5 } } },
    ],
    [
      'a value is replaced as a whole, however deep it is',
      { extraction: { lead: { budget: { from: 1 } } } },
      { ...was, extraction: { ...was.extraction, lead: { budget: { from: 1 } } } },
    ],
    [
      'null takes a value away',
      { extraction: { visit: { doctor: null } } },
      { ...was, extraction: { visit: { date: 'Monday' }, lead: { budget: 5 } } },
    ],
    ['null takes a group away', { extraction: { visit: null } }, { ...was, extraction: { lead: { budget: 5 } } }],
    ['null takes a score away', { qms_scores: { tone: null, pace: 3 } }, { ...was, qms_scores: { pace: 3 } }],
    ['null takes all of a kind away', { extraction: null, qms_scores: null }, noKeyDetails],
    [
      'a group that was not there is made',
      { extraction: { call: { next: 'visit' } } },
      { ...was, extraction: { ...was.extraction, call: { next: 'visit' } } },
    ],
    [
      'names of every object are names like others',
      { extraction: { constructor: { toString: 1 } } },
      {
        ...was,
        extraction: { ...was.extraction, constructor: { toString: 1 } },
      },
    ],
  ])('%s', (_what, patch, after) => {
    expect(mergedDetails(was, keyDetailsPatch.parse(patch))).toEqual(after);
  });

  test.each([
    [{ qms_scores: { tone: 4.5 } }],
    [{ qms_scores: { tone: '4' } }],
    [{ extraction: { visit: 'Monday' } }],
    [{ extraction: ['visit'] }],
    [{ extraction: { ['x'.repeat(201)]: {} } }],
  ])('%j is refused', (patch) => {
    expect(keyDetailsPatch.safeParse(patch).success).toBe(false);
  });
});

test('a call has the first valid sentiment and summary', () => {
  const of = (extraction: Record<string, Record<string, unknown>>) => judgementOf({ extraction, qms_scores: {} });
  expect(of({})).toEqual({ sentiment: null, summary: null });
  expect(of({ a: { sentiment: 'glad', summary: 7 }, b: { sentiment: 'positive', summary: 'Booked.' } })).toEqual({
    sentiment: 'positive',
    summary: 'Booked.',
  });
});
