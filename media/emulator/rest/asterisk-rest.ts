import { createHash } from 'node:crypto';
import { readAsteriskTicket } from '../answer-document.ts';
import type { Callback } from './callbacks.ts';
import { isLive, type ProviderCall } from './provider-call.ts';
import type { Carrying, Exchange, RestDialect, RestReply } from './rest-dialect.ts';

/** Creates Asterisk with its REST interface, and with the dialplan of the documentation. */
export function createAsteriskRest(): RestDialect {
  return {
    handle({ method, url, fields }, exchange) {
      if (url.pathname === '/ari/asterisk/info' && method === 'GET')
        return { status: 200, body: { system: { version: '23.4.1' } } };
      if (url.pathname === '/ari/channels' && method === 'POST') return originate(fields, exchange);
      const id = /^\/ari\/channels\/([\w.-]+)$/.exec(url.pathname)?.[1];
      if (id === undefined) return undefined;
      const call = exchange.calls.find((each) => isLive(each) && (channelOf(each) === id || each.id === id));
      if (call === undefined) return failure(404, 'Channel not found');
      if (method !== 'DELETE') return { status: 200, body: describe(call) };
      exchange.hangUp(call);
      return { status: 204 };
    },
    refusals: {
      refused: failure(400, 'The number is not in the dialplan'),
      throttled: failure(429, 'Too many requests'),
      down: failure(401, 'Authentication required'),
      broken: failure(500, 'Allocation failed'),
    },
    ringing: (call) => report(call, 'RINGING'),
    answered: () => undefined,
    over: (call) => report(call, dialStatusOf(call)),
    recorded: () => undefined,
    carryOut,
  };
}

/** Requests a ticket for the answered call, and dials the WebSocket with it. */
async function carryOut(call: ProviderCall, { send, talk }: Carrying): Promise<void> {
  const { answer = '' } = variablesOf(call);
  const { status, body } = await send({ url: answer, form: { CallUUID: channelOf(call) } });
  if (status === 200) await talk(readAsteriskTicket(body), call);
}

function originate(fields: Readonly<Record<string, string>>, exchange: Exchange): RestReply {
  const { endpoint = '', callerId: from, channelId = '', context, extension } = fields;
  const to = /^Local\/(\+?\d+)@parley-dial\/n$/.exec(endpoint)?.[1];
  if (to === undefined || !from || context !== 'parley-answered' || extension !== 's')
    return failure(400, 'Invalid parameters for originating a channel.');
  if (exchange.calls.some((call) => isLive(call) && channelOf(call) === channelId))
    return failure(409, 'Channel with given unique ID already exists');
  return { status: 200, body: describe(exchange.place({ from, to, fields })) };
}

/** The id that the request chose, or the one of an inbound channel. */
const channelOf = ({ id, fields }: ProviderCall): string => fields.channelId ?? id;

const describe = (call: ProviderCall) => ({
  id: channelOf(call),
  name: `Local/${call.to}@parley-dial-00000001;1`,
  state: call.state === 'in-progress' ? 'Up' : 'Ring',
});

function variablesOf({ fields }: ProviderCall): { readonly answer?: string; readonly status?: string } {
  const { PARLEY_ANSWER: answer, PARLEY_STATUS: status } = JSON.parse(fields.variables ?? '{}') as Readonly<
    Record<string, string>
  >;
  return { ...(answer === undefined ? {} : { answer }), ...(status === undefined ? {} : { status }) };
}

function report(call: ProviderCall, status: string): Callback | undefined {
  const { status: url } = variablesOf(call);
  return url === undefined ? undefined : { url, form: { CallUUID: channelOf(call), Status: status } };
}

/** Returns the variable that `Dial` sets. */
function dialStatusOf({ state }: ProviderCall): string {
  switch (state) {
    case 'busy':
      return 'BUSY';
    case 'no-answer':
    case 'cancel':
      return 'CANCEL';
    case 'failed':
      return 'CHANUNAVAIL';
    default:
      return 'ANSWER';
  }
}

const failure = (status: number, message: string): RestReply => ({ status, body: { message } });

/** Returns the password of the emulated dialplan, made from the one of ARI. */
export const asteriskPassword = (authToken: string): string => createHash('sha256').update(authToken).digest('hex');

/** Returns the header of the dialplan's requests. */
export const asteriskSignature = (authToken: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`parley:${asteriskPassword(authToken)}`).toString('base64')}`,
});
