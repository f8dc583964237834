import { z } from 'zod';
import type { CallTraces, ClientOptions, Found, Placed, TelephonyProvider } from '../client.ts';
import { type Asking, basicAuth, type Exchanged, type Sending } from '../exchange.ts';
import { credentialsFor } from '../file-headers.ts';
import {
  hungUp,
  isInbound,
  lacksNumber,
  notPlaced,
  notTheirs,
  pagesOf,
  read,
  readList,
  sameNumber,
} from '../rest-answers.ts';
import { endedBy } from './how-twilio-calls-end.ts';

const call = z.looseObject({
  sid: z.string(),
  status: z.string(),
  direction: z.string().optional(),
  from: z.string().catch(''),
  to: z.string().catch(''),
  date_created: z.string().nullish(),
  answered_by: z.string().nullish(),
});
const calls = z.object({ calls: z.array(call) });
const recordings = z.object({
  recordings: z.array(
    z.looseObject({
      sid: z.string().regex(/^\w[\w-]*$/),
      call_sid: z.string(),
      status: z.string(),
      start_time: z.string().nullish(),
      channels: z.coerce.number().catch(1),
    }),
  ),
});
const rented = z.object({
  incoming_phone_numbers: z.array(
    z.looseObject({ sid: z.string().catch(''), phone_number: z.string(), voice_url: z.string().nullish() }),
  ),
  next_page_uri: z.string().nullish(),
});
const failure = z.object({ code: z.number() });

/** Domain of all hosts of the API. */
const domain = 'twilio.com';
const listed = 50;
const numbersOnPage = 100;
/** Tolerance for clock differences. */
const slackMs = 60_000;
const reportedEvents = ['ringing', 'answered', 'completed'];

/** Error codes of an invalid `To`. Other parameters of a 400 are errors of the account. */
const invalidNumbers: readonly number[] = [13_224, 21_201, 21_211, 21_214, 21_217];
/** Error code of an operation on a call that is not in progress. */
const invalidState = 21_220;

const all = async (ids: readonly string[]): Promise<readonly string[]> => ids;
const codeOf = (answer: Exchanged): number | undefined =>
  answer.kind === 'answered' ? failure.safeParse(answer.body).data?.code : undefined;

/** REST API of 2010-04-01: forms in, JSON out, basic authentication. */
export function openClient({ account, baseUrl, exchange }: ClientOptions): TelephonyProvider {
  const root = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(account.authId)}`;
  const authorization = basicAuth(account.authId, account.authToken);
  const ask = (method: Asking['method'], path: string, form?: URLSearchParams, sending?: Sending): Promise<Exchanged> =>
    exchange({
      url: `${root}/${path}`,
      method,
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      sending,
      ...(form === undefined ? {} : { body: form.toString() }),
    });
  const callPath = (callId: string): string => `Calls/${encodeURIComponent(callId)}.json`;
  const change = (callId: string, fields: Record<string, string>): Promise<Exchanged> =>
    ask('POST', callPath(callId), new URLSearchParams(fields));

  async function findById(callId: string): Promise<Found> {
    const answer = read(call, await ask('GET', callPath(callId)));
    return answer.kind === 'read' ? foundAs(answer.value) : answer;
  }

  /** Searches the newest calls between the two numbers: the filters by date apply to calls that have begun only. */
  async function findByNumbers({ from, to, dialledAt, unclaimed = all }: CallTraces): Promise<Found> {
    const query = new URLSearchParams({ From: from, To: to, PageSize: String(listed) });
    const list = read(calls, await ask('GET', `Calls.json?${query}`));
    if (list.kind === 'absent') return { kind: 'unknown', detail: 'The provider does not list its calls.' };
    if (list.kind !== 'read') return list;
    const since = Date.parse(dialledAt) - slackMs;
    const recent = list.value.calls.filter(({ date_created: date }) => date == null || Date.parse(date) >= since);
    if (recent.length >= listed) return tooMany;
    const matching = recent.filter((candidate) => sameNumber(candidate.from, from) && sameNumber(candidate.to, to));
    const free = await unclaimed(matching.map(({ sid }) => sid));
    const ours = matching.filter(({ sid }) => free.includes(sid));
    return ours.length > 1 ? tooMany : ours.length === 1 ? foundAs(ours[0]!) : { kind: 'absent' };
  }

  return {
    async place({ from, to, answerUrl, statusUrl, ringSeconds, maxSeconds }, sending) {
      const form = new URLSearchParams({ From: from, To: to, Url: answerUrl, Method: 'POST' });
      form.set('StatusCallback', statusUrl);
      form.set('StatusCallbackMethod', 'POST');
      for (const event of reportedEvents) form.append('StatusCallbackEvent', event);
      form.set('Timeout', String(ringSeconds));
      form.set('TimeLimit', String(maxSeconds));
      const answer = await ask('POST', 'Calls.json', form, sending);
      const trouble = notPlaced(answer);
      if (trouble !== undefined) return withReason(trouble, codeOf(answer));
      const placement = read(call, answer);
      return placement.kind === 'read'
        ? { kind: 'accepted', providerCallId: placement.value.sid }
        : { kind: 'accepted' };
    },
    async hangUp({ providerCallId }) {
      if (providerCallId === undefined)
        return { kind: 'failed', detail: 'The provider has not assigned an id to the call yet.' };
      const answer = await change(providerCallId, { Status: 'completed' });
      return codeOf(answer) === invalidState ? { kind: 'done' } : hungUp(answer);
    },
    async transfer(providerCallId, url) {
      const answer = await change(providerCallId, { Url: url, Method: 'POST' });
      const isGone = codeOf(answer) === invalidState || (answer.kind === 'answered' && answer.status === 404);
      return isGone ? { kind: 'gone' } : hungUp(answer);
    },
    find: (traces) => (traces.providerCallId === undefined ? findByNumbers(traces) : findById(traces.providerCallId)),
    async caller(providerCallId) {
      const answer = read(call, await ask('GET', callPath(providerCallId)));
      if (answer.kind !== 'read') return answer;
      const { direction, from } = answer.value;
      return isInbound(direction) && from ? { kind: 'caller', from } : { kind: 'absent' };
    },
    async owns(phoneNumber) {
      const query = new URLSearchParams({ PhoneNumber: phoneNumber });
      const answer = await ask('GET', `IncomingPhoneNumbers.json?${query}`);
      const rejected = notTheirs(answer);
      if (rejected !== undefined) return rejected;
      const reply = read(rented, answer);
      if (reply.kind === 'unknown') return reply;
      const numbers = reply.kind === 'read' ? reply.value.incoming_phone_numbers : [];
      return numbers.some(({ phone_number: number }) => sameNumber(number, phoneNumber))
        ? { kind: 'owned' }
        : lacksNumber;
    },
    numbers: () =>
      pagesOf(`IncomingPhoneNumbers.json?PageSize=${numbersOnPage}`, async (path) => {
        const list = readList(rented, await ask('GET', path));
        if (list.kind === 'failed') return list;
        const { incoming_phone_numbers: ours, next_page_uri: next } = list.value;
        return {
          numbers: ours.map(({ phone_number: phoneNumber, voice_url: url }) => ({
            phoneNumber,
            ...(url ? { answerUrl: url } : {}),
          })),
          // A path of the same host; only its query is used.
          next: next ? `IncomingPhoneNumbers.json${new URL(next, baseUrl).search}` : undefined,
        };
      }),
    async setAnswerUrl(phoneNumber, { answer: url, status }) {
      const query = new URLSearchParams({ PhoneNumber: phoneNumber });
      const list = readList(rented, await ask('GET', `IncomingPhoneNumbers.json?${query}`));
      if (list.kind === 'failed') return list;
      const number = list.value.incoming_phone_numbers.find((each) => sameNumber(each.phone_number, phoneNumber));
      if (number === undefined) return lacksNumber;
      const form = new URLSearchParams({ VoiceUrl: url, VoiceMethod: 'POST', StatusCallback: status });
      form.set('StatusCallbackMethod', 'POST');
      const set = await ask('POST', `IncomingPhoneNumbers/${encodeURIComponent(number.sid)}.json`, form);
      const result = readList(z.unknown(), set);
      return result.kind === 'failed' ? result : { kind: 'done' };
    },
    async recordings(providerCallId) {
      const list = read(recordings, await ask('GET', `Calls/${encodeURIComponent(providerCallId)}/Recordings.json`));
      if (list.kind === 'unknown') return list;
      const finished = list.kind === 'absent' ? [] : list.value.recordings.filter(isFinished);
      return {
        kind: 'found',
        recordings: finished.map((recording) => {
          const url = `${root}/Recordings/${recording.sid}.wav${recording.channels === 2 ? '?RequestedChannels=2' : ''}`;
          const headers = credentialsFor(url, { baseUrl, domain, authorization });
          return { id: recording.sid, url, headers, ...startOf(recording) };
        }),
      };
    },
  };
}

const tooMany = { kind: 'unknown', detail: 'Several calls at the provider match.' } as const;

function startOf({ start_time: start }: z.output<typeof recordings>['recordings'][number]) {
  const startedMs = Date.parse(start ?? '');
  return Number.isNaN(startedMs) ? {} : { startedMs };
}

const isFinished = ({ status }: { readonly status: string }): boolean => status === 'completed';

function withReason(placed: Placed, code: number | undefined): Placed {
  if (placed.kind !== 'rejected' || code === undefined) return placed;
  if (invalidNumbers.includes(code)) return { ...placed, reason: 'invalid_number' };
  return placed.reason === 'invalid_number' ? { ...placed, reason: 'provider_rejected' } : placed;
}

function foundAs({ sid: providerCallId, status, answered_by: answeredBy }: z.output<typeof call>): Found {
  const ended = endedBy(status, answeredBy);
  return ended === undefined ? { kind: 'live', providerCallId } : { kind: 'over', providerCallId, ended };
}
