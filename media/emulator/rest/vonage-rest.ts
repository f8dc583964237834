import { createHash, createHmac, createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { readNcco } from '../answer-document.ts';
import type { Callback } from './callbacks.ts';
import { isLive, type ProviderCall } from './provider-call.ts';
import type { Carrying, Exchange, RestDialect, RestReply } from './rest-dialect.ts';

/** Creates vonage: JSON both ways, an answer URL that returns actions, and events at another URL. */
export function createVonageRest(): RestDialect {
  return {
    handle({ method, url, fields }, exchange) {
      if (url.pathname === '/v1/calls') return method === 'POST' ? dial(fields, exchange) : list(exchange);
      const id = /^\/v1\/calls\/([\w-]+)$/.exec(url.pathname)?.[1];
      if (id === undefined) return undefined;
      const call = exchange.calls.find((each) => each.id === id);
      if (call === undefined) return failure(404, 'Not Found', 'The call does not exist');
      if (method === 'GET') return { status: 200, body: describe(call) };
      if (!isLive(call)) return failure(400, 'Bad Request', 'Call has ended');
      const next = /"url":\["([^"]+)"/.exec(fields.destination ?? '')?.[1];
      if (fields.action === 'transfer' && next !== undefined) {
        if (call.state !== 'in-progress') return failure(404, 'Not Found', 'The call is not in progress');
        exchange.transfer(call, next);
        return { status: 204 };
      }
      if (fields.action !== 'hangup') return failure(400, 'Bad Request', 'Unknown action');
      exchange.hangUp(call);
      return { status: 204 };
    },
    refusals: {
      refused: {
        status: 400,
        body: { title: 'Bad Request', invalid_parameters: [{ name: 'to[0].number', reason: 'is not a number' }] },
      },
      throttled: failure(429, 'Too Many Requests', 'You have exceeded your request limit'),
      down: failure(401, 'Unauthorized', 'You did not provide correct credentials'),
      broken: failure(500, 'Internal Error', 'There was an internal server error'),
    },
    ringing: (call) => eventOf(call),
    answered: (call) => eventOf(call),
    over: (call) => eventOf(call),
    recorded: () => undefined,
    carryOut,
  };
}

/** Executes the actions of the answer URL, and those that they or a transfer lead to, until the call ends. */
async function carryOut(call: ProviderCall, carrying: Carrying): Promise<void> {
  const ask: Ask = async (url, json) => {
    const { status, body } = await carrying.send({ url, form: {}, json });
    return status === 200 ? body : undefined;
  };
  const [url = ''] = (call.fields.answer_url ?? '').split(',');
  let actions = await ask(url, parties(call));
  while (actions !== undefined) {
    await carryOutActions(actions, call, carrying, ask);
    const { movedTo } = call;
    if (movedTo === undefined || call.hungUp.signal.aborted) return;
    delete call.movedTo;
    call.moved = new AbortController();
    actions = await ask(movedTo, parties(call));
    call.transfers.push({ url: movedTo, document: actions ?? '' });
  }
}

/** Sends a webhook that returns actions; undefined for an error status. */
type Ask = (url: string, json: Readonly<Record<string, unknown>>) => Promise<string | undefined>;

interface Action {
  readonly action: string;
  readonly text?: string;
  readonly name?: string;
  readonly eventUrl?: readonly string[];
}

async function carryOutActions(text: string, call: ProviderCall, carrying: Carrying, ask: Ask): Promise<void> {
  const signal = AbortSignal.any([call.hungUp.signal, call.moved.signal]);
  for (const action of JSON.parse(text) as readonly Action[]) {
    if (signal.aborted) return;
    const { key } = call.fate;
    const [eventUrl] = action.eventUrl ?? [];
    if (action.action === 'talk') call.spoken.push(action.text ?? '');
    if (action.action === 'connect') await connect(text, call, carrying, signal);
    if (action.action === 'conversation') await carrying.exchange.meet(call, action.name ?? '', signal);
    if (action.action === 'input' && eventUrl !== undefined) {
      const dtmf = { digits: key ?? '', timed_out: key === undefined };
      const next = await ask(eventUrl, { ...parties(call), dtmf });
      if (next !== undefined) return carryOutActions(next, call, carrying, ask);
    }
  }
}

/** Connects the WebSocket leg, and reports it at the address that the action names. */
async function connect(text: string, call: ProviderCall, { talk, tell }: Carrying, signal: AbortSignal): Promise<void> {
  const answer = readNcco(text);
  const [{ eventUrl } = { eventUrl: undefined }] = JSON.parse(text) as { eventUrl?: string[] }[];
  const leg = { ...parties(call), uuid: randomUUID(), to: answer.kind === 'stream' ? answer.url : '' };
  const tellLeg = (status: string): Promise<void> =>
    tell(eventUrl?.[0] === undefined ? undefined : { url: eventUrl[0], form: {}, json: { ...leg, status } });
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  await tellLeg('answered');
  await talk(answer, { ...call, hungUp: leaving });
  await tellLeg('completed');
}

function dial(fields: Readonly<Record<string, string>>, exchange: Exchange): RestReply {
  const { to, from } = fields;
  const [toNumber, fromNumber] = [to, from].map((party) => /"number":"(\d+)"/.exec(party ?? '')?.[1]);
  if (toNumber === undefined || fromNumber === undefined) return failure(400, 'Bad Request', 'Invalid parties');
  const call = exchange.place({ from: `+${fromNumber}`, to: `+${toNumber}`, fields });
  return { status: 201, body: describe(call) };
}

const list = ({ calls }: Exchange): RestReply => ({
  status: 200,
  body: { count: calls.length, _embedded: { calls: calls.map(describe) } },
});

const plain = (number: string): string => number.slice(1);

const describe = (call: ProviderCall) => ({
  uuid: call.id,
  conversation_uuid: `CON-${call.id}`,
  status: wordOf(call),
  direction: call.direction,
  from: { type: 'phone', number: plain(call.from) },
  to: { type: 'phone', number: plain(call.to) },
});

function wordOf({ state, direction, answeredAt }: ProviderCall): string {
  switch (state) {
    case 'queued':
      return 'started';
    case 'in-progress':
      return 'answered';
    case 'no-answer':
      return 'unanswered';
    case 'cancel':
      return 'cancelled';
    case 'completed':
      return direction === 'outbound' && answeredAt === undefined ? 'machine' : state;
    default:
      return state;
  }
}

const parties = (call: ProviderCall) => ({
  uuid: call.id,
  conversation_uuid: `CON-${call.id}`,
  from: plain(call.from),
  to: plain(call.to),
  direction: call.direction,
});

function eventOf(call: ProviderCall): Callback | undefined {
  const [url] = (call.fields.event_url ?? '').split(',');
  if (!url) return undefined;
  const timestamp = new Date().toISOString();
  return { url, form: {}, json: { ...parties(call), status: wordOf(call), timestamp, network: null } };
}

const failure = (status: number, title: string, detail: string): RestReply => ({ status, body: { title, detail } });

/** A key pair of an emulated application; the private key in PEM. */
export const newVonageKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Accepts a token that the application has signed with its private key, and that is not over. */
export function vonageAccepts(
  authorization: string,
  { authId, authToken }: { readonly authId: string; readonly authToken: string },
): boolean {
  const [, signed = '', body = '', signature = ''] = /^Bearer ([\w-]+\.([\w-]+))\.([\w-]+)$/.exec(authorization) ?? [];
  if (signed === '') return false;
  const publicKey = createPublicKey(authToken);
  if (!verify('sha256', Buffer.from(signed), publicKey, Buffer.from(signature, 'base64url'))) return false;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  return claims.application_id === authId && Number(claims.exp) * 1000 > Date.now() && typeof claims.jti === 'string';
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the signature secret of the emulated account, made from the private key of its application. */
export const vonageSecret = (authToken: string): string => createHash('sha256').update(authToken).digest('hex');

/** Returns the header of a signed webhook. */
export function vonageSignature(body: string, secret: string, atMs: number): Record<string, string> {
  const claims = {
    iat: Math.floor(atMs / 1000),
    jti: randomUUID(),
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(body).digest('hex'),
    api_key: 'a1b2c3d4',
    application_id: '00000000-0000-4000-8000-000000000000',
  };
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  const signature = createHmac('sha256', secret).update(signed).digest('base64url');
  return { authorization: `Bearer ${signed}.${signature}` };
}
