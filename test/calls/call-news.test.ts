import { expect, test } from 'vitest';
import { newsOf } from '../../src/features/calls/call-news.ts';
import type { CallRow } from '../../src/features/calls/call-rows.ts';
import type { CallState } from '../../src/features/calls/call-state.ts';

const before = { status: 'queued', startedAt: null } as CallState;
const over = (endReason: string): CallRow =>
  ({
    ...{ uuid: 'c', fromNumber: '+1', toNumber: '+2', callType: 'outbound', flowUuid: 'f', contactUuid: null },
    ...{ status: 'failed', outcome: 'failed', startedAt: null, agentUserUuid: null, endReason },
  }) as CallRow;
const noStory = () => Promise.reject(new Error('a call that was not placed has no story'));

test.each([
  ['invalid_number', 'invalid_number', 'not valid'],
  ['provider_rejected', 'provider_rejected', 'rejected'],
  ['telephony_not_connected', 'telephony_not_connected', 'connected'],
  ['over_capacity', 'over_capacity', 'capacity'],
  ['public_base_url_missing', 'public_base_url_missing', 'PUBLIC_BASE_URL'],
  // Internal reasons are sent as one of the documented reasons; the sentence keeps the difference.
  ['not_dialled', 'over_capacity', 'not dialled in time'],
  ['not_placed', 'provider_rejected', 'not placed'],
  ['placing_unknown', 'provider_rejected', 'unknown whether'],
])('call.failed has a reason of the API when a call ends as %s', async (endReason, reason, said) => {
  const { started, ended } = newsOf(before, over(endReason), noStory);
  expect([started, ended?.event]).toEqual([undefined, 'call.failed']);
  expect(await ended?.data()).toMatchObject({ call_uuid: 'c', reason, error: expect.stringContaining(said) });
});
