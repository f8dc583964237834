import { expect, test } from 'vitest';
import type { Exchange } from '../../src/telephony/exchange.ts';
import { openClient } from '../../src/telephony/vobiz/client.ts';

const numbers = { caller_id_number: '+15550001111', destination_number: '+12025550100' };

function clientWith(records: readonly object[]) {
  const exchange: Exchange = async ({ url }) => ({
    kind: 'answered',
    status: 200,
    body: url.includes('/cdr?') ? { data: records } : { calls: [] },
  });
  return openClient({ account: { authId: 'MA_1', authToken: 't' }, baseUrl: 'https://api.vobiz.ai', exchange });
}

const traces = {
  callUuid: 'call',
  from: numbers.caller_id_number,
  to: numbers.destination_number,
  dialledAt: '2026-01-01T12:00:00.000Z',
};

test('an earlier call of the day between the same numbers is not taken for the call that was dialled', async () => {
  const earlier = { uuid: 'earlier', start_time: '2026-01-01T09:00:00Z', hangup_cause: 'USER_BUSY', ...numbers };
  const ours = { uuid: 'ours', start_time: '2026-01-01T12:00:01Z', hangup_cause: 'NO_ANSWER', ...numbers };
  expect(await clientWith([earlier]).find(traces)).toMatchObject({ kind: 'unknown' });
  expect(await clientWith([earlier, ours]).find(traces)).toMatchObject({
    kind: 'over',
    providerCallId: 'ours',
    ended: { status: 'no_answer' },
  });
  const untimed = { uuid: 'untimed', answer_time: null, hangup_cause: 'NO_ANSWER', ...numbers };
  expect(await clientWith([untimed]).find(traces)).toMatchObject({ kind: 'over', providerCallId: 'untimed' });
});
