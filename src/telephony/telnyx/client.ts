import { z } from 'zod';
import type { ClientOptions, Found, Placed, TelephonyProvider, Transferred } from '../client.ts';
import type { Asking, Exchanged, Sending } from '../exchange.ts';
import { hungUp, notPlaced, read } from '../rest-answers.ts';
import { streamParameters } from './documents.ts';
import { createNumbers } from './numbers.ts';

const call = z.looseObject({
  call_control_id: z.string().min(1),
  is_alive: z.boolean().optional(),
  client_state: z.string().nullish(),
});
const oneCall = z.object({ data: call });
const calls = z.object({
  data: z.array(call),
  meta: z.looseObject({ cursors: z.looseObject({ after: z.string().nullish() }).nullish() }).nullish(),
});
const failure = z.object({
  errors: z.array(
    z.looseObject({ code: z.coerce.string(), source: z.looseObject({ pointer: z.string().optional() }).optional() }),
  ),
});

/** Error codes of an operation on a call that is over. */
const callIsOver: readonly string[] = ['90018'];
const invalidNumber: readonly string[] = ['10002', '10016'];
/** The only codes of a rejected credential; any other 403 is about the destination or the account's settings. */
const notAuthorised: readonly string[] = ['10009', '10010'];
/** Maximum pages of active calls to read. */
const mostPages = 20;
const listed = 250;

function errorOf(answer: Exchanged): { readonly code: string; readonly pointer: string } | undefined {
  if (answer.kind !== 'answered') return undefined;
  const [first] = failure.safeParse(answer.body).data?.errors ?? [];
  return first && { code: first.code, pointer: first.source?.pointer ?? '' };
}

/** Call Control of API version 2: JSON, and the API key as bearer token. */
export function openClient({ account, baseUrl, exchange }: ClientOptions): TelephonyProvider {
  const headers = { authorization: `Bearer ${account.authToken}`, 'content-type': 'application/json' };
  const ask = (method: Asking['method'], path: string, body?: object, sending?: Sending): Promise<Exchanged> =>
    exchange({
      url: `${baseUrl}/v2/${path}`,
      method,
      headers,
      sending,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const callPath = (callId: string): string => `calls/${encodeURIComponent(callId)}`;

  /** Sends a command to a call; `gone` for a call that is over. */
  async function command(callId: string, name: string, parameters: object): Promise<Transferred> {
    const answer = await ask('POST', `${callPath(callId)}/actions/${name}`, parameters);
    const isOver = callIsOver.includes(errorOf(answer)?.code ?? '');
    if (isOver || (answer.kind === 'answered' && answer.status === 404)) return { kind: 'gone' };
    return hungUp(answer);
  }

  async function findById(callId: string): Promise<Found> {
    const answer = read(oneCall, await ask('GET', callPath(callId)));
    return answer.kind === 'read' ? foundAs(answer.value.data) : answer;
  }

  /** Searches the calls in progress: the provider does not list others. */
  async function findActive(callUuid: string): Promise<Found> {
    let after = '';
    for (let page = 0; page < mostPages; page++) {
      const query = new URLSearchParams({ 'page[limit]': String(listed), ...(after && { 'page[after]': after }) });
      const path = `connections/${encodeURIComponent(account.authId)}/active_calls?${query}`;
      const answer = read(calls, await ask('GET', path));
      if (answer.kind === 'absent') return { kind: 'unknown', detail: 'The provider does not know the application.' };
      if (answer.kind !== 'read') return answer;
      const ours = answer.value.data.find(({ client_state: state }) => state === stateOf(callUuid));
      if (ours !== undefined) return { kind: 'live', providerCallId: ours.call_control_id };
      after = answer.value.meta?.cursors?.after ?? '';
      if (after === '' || answer.value.data.length === 0) break;
    }
    return { kind: 'unknown', detail: 'The provider does not list calls that are over.' };
  }

  return {
    ...createNumbers(ask, account.authId),
    async place({ callUuid, from, to, statusUrl, streamUrl = '', ringSeconds, maxSeconds }, sending) {
      const parameters = {
        connection_id: account.authId,
        from,
        to,
        timeout_secs: ringSeconds,
        time_limit_secs: maxSeconds,
        webhook_url: statusUrl,
        client_state: stateOf(callUuid),
        command_id: callUuid,
        ...streamParameters(streamUrl),
      };
      const answer = await ask('POST', 'calls', parameters, sending);
      const trouble = notPlaced(answer);
      if (trouble !== undefined) return withReason(trouble, errorOf(answer));
      const placed = read(oneCall, answer);
      return placed.kind === 'read'
        ? { kind: 'accepted', providerCallId: placed.value.data.call_control_id }
        : { kind: 'accepted' };
    },
    async answer(providerCallId, document) {
      const { command: name, ...parameters } = document as { readonly command: string };
      return command(providerCallId, name, parameters);
    },
    async hangUp({ providerCallId }) {
      if (providerCallId === undefined)
        return { kind: 'failed', detail: 'The provider has not assigned an id to the call yet.' };
      const result = await command(providerCallId, 'hangup', {});
      return result.kind === 'gone' ? { kind: 'done' } : result;
    },
    transfer: async () => ({ kind: 'unsupported' }),
    async connect(callerId, legId) {
      const parameters = { call_control_id: legId, command_id: `connect-${legId}` };
      const first = await command(callerId, 'bridge', parameters);
      // The provider executes a command with the same id once, so its result is known after a lost response too.
      return first.kind === 'failed' ? command(callerId, 'bridge', parameters) : first;
    },
    find: ({ providerCallId, callUuid }) =>
      providerCallId === undefined ? findActive(callUuid) : findById(providerCallId),
    recordings: async () => ({ kind: 'found', recordings: [] }),
  };
}

const stateOf = (callUuid: string): string => Buffer.from(callUuid).toString('base64');

/** The provider does not say how a call ended. One that is searched for has not opened its stream. */
const foundAs = ({ call_control_id: providerCallId, is_alive: isAlive }: z.output<typeof call>): Found =>
  isAlive === false
    ? { kind: 'over', providerCallId, ended: { status: 'no_answer', reason: 'no_answer' } }
    : { kind: 'live', providerCallId };

function withReason(placed: Placed, error: ReturnType<typeof errorOf>): Placed {
  if (placed.kind !== 'rejected' || error === undefined) return placed;
  const isInvalid = invalidNumber.includes(error.code) && !/from$/.test(error.pointer);
  if (isInvalid) return { ...placed, reason: 'invalid_number' };
  const isSettings = placed.reason === 'telephony_not_connected' && !notAuthorised.includes(error.code);
  return isSettings ? { ...placed, reason: 'provider_rejected' } : placed;
}
