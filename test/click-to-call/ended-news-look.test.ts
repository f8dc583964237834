import { expect, test } from 'vitest';
import { createEndedNews } from '../../src/features/calls/call-recordings/index.ts';
import type { CallRow } from '../../src/features/calls/calls/index.ts';
import type { Handler, Job } from '../../src/jobs/index.ts';
import { ours } from '../data/sample-rows.ts';

type Options = Parameters<typeof createEndedNews>[0];

/** Runs one check of a call whose recording is awaited. Returns its effects: an end event, or another check. */
async function lookAt(events: readonly object[], call: Partial<CallRow> = { agentUserUuid: 'ada' }) {
  const done: string[] = [];
  let handler: Handler = async () => {};
  createEndedNews({
    jobs: {
      enqueue: async () => void done.push('looks again'),
      handle(_kind: string, given: Handler) {
        handler = given;
      },
    },
    store: {
      find: async () => ({ uuid: 'call', organisationId: ours, ...call }),
      events: async () => events.map((event) => ({ event })),
    },
    storedTranscript: async () => undefined,
    announce: async () => void done.push('tells'),
    isOptedOut: async () => false,
    waitMs: 300_000,
    now: () => new Date(10_000),
  } as unknown as Options);
  const complete = async (work: (queries: object) => Promise<void>) => work({ client: {} });
  await handler({ payload: { call: 'call', endedMs: 0 }, complete } as unknown as Job);
  return done;
}

const alarm = (code: string) => ({ type: 'alarm', atMs: 0, code, detail: '' });

test.each([
  ['recording_resumed', 'looks again'],
  ['recording_failed', 'looks again'],
  ['recording_untranscribed', 'looks again'],
  ['recording_no_room', 'tells'],
  ['recording_unread', 'tells'],
] as const)('the news of a call whose alarm is %s %s', async (code, what) => {
  expect(await lookAt([alarm(code)])).toEqual([what]);
});

test('call.ended is sent once the words are there', async () => {
  expect(await lookAt([])).toEqual(['looks again']);
  expect(await lookAt([alarm('recording_untranscribed'), { type: 'recording', atMs: 0 }])).toEqual(['tells']);
});

test('call.ended of a call that rang a teammate waits for words only after a transfer', async () => {
  expect(await lookAt([], { agentUserUuid: null, endReason: 'caller_hung_up' })).toEqual(['tells']);
  expect(await lookAt([], { agentUserUuid: null, endReason: 'transferred' })).toEqual(['looks again']);
});
