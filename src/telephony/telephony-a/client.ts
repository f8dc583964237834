import { z } from 'zod';
import type { ClientOptions, TelephonyProvider } from '../client.ts';
import { basicAuth } from '../exchange.ts';
import { credentialsFor } from '../file-headers.ts';
import { hungUp, isInbound, lacksNumber, notPlaced, notTheirs, read, sameNumber } from '../rest-answers.ts';
import { callPath, createFinding, record } from './finding.ts';
import { createNumbers } from './numbers.ts';
import { callOf, openAsk, recordingList, recordingOf, transferTo } from './requests.ts';

const id = z.union([z.string(), z.array(z.string()).min(1)]).transform((one) => (Array.isArray(one) ? one[0] : one));
const placed = z.object({ request_uuid: id });

const rented = z.looseObject({ number: z.string() });
/** Domain of this provider's hosts: recordings are on a different host from the API. */
const domain = 'plivo.com';
/** REST API version 1: JSON, basic authentication, paths with a trailing slash. */
export function openClient({ account, baseUrl, exchange }: ClientOptions): TelephonyProvider {
  const root = `${baseUrl}/v1/Account/${encodeURIComponent(account.authId)}`;
  const authorization = basicAuth(account.authId, account.authToken);
  const ask = openAsk(exchange, root, { authorization });

  return {
    async place(request, sending) {
      const answer = await ask('POST', 'Call/', callOf(request), sending);
      const trouble = notPlaced(answer);
      if (trouble !== undefined) return trouble;
      const placement = read(placed, answer);
      return placement.kind === 'read' && placement.value.request_uuid !== undefined
        ? { kind: 'accepted', requestId: placement.value.request_uuid }
        : { kind: 'accepted' };
    },
    async hangUp({ providerCallId, requestId }) {
      if (providerCallId !== undefined) return hungUp(await ask('DELETE', callPath(providerCallId)));
      if (requestId !== undefined) return hungUp(await ask('DELETE', `Request/${encodeURIComponent(requestId)}/`));
      return { kind: 'failed', detail: 'The provider has not assigned an id to the call yet.' };
    },
    async transfer(providerCallId, url) {
      const answer = await ask('POST', callPath(providerCallId), transferTo(url));
      if (answer.kind === 'answered' && answer.status === 404) return { kind: 'gone' };
      return hungUp(answer);
    },
    find: createFinding(ask),
    async caller(providerCallId) {
      const answer = read(record, await ask('GET', callPath(providerCallId)));
      if (answer.kind !== 'read') return answer;
      const { call_direction: direction, from_number: from } = answer.value;
      return isInbound(direction) && from ? { kind: 'caller', from } : { kind: 'absent' };
    },
    async owns(phoneNumber) {
      const answer = await ask('GET', `Number/${phoneNumber.replaceAll(/\D/g, '')}/`);
      const rejected = notTheirs(answer);
      if (rejected !== undefined) return rejected;
      const reply = read(rented, answer);
      if (reply.kind === 'unknown') return reply;
      return reply.kind === 'read' && sameNumber(reply.value.number, phoneNumber) ? { kind: 'owned' } : lacksNumber;
    },
    ...createNumbers(ask),
    async recordings(providerCallId) {
      const query = new URLSearchParams({ call_uuid: providerCallId, limit: '20' });
      const list = read(recordingList, await ask('GET', `Recording/?${query}`));
      if (list.kind === 'unknown') return list;
      const ours =
        list.kind === 'absent' ? [] : list.value.objects.filter((object) => object.call_uuid === providerCallId);
      return {
        kind: 'found',
        recordings: ours.map((recording) =>
          recordingOf(recording, (url) => credentialsFor(url, { baseUrl, domain, authorization })),
        ),
      };
    },
  };
}
