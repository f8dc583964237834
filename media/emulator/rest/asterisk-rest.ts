import { createHash } from 'node:crypto';
import { readAsteriskTicket } from '../answer-document.ts';
import type { Callback } from './callbacks.ts';
import { isLive, type ProviderCall } from './provider-call.ts';
import type { Carrying, Exchange, RestDialect, RestReply } from './rest-dialect.ts';

/** Creates Asterisk with its REST interface, and with the dialplan of the documentation. */
export function createAsteriskRest(): RestDialect {
  /** Bridges of two calls. */
  const bridges = new Map<ProviderCall, string>();
  return {
    handle({ method, url, fields }, exchange) {
      if (url.pathname === '/ari/asterisk/info' && method === 'GET')
        return { status: 200, body: { system: { version: '23.4.1' } } };
      if (url.pathname === '/ari/channels' && method === 'POST') return originate(fields, exchange, bridges);
      const id = /^\/ari\/channels\/([\w.-]+)$/.exec(url.pathname)?.[1];
      if (id === undefined) return undefined;
      const call = channelIn(exchange, id);
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
    async carryOut(call, carrying) {
      await carryOut(call, carrying);
      const room = bridges.get(call);
      if (room !== undefined) await carrying.exchange.meet(call, room, call.hungUp.signal);
    },
  };
}

/** Requests a ticket for the answered call, and dials the WebSocket with it. */
async function carryOut(call: ProviderCall, { send, talk }: Carrying): Promise<void> {
  const { answer = '' } = variablesOf(call);
  const called = call.direction === 'inbound' ? { From: call.from, To: call.to } : {};
  const { status, body } = await send({ url: answer, form: { CallUUID: channelOf(call), ...called } });
  if (status !== 200) return;
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  const signal = AbortSignal.any([call.hungUp.signal, call.bridged.signal]);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  await talk(readAsteriskTicket(body), { ...call, hungUp: leaving });
}

const channelIn = ({ calls }: Exchange, id: string): ProviderCall | undefined =>
  calls.find((each) => isLive(each) && (channelOf(each) === id || each.id === id));

/** The dialplan redirects the caller's channel to `Bridge`, with the other channel by its name. */
function connect(variables: string, exchange: Exchange, bridges: Map<ProviderCall, string>): RestReply {
  const { PARLEY_CALLER: id = '', PARLEY_LEG: name } = JSON.parse(variables) as Readonly<Record<string, string>>;
  const caller = channelIn(exchange, id);
  const leg = exchange.calls.find((each) => isLive(each) && nameOf(each) === name);
  for (const each of caller === undefined || leg === undefined ? [] : [caller, leg]) {
    bridges.set(each, String(name));
    each.bridged.abort();
  }
  return { status: 200, body: { id: 'w-1', name: 'Local/s@parley-connect-00000001;1', state: 'Down' } };
}

function originate(
  fields: Readonly<Record<string, string>>,
  exchange: Exchange,
  bridges: Map<ProviderCall, string>,
): RestReply {
  const { endpoint = '', callerId: from, channelId = '', context, extension } = fields;
  if (endpoint === 'Local/s@parley-connect') return connect(fields.variables ?? '{}', exchange, bridges);
  const to = /^Local\/(\+?\d+)@parley-dial\/n$/.exec(endpoint)?.[1];
  if (to === undefined || !from || context !== 'parley-answered' || extension !== 's')
    return failure(400, 'Invalid parameters for originating a channel.');
  if (exchange.calls.some((call) => isLive(call) && channelOf(call) === channelId))
    return failure(409, 'Channel with given unique ID already exists');
  return { status: 200, body: describe(exchange.place({ from, to, fields })) };
}

/** The id that the request chose, or the one of an inbound channel. */
const channelOf = ({ id, fields }: ProviderCall): string => fields.channelId ?? id;

const nameOf = ({ id, to }: ProviderCall): string => `Local/${to}@parley-dial-${id.slice(0, 8)};1`;

const describe = (call: ProviderCall) => ({
  id: channelOf(call),
  name: nameOf(call),
  state: call.state === 'in-progress' ? 'Up' : 'Ring',
  dialplan: { context: 'parley-answered', app_name: call.bridged.signal.aborted ? 'Bridge' : 'Dial' },
});

/** URLs of the dialplan: of the request that placed the call, or those that the configuration has for inbound calls. */
function variablesOf({ fields }: ProviderCall): { readonly answer?: string; readonly status?: string } {
  if (fields.variables === undefined) return fields;
  const { PARLEY_ANSWER: answer, PARLEY_STATUS: status } = JSON.parse(fields.variables) as Readonly<
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
