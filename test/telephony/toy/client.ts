import { z } from 'zod';
import type { ClientOptions, Exchanged, Rejection, TelephonyProvider } from '../../../src/telephony/index.ts';
import { ends } from './ends.ts';

const one = z.object({ id: z.string(), state: z.string() });

const bodyOf = (answer: Exchanged): z.output<typeof one> | undefined =>
  answer.kind === 'answered' && answer.status < 300 ? one.safeParse(answer.body).data : undefined;

const rejections: Readonly<Record<number, Rejection>> = {
  400: 'invalid_number',
  401: 'telephony_not_connected',
  403: 'telephony_not_connected',
  404: 'provider_rejected',
  429: 'over_capacity',
};

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
      const reason = rejections[answer.status];
      if (reason !== undefined) return { kind: 'rejected', reason, detail: `The provider answered ${answer.status}.` };
      const placed = bodyOf(answer);
      return placed === undefined
        ? { kind: 'unknown', detail: 'The answer could not be read.' }
        : { kind: 'accepted', providerCallId: placed.id };
    },
    async hangUp({ providerCallId }) {
      if (providerCallId === undefined) return { kind: 'failed', detail: 'The call has no name yet.' };
      const answer = await exchange({ url: `${calls}/${providerCallId}`, method: 'DELETE', headers });
      if (answer.kind !== 'answered') return { kind: 'failed', detail: answer.detail };
      const isDone = answer.status < 300 || answer.status === 404;
      return isDone ? { kind: 'done' } : { kind: 'failed', detail: `The provider answered ${answer.status}.` };
    },
    transfer: async () => ({ kind: 'unsupported' }),
    async find({ callUuid, providerCallId }) {
      const answer = await exchange({ url: `${calls}/${providerCallId ?? callUuid}`, method: 'GET', headers });
      const isAbsent = answer.kind === 'answered' && answer.status === 404;
      if (isAbsent && providerCallId !== undefined) return { kind: 'absent' };
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
      if (answer.status === 404) return { kind: 'not_owned', detail: 'The account lacks it.' };
      const isOwned = z.object({ number: z.literal(phoneNumber) }).safeParse(answer.body).success;
      return isOwned ? { kind: 'owned' } : { kind: 'unknown', detail: `The provider answered ${answer.status}.` };
    },
    recordings: async () => ({ kind: 'found', recordings: [] }),
  };
}
