import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { pause, systemClock } from '../../kit/clock.ts';
import { readTelnyxCommand } from '../answer-document.ts';
import type { Callback } from './callbacks.ts';
import { isLive, type ProviderCall } from './provider-call.ts';
import type { Carrying, Exchange, RestDialect, RestReply } from './rest-dialect.ts';

/** Time after which a person without a stream hangs up. */
const patienceMs = 30_000;
const streamFields = { stream_bidirectional_mode: 'rtp', stream_bidirectional_codec: 'PCMU', stream_codec: 'PCMU' };

/** Creates telnyx: JSON both ways, commands on calls, and all events of a call at one address. */
export function createTelnyxRest(connectionId: string): RestDialect {
  const application = { application_name: 'Parley', webhook_event_url: 'https://example.com/hook' };
  /** Ids of the commands of each call, which are executed once. */
  const done = new Map<string, Set<string>>();
  /** Names of what bridged calls share. */
  const bridges = new Map<ProviderCall, string>();

  function bridge(call: ProviderCall, other: ProviderCall | undefined): RestReply {
    if (other === undefined) return failure(404, '10005', 'Resource not found');
    if (!isLive(other)) return failure(422, '90018', 'Call has already ended');
    for (const each of [call, other]) {
      if (each.state !== 'in-progress') return failure(422, '90034', 'Call has not been answered yet');
      bridges.set(each, other.id);
      each.bridged.abort();
    }
    return ok;
  }

  function command(call: ProviderCall, name: string, fields: Readonly<Record<string, string>>, exchange: Exchange) {
    const ids = done.get(call.id) ?? new Set();
    done.set(call.id, ids);
    const { command_id: id } = fields;
    if (!isLive(call)) return failure(422, '90018', 'Call has already ended');
    if (id !== undefined && ids.has(id)) return ok;
    if (id !== undefined) ids.add(id);
    if (name === 'answer') {
      if (call.direction !== 'inbound') return failure(422, '90012', 'This call is not incoming');
      if (!hasStream(fields)) return failure(422, '10015', 'The stream parameters are invalid');
      exchange.transfer(call, JSON.stringify({ command: name, ...fields }));
      return ok;
    }
    if (name === 'bridge') return bridge(call, exchange.find(fields.call_control_id ?? ''));
    if (name === 'reject' || name === 'hangup') {
      exchange.hangUp(call);
      return ok;
    }
    return failure(404, '10005', 'Resource not found');
  }

  return {
    handle({ method, url, fields }, exchange) {
      const path = url.pathname;
      if (path === '/v2/calls' && method === 'POST') return dial(fields, exchange, connectionId);
      if (path === '/v2/phone_numbers' && method === 'GET') return numbersOf(url, exchange, connectionId);
      if (path === `/v2/call_control_applications/${connectionId}`) {
        if (method === 'PATCH') changeApplication(application, fields, exchange);
        return { status: 200, body: { data: { id: connectionId, ...application } } };
      }
      const numberId = /^\/v2\/phone_numbers\/(\d+)$/.exec(path)?.[1];
      if (numberId !== undefined && method === 'PATCH') {
        const number = exchange.numbers[Number(numberId)];
        if (number === undefined) return failure(404, '10005', 'Resource not found');
        exchange.answerUrls.set(number, application.webhook_event_url);
        return { status: 200, body: { data: { id: numberId, phone_number: number, connection_id: connectionId } } };
      }
      if (path === `/v2/connections/${connectionId}/active_calls`) return activeCalls(exchange);
      const [, id, name] = /^\/v2\/calls\/([\w-]+)(?:\/actions\/(\w+))?$/.exec(path) ?? [];
      if (id === undefined) return undefined;
      const call = exchange.calls.find((each) => each.id === id);
      if (call === undefined) return failure(404, '10005', 'Resource not found');
      return name === undefined
        ? { status: 200, body: { data: describe(call) } }
        : command(call, name, fields, exchange);
    },
    refusals: {
      refused: failure(422, '10016', 'Phone number must be in +E.164 format', '/to'),
      throttled: failure(429, '10011', 'Too many requests'),
      down: failure(401, '10009', 'Authentication failed'),
      broken: failure(500, '10007', 'Unexpected error'),
    },
    ringing: (call) => eventOf(call, 'call.initiated', { state: call.direction === 'inbound' ? 'parked' : 'bridging' }),
    answered: (call) =>
      call.direction === 'inbound' ? undefined : eventOf(call, 'call.answered', { state: 'answered' }),
    over: (call) =>
      eventOf(call, 'call.hangup', { state: 'hangup', hangup_cause: causeOf(call), hangup_source: 'unknown' }),
    recorded: () => undefined,
    async carryOut(call, carrying) {
      await carryOut(call, carrying);
      const room = await bridgeOf(call, bridges);
      if (room === undefined) return;
      await carrying.tell(eventOf(call, 'call.bridged', { state: 'bridged' }));
      await carrying.exchange.meet(call, room, call.hungUp.signal);
    },
  };
}

/** A call outlives its stream: the person waits for a command, and hangs up when there is none. */
async function bridgeOf(call: ProviderCall, bridges: ReadonlyMap<ProviderCall, string>): Promise<string | undefined> {
  await pause(systemClock, patienceMs, AbortSignal.any([call.hungUp.signal, call.bridged.signal]));
  return call.hungUp.signal.aborted ? undefined : bridges.get(call);
}

/** Opens the stream that the dial command names, or waits for the command that answers the call. */
async function carryOut(call: ProviderCall, { talk, tell }: Carrying): Promise<void> {
  if (call.direction === 'inbound') {
    const { signal } = call.hungUp;
    const commanded = AbortSignal.any([signal, call.moved.signal]);
    if (!commanded.aborted)
      await new Promise<void>((resolve) => commanded.addEventListener('abort', () => resolve(), { once: true }));
    if (call.movedTo === undefined || signal.aborted) return;
    await tell(eventOf(call, 'call.answered', { state: 'answered' }));
  }
  const { stream_url: url } = call.fields;
  await talk(readTelnyxCommand(call.movedTo ?? JSON.stringify({ command: 'answer', stream_url: url })), call);
}

const hasStream = (fields: Readonly<Record<string, string>>): boolean =>
  /^wss?:\/\//.test(fields.stream_url ?? '') &&
  Object.entries(streamFields).every(([name, value]) => fields[name] === value);

function dial(fields: Readonly<Record<string, string>>, exchange: Exchange, connectionId: string): RestReply {
  const { from, to, connection_id: connection } = fields;
  if (connection !== connectionId) return failure(422, '10015', 'Invalid connection_id', '/connection_id');
  if (!from || !to) return failure(422, '10004', 'Missing required parameter');
  if (!hasStream(fields)) return failure(422, '10015', 'The stream parameters are invalid');
  return { status: 200, body: { data: describe(exchange.place({ from, to, fields })) } };
}

/** The filter matches parts of numbers. */
function numbersOf({ searchParams }: URL, { numbers, answerUrls }: Exchange, connectionId: string): RestReply {
  const wanted = searchParams.get('filter[phone_number]') ?? '';
  const [page, size] = [Number(searchParams.get('page[number]') ?? 1), Number(searchParams.get('page[size]') ?? 20)];
  const matching = numbers.filter((number) => number.includes(wanted));
  const data = matching.slice((page - 1) * size, page * size).map((phone_number) => ({
    id: String(numbers.indexOf(phone_number)),
    phone_number,
    connection_id: answerUrls.has(phone_number) ? connectionId : '',
  }));
  return { status: 200, body: { data, meta: { page_number: page, total_results: matching.length } } };
}

function changeApplication(
  application: { webhook_event_url: string },
  { webhook_event_url: url = '' }: Readonly<Record<string, string>>,
  { answerUrls }: Exchange,
): void {
  application.webhook_event_url = url;
  for (const number of answerUrls.keys()) answerUrls.set(number, url);
}

const activeCalls = ({ calls }: Exchange): RestReply => ({
  status: 200,
  body: { data: calls.filter(isLive).map(describe), meta: { cursors: { after: null, before: null } } },
});

const describe = (call: ProviderCall) => ({
  record_type: 'call',
  call_control_id: call.id,
  call_leg_id: call.requestId,
  call_session_id: call.requestId,
  client_state: call.fields.client_state ?? null,
  is_alive: isLive(call),
  start_time: call.placedAt.toISOString(),
  end_time: call.endedAt?.toISOString() ?? null,
});

function causeOf({ state, direction, answeredAt }: ProviderCall): string {
  switch (state) {
    case 'busy':
      return 'user_busy';
    case 'no-answer':
      return 'timeout';
    case 'cancel':
      return 'originator_cancel';
    case 'failed':
      return 'unspecified';
    default:
      return direction === 'inbound' && answeredAt === undefined ? 'originator_cancel' : 'normal_clearing';
  }
}

/** Returns an event at the address of the call, or of the application for a call that came in. */
function eventOf(
  call: ProviderCall,
  event_type: string,
  fields: Readonly<Record<string, string>>,
): Callback | undefined {
  const { webhook_url: ofApplication, client_state } = call.fields;
  const answered = call.movedTo === undefined ? undefined : (JSON.parse(call.movedTo) as { webhook_url?: string });
  const url = answered?.webhook_url ?? ofApplication;
  if (!url) return undefined;
  const payload = {
    call_control_id: call.id,
    call_leg_id: call.requestId,
    call_session_id: call.requestId,
    connection_id: call.fields.connection_id ?? '',
    client_state: client_state ?? null,
    direction: call.direction === 'inbound' ? 'incoming' : 'outgoing',
    from: call.from,
    to: call.to,
    ...fields,
  };
  const data = { record_type: 'event', event_type, id: call.requestId, occurred_at: new Date().toISOString(), payload };
  return { url, form: {}, json: { data, meta: { attempt: 1, delivered_to: url } } };
}

const ok: RestReply = { status: 200, body: { data: { result: 'ok' } } };

const failure = (status: number, code: string, title: string, pointer?: string): RestReply => ({
  status,
  body: { errors: [{ code, title, detail: title, ...(pointer === undefined ? {} : { source: { pointer } }) }] },
});

const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyBytes = 32;

/** The emulated account's key pair, made from its API key. */
function privateKeyOf(authToken: string): KeyObject {
  const seed = createHash('sha256').update(authToken).digest();
  return createPrivateKey({ key: Buffer.concat([privateKeyHead, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the public key that the emulated account shows, in base64. */
export const telnyxPublicKey = (authToken: string): string =>
  createPublicKey(privateKeyOf(authToken))
    .export({ format: 'der', type: 'spki' })
    .subarray(-publicKeyBytes)
    .toString('base64');

/** Returns the headers of a signed callback. */
export function telnyxSignature(body: string, authToken: string, atMs: number): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKeyOf(authToken));
  return { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature.toString('base64') };
}
