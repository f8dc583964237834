import { randomUUID } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { CallTraces, ClientOptions, Found, NumbersListed, Placed, TelephonyProvider } from '../client.ts';
import type { Asking, Exchanged, Sending } from '../exchange.ts';
import { hungUp, isInbound, notPlaced, read, readList, sameNumber } from '../rest-answers.ts';
import { endedBy } from './how-vonage-calls-end.ts';

const party = z.looseObject({ number: z.string().catch('') }).catch({ number: '' });
const call = z.looseObject({
  uuid: z.string().min(1),
  status: z.string().catch(''),
  direction: z.string().optional(),
  from: party.optional(),
  to: party.optional(),
});
const calls = z.object({ _embedded: z.object({ calls: z.array(call) }) });
const failure = z.object({ invalid_parameters: z.unknown() });

const tokenSeconds = 900;
/** Limits of the provider, in seconds. */
const longestRing = 120;
const longestCall = 7200;
const listed = 100;
/** Tolerance for clock differences. */
const slackMs = 60_000;

/** Voice API version 1: JSON, and a token signed with the application's private key. */
export function openClient({ account, baseUrl, exchange }: ClientOptions): TelephonyProvider {
  async function ask(method: Asking['method'], path: string, body?: object, sending?: Sending): Promise<Exchanged> {
    const token = await tokenOf(account.authId, account.authToken);
    return exchange({
      url: `${baseUrl}/v1/${path}`,
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      sending,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
  const callPath = (callId: string): string => `calls/${encodeURIComponent(callId)}`;

  async function findById(callId: string): Promise<Found> {
    const answer = read(call, await ask('GET', callPath(callId)));
    return answer.kind === 'read' ? foundAs(answer.value) : answer;
  }

  /** Searches the calls since the request; one that has not begun may be missing from the list. */
  async function findByNumbers({ from, to, dialledAt, unclaimed }: CallTraces): Promise<Found> {
    const since = new Date(Date.parse(dialledAt) - slackMs).toISOString();
    const query = new URLSearchParams({ date_start: since, page_size: String(listed) });
    const list = read(calls, await ask('GET', `calls?${query}`));
    if (list.kind === 'absent') return notListed;
    if (list.kind !== 'read') return list;
    const matching = list.value._embedded.calls.filter(
      ({ from: caller, to: callee }) => sameNumber(caller?.number ?? '', from) && sameNumber(callee?.number ?? '', to),
    );
    const ids = matching.map(({ uuid }) => uuid);
    const free = unclaimed === undefined ? ids : await unclaimed(ids);
    const [ours, another] = matching.filter(({ uuid }) => free.includes(uuid));
    return ours === undefined || another !== undefined ? notListed : foundAs(ours);
  }

  return {
    async place({ from, to, answerUrl, statusUrl, ringSeconds, maxSeconds }, sending) {
      const request = {
        to: [{ type: 'phone', number: digitsOf(to) }],
        from: { type: 'phone', number: digitsOf(from) },
        answer_url: [answerUrl],
        answer_method: 'POST',
        event_url: [statusUrl],
        event_method: 'POST',
        ringing_timer: Math.min(ringSeconds, longestRing),
        length_timer: Math.min(maxSeconds, longestCall),
      };
      const answer = await ask('POST', 'calls', request, sending);
      const trouble = notPlaced(answer);
      if (trouble !== undefined) return withReason(trouble, answer);
      const placed = read(call, answer);
      return placed.kind === 'read' ? { kind: 'accepted', providerCallId: placed.value.uuid } : { kind: 'accepted' };
    },
    async hangUp({ providerCallId }) {
      if (providerCallId === undefined)
        return { kind: 'failed', detail: 'The provider has not assigned an id to the call yet.' };
      const result = hungUp(await ask('PUT', callPath(providerCallId), { action: 'hangup' }));
      if (result.kind !== 'failed') return result;
      const search = await findById(providerCallId);
      return search.kind === 'over' ? { kind: 'done' } : result;
    },
    async transfer(providerCallId, url) {
      const destination = { type: 'ncco', url: [url] };
      const answer = await ask('PUT', callPath(providerCallId), { action: 'transfer', destination });
      if (answer.kind === 'answered' && answer.status === 404) return { kind: 'gone' };
      const result = hungUp(answer);
      if (result.kind !== 'failed') return result;
      return (await findById(providerCallId)).kind === 'over' ? { kind: 'gone' } : result;
    },
    find: (traces) => (traces.providerCallId === undefined ? findByNumbers(traces) : findById(traces.providerCallId)),
    async caller(providerCallId) {
      const answer = read(call, await ask('GET', callPath(providerCallId)));
      if (answer.kind !== 'read') return answer;
      const { direction, from } = answer.value;
      return isInbound(direction) && from?.number ? { kind: 'caller', from: from.number } : { kind: 'absent' };
    },
    /** The numbers belong to the account, whose key and secret are not stored here. */
    owns: async () => ({ kind: 'unknown', detail: 'The provider does not list the numbers of an application.' }),
    async numbers(): Promise<NumbersListed> {
      const list = readList(calls, await ask('GET', 'calls?page_size=1'));
      return list.kind === 'failed' ? list : { kind: 'accepted' };
    },
    recordings: async () => ({ kind: 'found', recordings: [] }),
  };
}

const notListed = { kind: 'unknown', detail: 'The provider lists no single call with these numbers.' } as const;

async function tokenOf(applicationId: string, privateKey: string): Promise<string> {
  const key = await importPKCS8(privateKey, 'RS256');
  return new SignJWT({ application_id: applicationId })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${tokenSeconds}s`)
    .sign(key);
}

/** Numbers are written without a plus. */
const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');

function foundAs({ uuid: providerCallId, status }: z.output<typeof call>): Found {
  const ended = endedBy(status);
  return ended === undefined ? { kind: 'live', providerCallId } : { kind: 'over', providerCallId, ended };
}

function withReason(placed: Placed, answer: Exchanged): Placed {
  if (placed.kind !== 'rejected' || answer.kind !== 'answered') return placed;
  const named = JSON.stringify(failure.safeParse(answer.body).data?.invalid_parameters ?? null);
  return /"to\b/.test(named) ? { ...placed, reason: 'invalid_number' } : placed;
}
