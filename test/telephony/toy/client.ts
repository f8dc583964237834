import { z } from 'zod';
import type { ClientOptions, Exchanged, TelephonyProvider } from '../../../src/telephony/index.ts';
import { ends } from './ends.ts';

const one = z.object({ id: z.string(), state: z.string() });

const bodyOf = (answer: Exchanged): z.output<typeof one> | undefined =>
  answer.kind === 'answered' && answer.status < 300 ? one.safeParse(answer.body).data : undefined;

export function openToyClient({ account, baseUrl, exchange }: ClientOptions): TelephonyProvider {
  const user = account.authId.split('@')[0];
  const headers = {
    authorization: `Basic ${Buffer.from(`${user}:${account.authToken}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  const calls = `${baseUrl}/calls`;
  return {
    async place({ callUuid, from, to, answerUrl, statusUrl }, sending) {
      const body = JSON.stringify({ uuid: callUuid, from, to, answer: answerUrl, status: statusUrl });
      const answer = await exchange({ url: calls, method: 'POST', headers, body, sending });
      if (answer.kind === 'unanswered') return { kind: 'unknown', detail: answer.detail };
      if (answer.kind === 'unreached') return { kind: 'rejected', reason: 'provider_rejected', detail: answer.detail };
      if (answer.status === 400)
        return { kind: 'rejected', reason: 'invalid_number', detail: 'The number is not valid.' };
      if (answer.status === 401)
        return { kind: 'rejected', reason: 'telephony_not_connected', detail: 'The provider answered 401.' };
      if (answer.status === 429)
        return { kind: 'rejected', reason: 'over_capacity', detail: 'The provider answered 429.' };
      const placed = bodyOf(answer);
      return placed === undefined
        ? { kind: 'unknown', detail: 'The answer could not be read.' }
        : { kind: 'accepted', providerCallId: placed.id };
    },
    async hangUp({ providerCallId }) {
      if (providerCallId === undefined) return { kind: 'failed', detail: 'The call has no name yet.' };
      const answer = await exchange({ url: `${calls}/${providerCallId}`, method: 'DELETE', headers });
      return answer.kind === 'answered' ? { kind: 'done' } : { kind: 'failed', detail: answer.detail };
    },
    transfer: async () => ({ kind: 'unsupported' }),
    async find({ callUuid, providerCallId }) {
      const answer = await exchange({ url: `${calls}/${providerCallId ?? callUuid}`, method: 'GET', headers });
      if (answer.kind === 'answered' && answer.status === 404) return { kind: 'absent' };
      const found = bodyOf(answer);
      if (found === undefined) return { kind: 'unknown', detail: 'The answer could not be read.' };
      const ended = ends[found.state];
      return ended === undefined
        ? { kind: 'live', providerCallId: found.id }
        : { kind: 'over', providerCallId: found.id, ended };
    },
    async owns(phoneNumber) {
      const answer = await exchange({ url: `${baseUrl}/numbers/${phoneNumber}`, method: 'GET', headers });
      if (answer.kind !== 'answered') return { kind: 'unknown', detail: answer.detail };
      return answer.status === 200 ? { kind: 'owned' } : { kind: 'not_owned', detail: 'The account lacks it.' };
    },
    recordings: async () => ({ kind: 'found', recordings: [] }),
  };
}
