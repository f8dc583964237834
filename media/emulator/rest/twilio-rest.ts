import { createHmac } from 'node:crypto';
import type { Callback } from './callbacks.ts';
import { isLive, type ProviderCall, type ProviderState, type RecordingAtProvider } from './provider-call.ts';
import type { Carrying, Exchange, RestDialect, RestReply } from './rest-dialect.ts';
import { carryOutTwiml } from './twilio-document.ts';

/** Creates twilio: forms in, JSON out, one callback address for all reports of a call. */
export function createTwilioRest(accountSid: string): RestDialect {
  const root = `/2010-04-01/Accounts/${accountSid}/`;
  return {
    handle({ method, url, fields }, exchange) {
      if (!url.pathname.startsWith(root)) return undefined;
      const path = url.pathname.slice(root.length);
      if (path === 'IncomingPhoneNumbers.json' && method === 'GET') return numbersOf(url, exchange);
      const numberId = /^IncomingPhoneNumbers\/PN(\d+)\.json$/.exec(path)?.[1];
      if (numberId !== undefined && method === 'POST') return setVoiceUrl(Number(numberId), fields, exchange);
      if (path === 'Calls.json') return method === 'POST' ? dial(fields, exchange) : list(url, exchange);
      const [, id, ofCall] = /^Calls\/([\w-]+)(\/Recordings)?\.json$/.exec(path) ?? [];
      const call = exchange.calls.find((each) => each.id === id);
      if (call === undefined) return failure(404, 20404, 'The requested resource was not found');
      if (ofCall !== undefined) return recordingsOf(call);
      return method === 'POST' ? change(call, fields, exchange) : { status: 200, body: describe(call) };
    },
    refusals: {
      refused: failure(400, 21211, "Invalid 'To' Phone Number"),
      throttled: failure(429, 20429, 'Too Many Requests'),
      down: failure(401, 20003, 'Authenticate'),
      broken: failure(500, 20500, 'An internal server error has occurred'),
    },
    ringing: (call) => statusOf(call, 'ringing'),
    answered: (call) => statusOf(call, 'answered'),
    over: (call) => statusOf(call, 'completed'),
    recorded: (call, { id, callbackUrl }) =>
      callbackUrl === undefined
        ? undefined
        : {
            url: callbackUrl,
            // Nothing is served there, so that a client which trusts callbacks fails.
            form: {
              AccountSid: accountSid,
              CallSid: call.id,
              RecordingSid: id,
              RecordingUrl: `https://recordings.invalid/${id}`,
              RecordingStatus: 'completed',
              RecordingChannels: '2',
            },
          },
    carryOut,
  };
}

async function carryOut(call: ProviderCall, carrying: Carrying): Promise<void> {
  const ask = async (url: string): Promise<string> => {
    const { status, body } = await carrying.send(about(call, url));
    return status === 200 ? body : '<Response/>';
  };
  let document = await ask(call.fields.Url ?? '');
  for (;;) {
    await carryOutTwiml(document, call, { ...carrying, about: (url, fields) => about(call, url, fields) });
    const { movedTo } = call;
    if (movedTo === undefined || call.hungUp.signal.aborted) return;
    delete call.movedTo;
    call.moved = new AbortController();
    document = await ask(movedTo);
    call.transfers.push({ url: movedTo, document });
  }
}

function dial(fields: Readonly<Record<string, string>>, exchange: Exchange): RestReply {
  const { From: from, To: to, Url } = fields;
  if (!from || !to) return failure(400, 21201, "No 'To' number is specified");
  if (!Url) return failure(400, 21205, 'Url parameter is required.');
  return { status: 201, body: describe(exchange.place({ from, to, fields })) };
}

function change(call: ProviderCall, { Status, Url }: Readonly<Record<string, string>>, exchange: Exchange): RestReply {
  const isAllowed = Url === undefined ? isLive(call) : call.state === 'in-progress';
  if (!isAllowed) return failure(400, 21220, 'Call is not in-progress. Cannot redirect.');
  if (Url !== undefined) exchange.transfer(call, Url);
  if (Status === 'completed') exchange.hangUp(call);
  return { status: 200, body: describe(call) };
}

/** The filter matches parts of numbers. */
function numbersOf({ pathname, searchParams }: URL, exchange: Exchange): RestReply {
  const wanted = searchParams.get('PhoneNumber') ?? '';
  const [page, size] = [Number(searchParams.get('Page') ?? 0), Number(searchParams.get('PageSize') ?? 50)];
  const matching = exchange.numbers.filter((number) => number.includes(wanted));
  const listed = matching.slice(page * size, (page + 1) * size);
  const hasMore = matching.length > (page + 1) * size;
  return {
    status: 200,
    body: {
      incoming_phone_numbers: listed.map((number) => numberRow(number, exchange)),
      next_page_uri: hasMore ? `${pathname}?PageSize=${size}&Page=${page + 1}` : null,
    },
  };
}

const numberRow = (number: string, { numbers, answerUrls }: Exchange) => ({
  sid: `PN${numbers.indexOf(number)}`,
  phone_number: number,
  voice_url: answerUrls.get(number) ?? '',
});

function setVoiceUrl(index: number, { VoiceUrl }: Readonly<Record<string, string>>, exchange: Exchange): RestReply {
  const number = exchange.numbers[index];
  if (number === undefined) return failure(404, 20404, 'The requested resource was not found');
  if (VoiceUrl === undefined || !URL.canParse(VoiceUrl)) return failure(400, 21502, 'VoiceUrl is not valid');
  exchange.answerUrls.set(number, VoiceUrl);
  return { status: 200, body: numberRow(number, exchange) };
}

/** Lists calls, newest first. */
function list(url: URL, { calls }: Exchange): RestReply {
  const [from, to] = [url.searchParams.get('From'), url.searchParams.get('To')];
  const matching = calls
    .filter((call) => (from === null || call.from === from) && (to === null || call.to === to))
    .slice(-Number(url.searchParams.get('PageSize') ?? 50));
  return { status: 200, body: { page: 0, calls: matching.reverse().map(describe) } };
}

function recordingsOf(call: ProviderCall): RestReply {
  const begun = call.recordings.filter(
    (recording): recording is RecordingAtProvider & { startedAt: Date } => 'startedAt' in recording,
  );
  const recordings = begun.map(({ id, startedAt }) => ({
    sid: id,
    call_sid: call.id,
    status: isLive(call) ? 'in-progress' : 'completed',
    start_time: startedAt.toUTCString(),
    channels: 2,
  }));
  return { status: 200, body: { recordings } };
}

const words: Readonly<Partial<Record<ProviderState, string>>> = { cancel: 'canceled' };
const wordOf = ({ state }: ProviderCall): string => words[state] ?? state;

const describe = (call: ProviderCall) => ({
  sid: call.id,
  status: wordOf(call),
  direction: call.direction === 'inbound' ? 'inbound' : 'outbound-api',
  from: call.from,
  to: call.to,
  date_created: call.placedAt.toUTCString(),
  start_time: call.answeredAt?.toUTCString() ?? null,
  end_time: call.endedAt?.toUTCString() ?? null,
  answered_by: answeredByOf(call) ?? null,
});

/** With detection enabled, the provider says what answered and leaves it to its customer to hang up. */
const answeredByOf = ({ cause }: ProviderCall): string | undefined =>
  cause === undefined ? undefined : 'machine_start';

/** Only events that were requested are reported. */
function statusOf(call: ProviderCall, event: 'ringing' | 'answered' | 'completed'): Callback | undefined {
  const { StatusCallback: url, StatusCallbackEvent: events = 'completed' } = call.fields;
  if (!url || !events.split(' ').includes(event)) return undefined;
  const answeredBy = answeredByOf(call);
  return about(call, url, { CallbackSource: 'call-progress-events', ...(answeredBy && { AnsweredBy: answeredBy }) });
}

const about = (call: ProviderCall, url: string, fields: Readonly<Record<string, string>> = {}): Callback => ({
  url,
  form: {
    CallSid: call.id,
    From: call.from,
    To: call.to,
    Direction: call.direction === 'inbound' ? 'inbound' : 'outbound-api',
    CallStatus: wordOf(call),
    ApiVersion: '2010-04-01',
    ...fields,
  },
});

const failure = (status: number, code: number, message: string): RestReply => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

/** Returns the header of a signed callback. */
export function twilioSignature(
  url: string,
  form: Readonly<Record<string, string>>,
  authToken: string,
): Record<string, string> {
  const fields = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`);
  const signed = createHmac('sha1', authToken).update(`${url}${fields.join('')}`);
  return { 'x-twilio-signature': signed.digest('base64') };
}
