import { z } from 'zod';
import type { ClientOptions, Found, NumberFound, NumbersListed, PlaceRequest, TelephonyProvider } from '../client.ts';
import { basicAuth, type Exchanged } from '../exchange.ts';
import { credentialsFor } from '../file-headers.ts';
import { endedAs } from '../how-ended.ts';
import { isInbound, lacksNumber, notPlaced, notTheirs, pagesOf, read, readList, sameEnding } from '../rest-answers.ts';
import { domain, partsOf } from './credentials.ts';
import { twoLegsIn } from './two-legs.ts';

/** Page size of the call list. A number is never dialled more often while a call to it is unresolved. */
const listed = 50;

const call = z.looseObject({
  Sid: z.string().min(1),
  Status: z.string(),
  CustomField: z.string().nullish(),
  RecordingUrl: z.url().nullish().catch(null),
  Details: z.unknown().optional(),
  Direction: z.string().nullish(),
  From: z.string().nullish(),
});
const oneCall = z.object({ Call: call });
const calls = z.object({ Calls: z.array(call) });
const numbers = z.object({ incoming_phone_numbers: z.array(z.looseObject({ phone_number: z.string() })) });

const numbersOnPage = 50;
/** Maximum pages of an account's numbers to read. */
const mostPages = 20;

/** REST API version 1: form requests, JSON responses. No request hangs up or transfers: closing the stream does. */
export function openClient({ account, baseUrl, exchange }: ClientOptions): TelephonyProvider {
  const { key, sid } = partsOf(account.authId);
  const root = `${baseUrl}/v1/Accounts/${encodeURIComponent(sid)}`;
  const authorization = basicAuth(key, account.authToken);
  const get = (path: string): Promise<Exchanged> =>
    exchange({ url: `${root}/${path}`, method: 'GET', headers: { authorization } });

  async function findOne(callId: string): Promise<Found> {
    const answer = read(oneCall, await get(`Calls/${encodeURIComponent(callId)}.json?details=true`));
    return answer.kind === 'read' ? foundAs(answer.value.Call) : answer;
  }

  /** A single number cannot be queried: reads the account's list page by page. */
  async function owns(phoneNumber: string): Promise<NumberFound> {
    const list = `${baseUrl}/v2_beta/Accounts/${encodeURIComponent(sid)}/IncomingPhoneNumbers`;
    for (let page = 0; page < mostPages; page++) {
      const url = `${list}?Page=${page}&PageSize=${numbersOnPage}`;
      const answer = await exchange({ url, method: 'GET', headers: { authorization } });
      const rejected = notTheirs(answer);
      if (rejected !== undefined) return rejected;
      const reply = read(numbers, answer);
      if (reply.kind === 'unknown') return reply;
      if (reply.kind === 'absent') return { kind: 'unknown', detail: 'The provider does not list its numbers.' };
      const { incoming_phone_numbers: ours } = reply.value;
      if (ours.some(({ phone_number: number }) => sameEnding(number, phoneNumber))) return { kind: 'owned' };
      if (ours.length < numbersOnPage) return lacksNumber;
    }
    return { kind: 'unknown', detail: 'The account has more numbers than the provider lists.' };
  }

  const listNumbers = (): Promise<NumbersListed> =>
    pagesOf(0, async (page) => {
      const path = `v2_beta/Accounts/${encodeURIComponent(sid)}/IncomingPhoneNumbers?Page=${page}&PageSize=${numbersOnPage}`;
      const list = readList(
        numbers,
        await exchange({ url: `${baseUrl}/${path}`, method: 'GET', headers: { authorization } }),
      );
      if (list.kind === 'failed') return list;
      const { incoming_phone_numbers: ours } = list.value;
      return {
        numbers: ours.map(({ phone_number: phoneNumber }) => ({ phoneNumber })),
        next: ours.length < numbersOnPage ? undefined : page + 1,
      };
    });

  return {
    owns,
    numbers: listNumbers,
    async place(request, sending) {
      const form = new URLSearchParams({ From: request.to, CallerId: request.from, CustomField: request.callUuid });
      for (const [name, value] of Object.entries(whatFollows(request))) form.set(name, value);
      form.set('TimeLimit', String(request.maxSeconds));
      form.set('StatusCallback', request.statusUrl);
      form.set('StatusCallbackContentType', 'application/json');
      for (const event of ['ringing', 'answered', 'terminal']) form.append('StatusCallbackEvents[]', event);
      const answer = await exchange({
        url: `${root}/Calls/connect.json`,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        sending,
      });
      const trouble = notPlaced(answer);
      if (trouble !== undefined) return trouble;
      const reply = read(oneCall, answer);
      return reply.kind === 'read' ? { kind: 'accepted', providerCallId: reply.value.Call.Sid } : { kind: 'accepted' };
    },
    hangUp: async () => ({ kind: 'unsupported' }),
    transfer: async () => ({ kind: 'unsupported' }),
    async find({ callUuid, providerCallId, to }) {
      if (providerCallId !== undefined) return findOne(providerCallId);
      // The provider's clock has an unspecified time zone: the search covers the newest calls instead of those since a
      // time.
      const query = new URLSearchParams({ From: to, PageSize: String(listed), SortBy: 'DateCreated:desc' });
      const list = read(calls, await get(`Calls.json?${query}`));
      if (list.kind === 'absent') return { kind: 'unknown', detail: 'The provider does not list its calls.' };
      if (list.kind !== 'read') return list;
      const ours = list.value.Calls.find(({ CustomField }) => CustomField === callUuid);
      if (ours !== undefined) {
        // A call is listed before its details are available.
        const leg = await findOne(ours.Sid);
        return leg.kind === 'absent' ? foundAs(ours) : leg;
      }
      const isWhole = list.value.Calls.length < listed;
      return isWhole ? { kind: 'absent' } : { kind: 'unknown', detail: 'The provider has more calls than it lists.' };
    },
    async caller(providerCallId) {
      const answer = read(oneCall, await get(`Calls/${encodeURIComponent(providerCallId)}.json`));
      if (answer.kind !== 'read') return answer;
      const { Direction, From } = answer.value.Call;
      return isInbound(Direction) && From ? { kind: 'caller', from: From } : { kind: 'absent' };
    },
    async recordings(providerCallId) {
      const answer = read(oneCall, await get(`Calls/${encodeURIComponent(providerCallId)}.json`));
      if (answer.kind === 'unknown') return answer;
      const url = answer.kind === 'absent' ? undefined : answer.value.Call.RecordingUrl;
      // A call has one recording, which has no id.
      const headers = url == null ? {} : credentialsFor(url, { baseUrl, domain, authorization });
      return { kind: 'found', recordings: url == null ? [] : [{ id: providerCallId, url, headers }] };
    },
  };
}

function foundAs({ Sid: providerCallId, Status, Details }: z.output<typeof call>): Found {
  const ended = endedAs(Status);
  if (ended === undefined) return { kind: 'live', providerCallId };
  const legs = twoLegsIn(Details);
  return { kind: 'over', providerCallId, ended, ...(legs === undefined ? {} : { legs }) };
}

/** Returns parameters for what the person who answers is connected to. */
function whatFollows({ streamUrl = '', connectTo, ringSeconds }: PlaceRequest): Record<string, string> {
  return connectTo === undefined
    ? { StreamType: 'bidirectional', StreamUrl: streamUrl }
    : { To: connectTo, TimeOut: String(ringSeconds), Record: 'true', RecordingChannels: 'dual' };
}
