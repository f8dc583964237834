import { z } from 'zod';
import type { CallTraces, ClientOptions, Found, TelephonyProvider } from '../client.ts';
import { mayHaveCredentials } from '../file-headers.ts';
import { hungUp, isInbound, notPlaced, read, sameNumber } from '../rest-answers.ts';
import { callOf, openAsk, recordingList, recordingOf, transferTo } from '../telephony-a/requests.ts';
import { endedBy } from './how-vobiz-calls-end.ts';
import { createNumbers } from './numbers.ts';

const placed = z.object({ request_uuid: z.string().min(1) });
const present = z.looseObject({
  call_uuid: z.string().min(1),
  direction: z.string().optional(),
  from: z.string().catch(''),
  to: z.string().catch(''),
});
const names = z.object({ calls: z.array(z.string()) });
const time = z.string().nullish().catch(null);
const past = z.looseObject({
  uuid: z.string().min(1),
  start_time: time,
  answer_time: time,
  end_time: time,
  hangup_cause: z.string().catch(''),
  caller_id_number: z.string().catch(''),
  destination_number: z.string().catch(''),
});
const onePast = z.object({ data: past });
const manyPast = z.object({ data: z.array(past) });
/** Domain of this provider's hosts: recordings are on a different host from the API. */
const domain = 'vobiz.ai';
const listed = 100;
/** Maximum number of unknown calls on the account to inspect. */
const maxLookups = 20;
/** Tolerance for clock differences. */
const slackMs = 60_000;

type Stage = 'live' | 'queued';
const stages: readonly Stage[] = ['queued', 'live'];

const unlisted = { kind: 'unknown', detail: 'The provider lists no single call with these numbers.' } as const;
const all = async (ids: readonly string[]): Promise<readonly string[]> => ids;

/** REST API version 1: JSON, and credentials in two headers. Paths end with a slash or not, as documented for each. */
export function openClient({ account, baseUrl, exchange }: ClientOptions): TelephonyProvider {
  const root = `${baseUrl}/api/v1/Account/${encodeURIComponent(account.authId)}`;
  const credentials = { 'x-auth-id': account.authId, 'x-auth-token': account.authToken };
  const ask = openAsk(exchange, root, credentials);
  const callPath = (callId: string): string => `Call/${encodeURIComponent(callId)}`;
  const presentCall = async (callId: string, stage: Stage) =>
    read(present, await ask('GET', `${callPath(callId)}${stage === 'live' ? '' : '/'}?status=${stage}`));

  /** Checks in the order of a call's lifecycle: a call that advances between two requests is found by the next. */
  async function findById(callId: string): Promise<Found> {
    for (const stage of stages) {
      const now = await presentCall(callId, stage);
      if (now.kind === 'unknown') return now;
      if (now.kind === 'read') return { kind: 'live', providerCallId: callId };
    }
    const record = read(onePast, await ask('GET', `cdr/${encodeURIComponent(callId)}`));
    return record.kind === 'read' ? foundAs(record.value.data) : record;
  }

  /** A call that has just ended may be in no list. */
  async function findByNumbers({ from, to, dialledAt, unclaimed = all }: CallTraces): Promise<Found> {
    const ours: string[] = [];
    for (const stage of stages) {
      const list = read(names, await ask('GET', `Call${stage === 'live' ? '' : '/'}?status=${stage}`));
      if (list.kind !== 'read') return list.kind === 'absent' ? unlisted : list;
      const others = await unclaimed(list.value.calls);
      if (others.length > maxLookups) return unlisted;
      for (const id of others) {
        const call = await presentCall(id, stage);
        if (call.kind === 'unknown') return call;
        if (call.kind === 'read' && sameNumber(call.value.from, from) && sameNumber(call.value.to, to)) ours.push(id);
      }
      const [first, another] = ours;
      if (first !== undefined) return another === undefined ? { kind: 'live', providerCallId: first } : unlisted;
    }
    const since = Date.parse(dialledAt);
    const query = new URLSearchParams({ from_number: from, to_number: to, call_direction: 'outbound' });
    query.set('start_date', dayOf(since - slackMs));
    query.set('end_date', dayOf(Date.now() + slackMs));
    query.set('per_page', String(listed));
    const list = read(manyPast, await ask('GET', `cdr?${query}`));
    if (list.kind !== 'read') return list.kind === 'absent' ? unlisted : list;
    const matching = list.value.data.filter(
      (call) =>
        sameNumber(call.caller_id_number, from) && sameNumber(call.destination_number, to) && !isBefore(call, since),
    );
    const free = await unclaimed(matching.map(({ uuid }) => uuid));
    const [first, another] = matching.filter(({ uuid }) => free.includes(uuid));
    return first === undefined || another !== undefined ? unlisted : foundAs(first);
  }

  return {
    ...createNumbers(ask),
    async place(request, sending) {
      const answer = await ask('POST', 'Call/', callOf(request), sending);
      const trouble = notPlaced(answer);
      if (trouble !== undefined) return trouble;
      const placement = read(placed, answer);
      return placement.kind === 'read'
        ? { kind: 'accepted', requestId: placement.value.request_uuid }
        : { kind: 'accepted' };
    },
    /** A request has the id of its call. */
    async hangUp({ providerCallId, requestId }) {
      const id = providerCallId ?? requestId;
      if (id === undefined) return { kind: 'failed', detail: 'The provider has not assigned an id to the call yet.' };
      return hungUp(await ask('DELETE', callPath(id)));
    },
    async transfer(providerCallId, url) {
      const answer = await ask('POST', `${callPath(providerCallId)}/`, transferTo(url));
      if (answer.kind === 'answered' && answer.status === 404) return { kind: 'gone' };
      return hungUp(answer);
    },
    find(traces) {
      const id = traces.providerCallId ?? traces.requestId;
      return id === undefined ? findByNumbers(traces) : findById(id);
    },
    async caller(providerCallId) {
      const call = await presentCall(providerCallId, 'live');
      if (call.kind !== 'read') return call;
      const { direction, from } = call.value;
      return isInbound(direction) && from ? { kind: 'caller', from } : { kind: 'absent' };
    },
    async recordings(providerCallId) {
      const query = new URLSearchParams({ call_uuid: providerCallId, limit: String(listed) });
      const list = read(recordingList, await ask('GET', `Recording/?${query}`));
      if (list.kind === 'unknown') return list;
      const objects = list.kind === 'absent' ? [] : list.value.objects;
      const ours = objects.filter((object) => object.call_uuid === providerCallId);
      if (ours.length === 0 && objects.length >= listed)
        return { kind: 'unknown', detail: 'The provider lists more recordings.' };
      return {
        kind: 'found',
        recordings: ours.map((recording) =>
          recordingOf(recording, (url) => (mayHaveCredentials(url, { baseUrl, domain }) ? credentials : {})),
        ),
      };
    },
  };
}

type Past = z.output<typeof past>;

/** Whether a call cannot have been dialled then, as far as its record has times: the list is of whole days. */
const isBefore = ({ start_time: started, answer_time: answered, end_time: ended }: Past, ms: number): boolean =>
  [started, answered, ended].some((text) => Date.parse(text ?? '') < ms - slackMs);

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const foundAs = ({ uuid: providerCallId, hangup_cause: cause, answer_time: answered }: Past): Found => ({
  kind: 'over',
  providerCallId,
  ended: endedBy(cause, Boolean(answered)),
});
