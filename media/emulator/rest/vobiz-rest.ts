import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { isLive, type ProviderCall } from './provider-call.ts';
import type { Exchange, RestDialect, RestReply, RestRequest } from './rest-dialect.ts';
import { createTelephonyARest } from './telephony-a-rest.ts';

interface Application {
  readonly app_id: string;
  readonly answer_url: string;
}

/** Creates vobiz: telephony_a at other paths, with its own numbers, live calls and records. */
export function createVobizRest(authId: string): RestDialect {
  const root = `/api/v1/Account/${authId}/`;
  const base = createTelephonyARest(authId);
  const applications: Application[] = [];

  return {
    ...base,
    refusals: {
      ...base.refusals,
      down: { status: 401, body: { detail: 'Authentication credentials were not provided.' } },
    },
    handle(request, exchange) {
      const { method, url } = request;
      if (!url.pathname.startsWith(root)) return undefined;
      const path = url.pathname.slice(root.length);
      const [kind, id, action] = path.split('/');
      if (kind === 'cdr') return method === 'GET' ? records(id, url, exchange) : undefined;
      if (kind === 'numbers') return numberRequest(request, id, exchange, applications);
      if (kind === 'Application') return applicationRequest(request, applications);
      if (kind === 'Call' && method === 'GET') return present(path, url, exchange);
      if (kind === 'Call' && method === 'POST' && !id) return dial(request, exchange);
      if (kind === 'Call' && method === 'DELETE' && action !== undefined) return wrongPath;
      const moved = new URL(url);
      moved.pathname = `/v1/Account/${authId}/${path}`;
      return base.handle({ ...request, url: moved }, exchange);
    },
  };
}

const wrongPath: RestReply = { status: 401, body: { detail: 'no such path' } };
const gone: RestReply = { status: 404, body: { error: 'not found' } };

/** A request has the id of its call. */
function dial({ fields }: RestRequest, exchange: Exchange): RestReply {
  const { from, to, answer_url, answer_method } = fields;
  if (!from || !to || !answer_url || !answer_method)
    return { status: 400, body: { error: 'from, to, answer_url and answer_method are required' } };
  const call = exchange.place({ from, to, fields });
  return { status: 201, body: { api_id: randomUUID(), message: 'Call fired', request_uuid: call.id } };
}

/** The paths of live calls end without a slash, those of queued calls with one. */
function present(path: string, { searchParams }: URL, { calls }: Exchange): RestReply {
  const [, id = ''] = path.split('/');
  const stage = path.endsWith('/') ? 'queued' : 'live';
  if (searchParams.get('status') !== stage) return gone;
  const now = calls.filter((call) => isLive(call) && (call.state === 'queued') === (stage === 'queued'));
  if (id === '') return { status: 200, body: { api_id: randomUUID(), calls: now.map((call) => call.id) } };
  const call = now.find((each) => each.id === id);
  if (call === undefined) return gone;
  const { direction, from, to, state } = call;
  return {
    status: 200,
    body: { api_id: randomUUID(), call_uuid: id, request_uuid: id, call_status: state, direction, from, to },
  };
}

function records(id: string | undefined, { searchParams }: URL, { calls }: Exchange): RestReply {
  const over = calls.filter((call) => !isLive(call));
  if (id) {
    const call = over.find((each) => each.id === id);
    return call === undefined ? gone : { status: 200, body: { success: true, data: recordOf(call) } };
  }
  const wanted = (name: string, number: string): boolean => number.includes(searchParams.get(name) ?? '');
  const data = over.filter((call) => wanted('from_number', call.from) && wanted('to_number', call.to)).map(recordOf);
  return { status: 200, body: { success: true, count: data.length, data } };
}

const causes: Readonly<Record<string, string>> = {
  completed: 'NORMAL_CLEARING',
  busy: 'USER_BUSY',
  'no-answer': 'NO_ANSWER',
  cancel: 'ORIGINATOR_CANCEL',
};

const recordOf = (call: ProviderCall) => ({
  uuid: call.id,
  call_direction: call.direction,
  caller_id_number: call.from,
  destination_number: call.to,
  start_time: call.placedAt.toISOString(),
  answer_time: call.answeredAt?.toISOString() ?? null,
  hangup_cause: causes[call.state] ?? 'NETWORK_OUT_OF_ORDER',
});

/** Lists numbers, or attaches one to an application. */
function numberRequest(
  { method, url, fields }: RestRequest,
  id: string | undefined,
  { numbers, answerUrls }: Exchange,
  applications: readonly Application[],
): RestReply {
  if (id) {
    const number = numbers.find((each) => each === decodeURIComponent(id));
    const application = applications.find(({ app_id }) => app_id === fields.application_id);
    if (method !== 'POST' || !url.pathname.endsWith('/application') || !number || !application) return gone;
    answerUrls.set(number, application.answer_url);
    return { status: 200, body: { message: 'attached' } };
  }
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Number(url.searchParams.get('per_page') ?? 25);
  const matching = numbers.filter((number) => number.includes(url.searchParams.get('search') ?? ''));
  const items = matching.slice((page - 1) * size, page * size).map((e164) => ({
    e164,
    application_id: applications.find(({ answer_url }) => answer_url === answerUrls.get(e164))?.app_id ?? null,
  }));
  return { status: 200, body: { items, page, per_page: size, total: matching.length } };
}

function applicationRequest({ method, url, fields }: RestRequest, applications: Application[]): RestReply {
  const { answer_url = '', app_name } = fields;
  if (method === 'POST') {
    if (!app_name || !URL.canParse(answer_url)) return { status: 400, body: { error: 'invalid application' } };
    const app_id = String(10_000 + applications.length);
    applications.push({ app_id, answer_url });
    return { status: 201, body: { api_id: randomUUID(), app_id, message: 'created' } };
  }
  const from = Number(url.searchParams.get('offset') ?? 0);
  const objects = applications.slice(from, from + Number(url.searchParams.get('limit') ?? 20));
  return { status: 200, body: { api_id: randomUUID(), objects } };
}

/** Returns the headers of a signed callback. */
export function vobizSignature(url: string, authToken: string): Record<string, string> {
  const { origin, pathname } = new URL(url);
  const nonce = Array.from({ length: 20 }, () => randomInt(10)).join('');
  const signed = (text: string): string => createHmac('sha256', authToken).update(text).digest('base64');
  return {
    'x-vobiz-signature-v2': signed(`${origin}${pathname}${nonce}`),
    'x-vobiz-signature-v2-nonce': nonce,
    'x-vobiz-signature-v3': signed(`${origin}${pathname}.${nonce}`),
    'x-vobiz-signature-v3-nonce': nonce,
  };
}

/** Credentials are two headers. */
export const vobizAccepts = (
  _authorization: string,
  { authId, authToken }: { readonly authId: string; readonly authToken: string },
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean => headers['x-auth-id'] === authId && headers['x-auth-token'] === authToken;
