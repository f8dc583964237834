import { describe, expect, test } from 'vitest';
import { microphoneTrouble, ticketTrouble } from '../../client/call/trouble.ts';
import { destinationOf } from '../../console/src/app/pages.ts';
import { spokenBy } from '../../console/src/call/bubbles.ts';
import { troubles } from '../../console/src/call/trouble.ts';
import { actionText, endText } from '../../console/src/pages/activity/audit-words.ts';
import { hrefOf, partsOf, shownIn, timeText } from '../../console/src/pages/documents/source-place.ts';
import type { AuditEvent, CallRecord } from '../../console/src/server/answers.ts';
import { reasonText } from '../../console/src/shared/calls/end-reasons.ts';
import { niceTicks } from '../../console/src/shared/conversation/axis.ts';
import { bubblesOfRecord, turnsOfRecord } from '../../console/src/shared/conversation/record-bubbles.ts';
import { clockTime, fileSize, median } from '../../console/src/shared/page/figures.ts';

const line = (seq: number, speaker: string, startMs: number, words: readonly (readonly [string, string?])[]) => ({
  seq,
  recorded_at: '2026-01-01T00:00:00Z',
  type: 'line',
  atMs: startMs,
  line: {
    turn: 1,
    speaker,
    startMs,
    text: words.map(([text]) => text).join(' '),
    words: words.map(([text, heard]) => (heard === undefined ? { text } : { text, heard })),
  },
});

const record = (events?: readonly unknown[]): CallRecord =>
  ({
    transcript: [{ speaker: 'customer', text: 'From the plain transcript.', timestamp: 1 }],
    latency: { turns: [], median_ms: null, p95_ms: null },
    ...(events === undefined ? {} : { events }),
  }) as unknown as CallRecord;

describe('the stored conversation', () => {
  test('shows which words of the agent were heard, in order of time', () => {
    const bubbles = bubblesOfRecord(
      record([
        line(3, 'agent', 2000, [
          ['Sure,', 'yes'],
          ['on', 'estimated_yes'],
          ['which', 'estimated_no'],
          ['day?', 'no'],
        ]),
        line(2, 'customer', 900, [['Book']]),
        { seq: 4, type: 'turn', recorded_at: '', atMs: 1 },
        { seq: 5, type: 'line', recorded_at: '', line: 'garbage' },
      ]),
    );
    expect(bubbles.map(spokenBy('Agent'))).toEqual(['You: Book', 'Agent: Sure, on (not heard: which day?)']);
  });

  test('shows a rewritten line once, in its last version', () => {
    const bubbles = bubblesOfRecord(
      record([line(1, 'agent', 0, [['One', 'no']]), line(2, 'agent', 0, [['One', 'yes']])]),
    );
    expect(bubbles.map(spokenBy('Agent'))).toEqual(['Agent: One']);
  });

  test('is the plain transcript without an event log', () => {
    expect(bubblesOfRecord(record()).map(spokenBy('Agent'))).toEqual(['You: From the plain transcript.']);
  });

  test('latencies are split into their stages', () => {
    const stages = { endpoint_ms: 1, recognition_ms: 2, agent_ms: 3, synthesis_ms: 4, queue_ms: 5, network_ms: 6 };
    const stored = record();
    stored.latency.turns.push({
      turn: 7,
      at_ms: 0,
      ...stages,
      total_ms: 21,
      estimated: true,
      brain: null,
      intent: null,
    });
    expect(turnsOfRecord(stored)).toEqual([
      {
        turn: 7,
        endpoint: 1,
        recognition: 2,
        agent: 3,
        synthesis: 4,
        queue: 5,
        network: 6,
        total: 21,
        estimated: true,
      },
    ]);
  });
});

test('the axis ends at a round number at or after the longest bar', () => {
  expect(niceTicks(500, 5)).toEqual([0, 100, 200, 300, 400, 500]);
  for (const longest of [1, 37, 718, 5001, 123_456]) {
    const ticks = niceTicks(longest, 5);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(longest);
    expect(ticks.length).toBeLessThanOrEqual(7);
  }
});

test('numbers are formatted for people', () => {
  expect([0, 61_999, 3_600_000].map(clockTime)).toEqual(['00:00', '01:01', '60:00']);
  expect([median([]), median([3]), median([9, 1, 5]), median([4, 1, 2, 3])]).toEqual([undefined, 3, 5, 2]);
  expect([0, 999, 1000, 1_540_000, 500_000_000, 2e12].map(fileSize)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 KB',
    '1.5 MB',
    '500 MB',
    '2,000 GB',
  ]);
  expect(reasonText('silence')).toBe('The caller went silent');
  expect(reasonText('some_new_reason')).toBe('some new reason');
  expect(reasonText(null)).toBe('Unknown');
});

test('user actions are described in words, unknown ones by their route', () => {
  const event = (action: string, status: number | null) => ({ action, status }) as AuditEvent;
  expect(actionText(event('DELETE /api/pf-coach/auth/api-keys/{uuid}', 204))).toBe('Revoked an API key');
  expect(actionText(event('POST /api/voice/nothing', 201))).toBe('POST /api/voice/nothing');
  expect([204, 409, 500].map((status) => endText(event('', status)))).toEqual([
    'Done',
    'Refused (409)',
    'Failed (500)',
  ]);
  expect(endText(event('', null))).toMatch(/^Unknown/);
});

test('each refusal reason has a text with a remedy', () => {
  expect(['NotAllowedError', 'NotFoundError', 'NotReadableError', 'Whatever'].map(microphoneTrouble)).toEqual([
    'microphone_refused',
    'microphone_missing',
    'microphone_busy',
    'microphone_busy',
  ]);
  expect([undefined, 403, 404, 503, 500].map(ticketTrouble)).toEqual([
    'server_unreachable',
    'server_refused',
    'agent_missing',
    'server_busy',
    'server_busy',
  ]);
  for (const { title, advice } of Object.values(troubles)) {
    expect(title).not.toMatch(/\.$/);
    expect(advice).toMatch(/\.$/);
  }
});

test.each([
  ['/', '/', {}],
  ['/dashboard', '/', {}],
  ['/test-call', '/test-call', {}],
  ['/calls', '/calls', {}],
  ['/calls/', '/calls', {}],
  ['/calls/a%20b', '/calls/:uuid', { uuid: 'a b' }],
  ['/calls/%', '/calls/:uuid', { uuid: '%' }],
  ['/agents/new', '/agents/new', {}],
  ['/agents/new/voice', '/agents/new/:section', { section: 'voice' }],
  ['/agents/7/voice', '/agents/:uuid/:section', { uuid: '7', section: 'voice' }],
  ['/runs/compare', '/runs/compare', {}],
  ['/reports/7', '/reports/:id', { id: '7' }],
  ['/audio/7', '/audio/:uuid', { uuid: '7' }],
  ['/api-keys', '/api-keys', {}],
])('the address %s shows the page %s', (address, path, parameters) => {
  expect(destinationOf(address)).toMatchObject({ path, parameters });
});

test.each(['/calls/1/2', '/elsewhere', '/team/1'])('no page has the address %s', (address) => {
  expect(destinationOf(address)).toBeUndefined();
});

test('places named in answers are found, formatted and linked', () => {
  const page = { text: 'page 12', place: { page: 12 } };
  expect(partsOf('Revenue: 764.0 (Key figures; page 12).', 'document')).toEqual([
    { text: 'Revenue: 764.0 (Key figures; ' },
    page,
    { text: ').' },
  ]);
  expect(partsOf('Look at 0:05 (at 1:02:03)', 'audio').map(({ place }) => place?.ms)).toEqual([
    undefined,
    5000,
    undefined,
    3_723_000,
    undefined,
  ]);
  expect(partsOf('No page 3 in sound', 'audio')).toEqual([{ text: 'No page 3 in sound' }]);
  expect([5000, 3_723_900].map(timeText)).toEqual(['0:05', '1:02:03']);
  expect(hrefOf({ kind: 'audio', uuid: 'u' }, { ms: 62_000 })).toBe('/audio/u?at=62');
  expect(['page=7', 'at=0', 'page=0', 'page=x', ''].map(shownIn)).toEqual([{ page: 7 }, { ms: 0 }, {}, {}, {}]);
});
