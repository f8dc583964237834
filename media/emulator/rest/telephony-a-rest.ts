import { randomUUID } from 'node:crypto';
import type { Callback } from './callbacks.ts';
import { isLive, type ProviderCall, type RecordingAtProvider } from './provider-call.ts';
import type { Carrying, Exchange, RestDialect, RestReply, RestRequest } from './rest-dialect.ts';
import { carryOutDocument } from './telephony-a-document.ts';

/** Creates telephony_a: JSON, paths with a trailing slash, 404 for calls that have ended. */
export function createTelephonyARest(authId: string): RestDialect {
  const root = `/v1/Account/${authId}/`;
  const applications: AnsweringApplication[] = [];
  return {
    handle({ method, url, fields }, exchange) {
      if (!url.pathname.startsWith(root)) return undefined;
      const [kind, id, action] = url.pathname.slice(root.length).split('/');
      if (kind === 'Request' && id && method === 'DELETE') return hangUp(exchange, id);
      if (kind === 'Recording' && method === 'GET') return recordings(url, exchange);
      if (kind === 'Number') return numberRequest({ id, method, url, fields }, exchange, { root, applications });
      if (kind === 'Application') return applicationRequest({ method, url, fields }, applications);
      if (kind !== 'Call') return undefined;
      if (!id) return method === 'POST' ? dial(fields, exchange) : method === 'GET' ? list(url, exchange) : undefined;
      if (action === 'Record' && method === 'POST') return record(id, fields, exchange);
      if (method === 'DELETE') return hangUp(exchange, id);
      return method === 'GET' ? show(id, url, exchange) : transfer(id, fields, exchange);
    },
    refusals: {
      refused: { status: 400, body: { api_id: randomUUID(), error: 'to is not a valid number' } },
      throttled: { status: 429, body: { error: 'Too Many Requests' } },
      down: { status: 401, body: { error: 'Could not verify your access level for that URL.' } },
      broken: { status: 500, body: { error: 'server error' } },
    },
    ringing: (call) => callbackTo(call, 'ring_url', { Event: 'Ring', CallStatus: 'ringing' }),
    answered: () => undefined,
    over: (call) => callbackTo(call, 'hangup_url', { Event: 'Hangup', CallStatus: statusOf(call), ...endOf(call) }),
    recorded: (call, recording) =>
      recording.callbackUrl === undefined
        ? undefined
        : about(call, recording.callbackUrl, recordedFields(call, recording)),
    carryOut,
  };
}

interface AnsweringApplication {
  readonly app_id: string;
  readonly answer_url: string;
}

interface Applications {
  readonly root: string;
  readonly applications: readonly AnsweringApplication[];
}

type Request = Pick<RestRequest, 'method' | 'url' | 'fields'>;

function applicationRequest({ method, url, fields }: Request, applications: AnsweringApplication[]): RestReply {
  if (method !== 'POST') return { status: 200, body: { objects: pageOf(applications, url) } };
  const { app_name: name = '', answer_url: answerUrl = '' } = fields;
  if (!/^[\w-]{1,60}$/.test(name) || !URL.canParse(answerUrl))
    return { status: 400, body: { error: 'invalid application' } };
  const app_id = String(1000 + applications.length);
  applications.push({ app_id, answer_url: answerUrl });
  return { status: 201, body: { api_id: randomUUID(), app_id, message: 'created' } };
}

/** Lists numbers, shows one, or assigns one to an application. */
function numberRequest(
  { id, method, url, fields }: Request & { readonly id: string | undefined },
  exchange: Exchange,
  { root, applications }: Applications,
): RestReply {
  const applicationOf = (number: string): string | null => {
    const application = applications.find(({ answer_url: answerUrl }) => answerUrl === exchange.answerUrls.get(number));
    return application === undefined ? null : `${root}Application/${application.app_id}/`;
  };
  if (!id) {
    const objects = pageOf(exchange.numbers, url).map((number) => ({
      number: number.slice(1),
      application: applicationOf(number),
    }));
    return { status: 200, body: { objects, meta: { total_count: exchange.numbers.length } } };
  }
  if (method === 'GET') return rented(id, exchange);
  const application = applications.find(({ app_id }) => app_id === fields.app_id);
  const number = exchange.numbers.find((each) => each.slice(1) === id);
  if (application === undefined || number === undefined) return { status: 404, body: { error: 'not found' } };
  exchange.answerUrls.set(number, application.answer_url);
  return { status: 202, body: { api_id: randomUUID(), message: 'changed' } };
}

const pageOf = <Row>(rows: readonly Row[], { searchParams }: URL): readonly Row[] => {
  const from = Number(searchParams.get('offset') ?? 0);
  return rows.slice(from, from + Math.min(20, Number(searchParams.get('limit') ?? 20)));
};

async function carryOut(call: ProviderCall, carrying: Carrying): Promise<void> {
  const { answer_url: first } = call.fields;
  const ask = async (url: string): Promise<string> => {
    const { status, body } = await carrying.send(about(call, url, { Event: 'StartApp', CallStatus: 'in-progress' }));
    return status === 200 ? body : '<Response/>';
  };
  let document = first === undefined ? '<Response/>' : await ask(first);
  for (;;) {
    await carryOutDocument(document, call, { ...carrying, about: (url, fields) => about(call, url, fields) });
    const { movedTo } = call;
    if (movedTo === undefined || call.hungUp.signal.aborted) return;
    delete call.movedTo;
    call.moved = new AbortController();
    document = await ask(movedTo);
    call.transfers.push({ url: movedTo, document });
  }
}

/** Callbacks requested by a document and over REST name the fields differently. */
function recordedFields(call: ProviderCall, { id, askedBy, startedAt }: RecordingAtProvider): Record<string, string> {
  // Nothing is served there, so that a client which trusts callbacks fails.
  const url = `https://recordings.invalid/${id}.mp3`;
  const startMs = startedAt?.getTime() ?? 0;
  const endMs = call.endedAt?.getTime() ?? startMs;
  const [ms, seconds] = [String(endMs - startMs), String(Math.round((endMs - startMs) / 1000))];
  return askedBy === 'document'
    ? {
        RecordUrl: url,
        RecordingID: id,
        RecordingDuration: seconds,
        RecordingDurationMs: ms,
        RecordingStartMs: String(startMs),
        RecordingEndMs: String(endMs),
      }
    : {
        call_uuid: call.id,
        record_url: url,
        recording_id: id,
        recording_duration: seconds,
        recording_duration_ms: ms,
        recording_start_ms: String(startMs),
        recording_end_ms: String(endMs),
      };
}

function dial(fields: Readonly<Record<string, string>>, exchange: Exchange): RestReply {
  const { from, to, answer_url } = fields;
  if (!from || !to || !answer_url) return { status: 400, body: { error: 'from, to and answer_url are required' } };
  const call = exchange.place({ from, to, fields });
  return { status: 201, body: { api_id: randomUUID(), message: 'call fired', request_uuid: call.requestId } };
}

function hangUp(exchange: Exchange, id: string): RestReply {
  const call = exchange.find(id);
  if (call === undefined || !isLive(call)) return gone;
  exchange.hangUp(call);
  return { status: 204 };
}

function transfer(id: string, fields: Readonly<Record<string, string>>, exchange: Exchange): RestReply {
  const call = exchange.find(id);
  if (call === undefined || call.state !== 'in-progress') return gone;
  if (!fields.aleg_url) return { status: 400, body: { error: 'aleg_url is required' } };
  exchange.transfer(call, fields.aleg_url);
  return { status: 202, body: { api_id: randomUUID(), message: 'call transferred', call_uuids: [call.id] } };
}

function record(id: string, fields: Readonly<Record<string, string>>, exchange: Exchange): RestReply {
  const call = exchange.find(id);
  if (call === undefined || call.state !== 'in-progress') return gone;
  const { callback_url: callbackUrl } = fields;
  const { id: recording_id, url } = exchange.record(call, {
    askedBy: 'rest',
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  });
  return { status: 202, body: { api_id: randomUUID(), recording_id, url } };
}

function rented(number: string, { numbers }: Exchange): RestReply {
  if (!numbers.includes(`+${number}`)) return gone;
  return { status: 200, body: { number, voice_enabled: true, number_type: 'local' } };
}

/** Lists finished recordings. */
function recordings(url: URL, { calls }: Exchange): RestReply {
  const callUuid = url.searchParams.get('call_uuid');
  const objects = calls
    .filter((call) => !isLive(call) && (callUuid === null || call.id === callUuid))
    .flatMap((call) => call.recordings.map((recording) => ({ call, recording })))
    .filter(({ recording }) => recording.startedAt !== undefined)
    .map(({ call, recording }) => ({
      recording_id: recording.id,
      recording_url: recording.url,
      call_uuid: call.id,
      conference_name: null,
      recording_format: 'wav',
      recording_type: 'normal',
      recording_start_ms: `${recording.startedAt?.getTime()}.00000`,
    }));
  return { status: 200, body: { meta: { total_count: objects.length }, objects } };
}

/** Without a status, only finished calls are found: a call in progress is not listed yet. */
function show(id: string, url: URL, exchange: Exchange): RestReply {
  // The request's identifier can be used to hang up, but not to look up the call.
  const call = exchange.calls.find((each) => each.id === id);
  const stage = url.searchParams.get('status');
  const isThere = call !== undefined && (stage === null ? !isLive(call) : stageOf(call) === stage);
  return isThere ? { status: 200, body: describe(call) } : gone;
}

function list(url: URL, exchange: Exchange): RestReply {
  const stage = url.searchParams.get('status');
  if (stage !== null) {
    const live = exchange.calls.filter((call) => stageOf(call) === stage);
    return { status: 200, body: { calls: live.map(({ id }) => id) } };
  }
  const after = Date.parse(`${(url.searchParams.get('end_time__gte') ?? '1970-01-01').replace(' ', 'T')}Z`);
  const matching = exchange.calls.filter(
    (call) =>
      !isLive(call) &&
      (call.endedAt?.getTime() ?? 0) >= after &&
      sameDigits(call.from, url.searchParams.get('from_number')) &&
      sameDigits(call.to, url.searchParams.get('to_number')),
  );
  return { status: 200, body: { meta: { total_count: matching.length }, objects: matching.slice(-20).map(describe) } };
}

const gone: RestReply = { status: 404, body: { error: 'not found' } };

const stageOf = ({ state }: ProviderCall): string | undefined =>
  state === 'queued' ? 'queued' : state === 'ringing' || state === 'in-progress' ? 'live' : undefined;

const describe = (call: ProviderCall) => ({
  call_uuid: call.id,
  call_direction: call.direction,
  call_state: statusOf(call).toUpperCase().replace('-', '_'),
  from_number: call.from.replace('+', ''),
  to_number: call.to.replace('+', ''),
  initiation_time: call.placedAt.toISOString(),
  end_time: call.endedAt?.toISOString() ?? null,
  hangup_cause_code: call.cause === undefined ? null : Number(call.cause),
});

const statusOf = ({ state }: ProviderCall): string => (state === 'cancel' ? 'failed' : state);

function callbackTo(
  call: ProviderCall,
  address: string,
  fields: Readonly<Record<string, string>>,
): Callback | undefined {
  const url = call.fields[address];
  return url ? about(call, url, fields) : undefined;
}

function about(call: ProviderCall, url: string, fields: Readonly<Record<string, string>>): Callback {
  const names = {
    CallUUID: call.id,
    RequestUUID: call.requestId,
    From: call.from.replace('+', ''),
    To: call.to.replace('+', ''),
  };
  return { url, form: { ...names, Direction: 'outbound', ...fields } };
}

function endOf(call: ProviderCall): Record<string, string> {
  const seconds =
    call.answeredAt === undefined ? 0 : Math.round(((call.endedAt?.getTime() ?? 0) - call.answeredAt.getTime()) / 1000);
  return { HangupCauseCode: call.cause ?? '4000', HangupSource: 'Callee', Duration: String(seconds) };
}

const sameDigits = (number: string, wanted: string | null): boolean =>
  wanted === null || number.replaceAll(/\D/g, '') === wanted.replaceAll(/\D/g, '');
