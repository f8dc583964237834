import { expect, test } from 'vitest';
import { newsOf } from '../../src/features/calls/calls/call-news.ts';
import type { CallRow } from '../../src/features/calls/calls/call-rows.ts';
import type { CallState } from '../../src/features/calls/calls/call-state.ts';

const before = { status: 'queued', startedAt: null } as CallState;
const over = (endReason: string): CallRow =>
  ({
    uuid: 'c',
    fromNumber: '+1',
    toNumber: '+2',
    callType: 'outbound',
    flowUuid: 'f',
    contactUuid: null,
    status: 'failed',
    outcome: 'failed',
    startedAt: null,
    agentUserUuid: null,
    endReason,
  }) as CallRow;
const noStory = () => Promise.reject(new Error('a call that was not placed has no story'));

test.each([
  ['invalid_number', 'invalid_number', 'not valid'],
  ['provider_rejected', 'provider_rejected', 'rejected'],
  ['telephony_not_connected', 'telephony_not_connected', 'connected'],
  ['over_capacity', 'over_capacity', 'capacity'],
  ['public_base_url_missing', 'public_base_url_missing', 'public address'],
  // Internal reasons are sent as one of the documented reasons; the sentence keeps the difference.
  ['not_dialled', 'over_capacity', 'not dialled in time'],
  ['not_placed', 'provider_rejected', 'not placed'],
  ['placing_unknown', 'provider_rejected', 'unknown whether'],
])('call.failed has a reason of the API when a call ends as %s', async (endReason, reason, said) => {
  const { started, ended } = newsOf(before, over(endReason), noStory);
  expect([started, ended?.event]).toEqual([undefined, 'call.failed']);
  expect(await ended?.data()).toMatchObject({ call_uuid: 'c', reason, error: expect.stringContaining(said) });
});

test('call.ended names the supervisor who spoke, and only in the turns that are the supervisor’s', async () => {
  const spokenBy = { kind: 'supervisor', userUuid: 'u1', name: 'Asha Rao' } as const;
  const turn = { speaker: 'agent', startMs: 1000, endMs: 2000, text: 'Asha here.', words: [] } as const;
  const call = { ...over('caller_hung_up'), status: 'completed', startedAt: '2026-03-01T10:00:00.000Z' } as CallRow;
  const transcript = [
    { ...turn, words: [], spokenBy },
    { ...turn, words: [] },
  ];
  const { ended } = newsOf({ ...before, startedAt: call.startedAt }, call, async () => ({ events: [], transcript }));
  const line = { speaker: 'agent', text: 'Asha here.', ts: '2026-03-01T10:00:01.000Z' };
  expect(await ended?.data()).toMatchObject({
    call_uuid: 'c',
    transcript: [{ ...line, spoken_by: { kind: 'supervisor', user_uuid: 'u1', name: 'Asha Rao' } }, line],
  });
});
