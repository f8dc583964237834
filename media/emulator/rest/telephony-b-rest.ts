import * as z from 'zod';
import { pause, systemClock } from '../../kit/clock.ts';
import { readAnswerJson } from '../answer-document.ts';
import type { Callback } from './callbacks.ts';
import type { ProviderCall } from './provider-call.ts';
import type { Carrying, Exchange, RestDialect, RestReply } from './rest-dialect.ts';

/** Parses `account_sid:api_key[@subdomain]`, or the earlier form `api_key@account_sid`. */
export function accountOfTelephonyB(authId: string): { readonly key: string; readonly account: string } {
  const [, account, key] = /^([^:]+):([^@]+)/.exec(authId) ?? [];
  if (account !== undefined && key !== undefined) return { key, account };
  const at = authId.lastIndexOf('@');
  return at < 0 ? { key: authId, account: authId } : { key: authId.slice(0, at), account: authId.slice(at + 1) };
}

/**
 * Creates telephony_b: forms in, JSON out. It cannot hang up or transfer calls, and reports only ringing, answered and
 * terminal events.
 */
export function createTelephonyBRest(sid: string): RestDialect {
  const root = `/v1/Accounts/${sid}/`;
  return {
    handle({ method, url, fields }, exchange) {
      if (url.pathname === `/v2_beta/Accounts/${sid}/IncomingPhoneNumbers` && method === 'GET')
        return numbersOf(url, exchange);
      if (!url.pathname.startsWith(root)) return undefined;
      const path = url.pathname.slice(root.length);
      if (path === 'Calls/connect.json' && method === 'POST') return dial(fields, exchange);
      if (method !== 'GET') return undefined;
      if (path === 'Calls.json') return list(url, exchange);
      const id = /^Calls\/([\w-]+)\.json$/.exec(path)?.[1];
      const call = id === undefined ? undefined : exchange.find(id);
      if (call === undefined) return exception(404, 'Not Found');
      const details = url.searchParams.get('details') === 'true' ? detailsOf(call) : {};
      return { status: 200, body: { Call: { ...describe(call), ...details } } };
    },
    refusals: {
      refused: exception(400, 'From is not a valid phone number'),
      throttled: exception(429, 'Rate limit exceeded'),
      down: exception(401, 'Unauthorized'),
      broken: exception(503, 'Try again'),
    },
    ringing: (call) => callbackOn(call, 'ringing'),
    answered: (call) => callbackOn(call, 'answered'),
    over: (call) => callbackOn(call, 'terminal'),
    // The callback at the end of the call contains the recording's address.
    recorded: () => undefined,
    async carryOut(call, carrying) {
      if (call.fields.To !== undefined) return connectTwo(call, call.fields.To, carrying);
      if (call.fields.StreamUrl === undefined) return carryOutFlow(call, carrying);
      const answer = readAnswerJson(JSON.stringify({ url: call.fields.StreamUrl }));
      if (!call.hungUp.signal.aborted) await carrying.talk(answer, call);
    },
  };
}

/**
 * Connects two people: the first has picked up; the second is dialled, and both stay on the line until one hangs up.
 */
async function connectTwo(call: ProviderCall, to: string, { exchange }: Carrying): Promise<void> {
  const second = exchange.dial({ from: call.from, to });
  call.second = second;
  const { signal } = second.hungUp;
  const leave = (): void => second.hungUp.abort();
  call.hungUp.signal.addEventListener('abort', leave, { once: true });
  await pause(systemClock, second.fate.ringMs, signal);
  const { person, talkMs } = second.fate;
  if (person === 'answers' && !signal.aborted) {
    second.state = 'in-progress';
    second.answeredAt = new Date();
    if (call.fields.Record === 'true') exchange.record(call, { askedBy: 'rest' });
    await pause(systemClock, talkMs, signal);
    second.state = 'completed';
  } else second.state = person === 'busy' || person === 'failed' ? person : signal.aborted ? 'cancel' : 'no-answer';
  second.endedAt = new Date();
}

/** Executes a number's flow: an applet with a stream, then one that dials the returned number. */
async function carryOutFlow(call: ProviderCall, { talk, send, exchange }: Carrying): Promise<void> {
  const form = { CallSid: call.id, CallFrom: call.from, CallTo: call.to, Direction: 'incoming' };
  const { StreamAppletUrl: streamAt = '', ConnectAppletUrl: connectAt } = call.fields;
  const response = await send({ url: streamAt, form });
  if (response.status === 200) await talk(readAnswerJson(response.body), call);
  if (connectAt === undefined || call.hungUp.signal.aborted) return;
  const answer = await send({ url: connectAt, form });
  if (answer.status === 200) await connect(call, connectDocument.parse(JSON.parse(answer.body)), exchange);
}

const connectDocument = z.object({
  destination: z.object({ numbers: z.array(z.string()).min(1) }),
  record: z.boolean().default(false),
  max_conversation_duration: z.number().max(4500).default(900),
  start_call_playback: z.object({ playback_to: z.enum(['callee', 'both']), value: z.string() }).optional(),
});

async function connect(
  call: ProviderCall,
  document: z.output<typeof connectDocument>,
  exchange: Exchange,
): Promise<void> {
  const other = exchange.dial({ from: call.to, to: document.destination.numbers[0] as string });
  const { signal } = other.hungUp;
  const leave = (): void => other.hungUp.abort();
  call.hungUp.signal.addEventListener('abort', leave, { once: true });
  await pause(systemClock, other.fate.ringMs, signal);
  if (other.fate.person !== 'answers' || signal.aborted) {
    other.state = 'no-answer';
    return;
  }
  other.state = 'in-progress';
  if (document.start_call_playback !== undefined) other.spoken.push(document.start_call_playback.value);
  if (document.record) exchange.record(call, { askedBy: 'document' });
  await pause(systemClock, other.fate.talkMs, signal);
  other.state = 'completed';
}

function dial(fields: Readonly<Record<string, string>>, exchange: Exchange): RestReply {
  const { From: to, CallerId: from, To: second, StreamUrl, StreamType } = fields;
  if (!to || !from) return exception(400, 'From and CallerId are required');
  const isStream =
    /^wss?:\/\//.test(StreamUrl ?? '') && (StreamUrl ?? '').length <= 600 && StreamType === 'bidirectional';
  if (second === undefined && !isStream)
    return exception(400, 'StreamUrl must be a ws:// or wss:// address of 600 characters at most');
  if ((fields.CustomField ?? '').length > 128) return exception(400, 'CustomField is too long');
  return { status: 200, body: { Call: describe(exchange.place({ from, to, fields })) } };
}

function numbersOf(url: URL, { numbers }: Exchange): RestReply {
  const [page, size] = [url.searchParams.get('Page'), url.searchParams.get('PageSize')].map(Number) as [number, number];
  // In national form, as the provider writes numbers of its own country.
  const listed = numbers.slice(page * size, (page + 1) * size).map((number) => ({
    sid: number.slice(1),
    phone_number: number.replace(/^\+91/, '0'),
  }));
  return { status: 200, body: { page, page_size: size, incoming_phone_numbers: listed } };
}

/** Lists calls, newest first. */
function list(url: URL, { calls }: Exchange): RestReply {
  const to = url.searchParams.get('From');
  const matching = calls
    .filter((call) => to === null || call.to === to)
    .slice(-Number(url.searchParams.get('PageSize') ?? 50));
  return { status: 200, body: { Metadata: { Total: matching.length }, Calls: matching.reverse().map(describe) } };
}

/** In a call that the provider places, `From` is the called party. */
const partiesOf = ({ direction, from, to }: ProviderCall) =>
  direction === 'inbound'
    ? { Direction: 'inbound', From: from, To: to, PhoneNumberSid: to }
    : { Direction: 'outbound-api', From: to, PhoneNumberSid: from };

const describe = (call: ProviderCall) => ({
  Sid: call.id,
  Status: wholeWordOf(call),
  ...partiesOf(call),
  DateCreated: stamp(call.placedAt),
  EndTime: call.endedAt === undefined ? null : stamp(call.endedAt),
  CustomField: call.fields.CustomField ?? null,
  RecordingUrl: recordingUrlOf(call) ?? null,
});

/** Available only once the call has ended. */
const recordingUrlOf = ({ recordings, endedAt }: ProviderCall): string | undefined =>
  endedAt === undefined ? undefined : recordings.find(({ startedAt }) => startedAt !== undefined)?.url;

const talkedSecondsOf = ({ second }: ProviderCall): number =>
  second?.answeredAt === undefined
    ? 0
    : Math.ceil(((second.endedAt?.getTime() ?? 0) - second.answeredAt.getTime()) / 1000);

/** Both legs of a call between two people, once it has ended. */
function legsOf(call: ProviderCall) {
  const { fields, second } = call;
  if (fields.To === undefined) return undefined;
  const talked = talkedSecondsOf(call);
  return {
    ConversationDuration: talked,
    Legs: [
      { OnCallDuration: second === undefined ? 0 : talked, Status: wordOf(call), AnsweredBy: 'NA' },
      { OnCallDuration: talked, Status: second === undefined ? null : legWordOf(second), AnsweredBy: 'NA' },
    ],
  };
}

function detailsOf(call: ProviderCall) {
  const legs = call.endedAt === undefined ? undefined : legsOf(call);
  return legs === undefined
    ? {}
    : {
        Details: {
          ConversationDuration: legs.ConversationDuration,
          Leg1Status: legs.Legs[0]?.Status,
          Leg2Status: legs.Legs[1]?.Status,
          Legs: legs.Legs.map(({ OnCallDuration }, index) => ({ Leg: { Id: index + 1, OnCallDuration } })),
        },
      };
}

const legWordOf = ({ state }: ProviderCall): string => (state === 'cancel' ? 'canceled' : state);

/** If the second person never picked up, their status is the status of the call. */
const wholeWordOf = (call: ProviderCall): string =>
  call.endedAt === undefined || call.second === undefined || call.second.state === 'completed'
    ? wordOf(call)
    : wordOf(call.second);

/** The provider has no states for ringing and for a cancelled call. */
const wordOf = ({ state }: ProviderCall): string =>
  state === 'ringing' ? 'in-progress' : state === 'cancel' ? 'failed' : state;

function callbackOn(call: ProviderCall, event: 'ringing' | 'answered' | 'terminal'): Callback | undefined {
  const { StatusCallback: url, CustomField } = call.fields;
  if (!url) return undefined;
  const recordingUrl = recordingUrlOf(call);
  const form = {
    CallSid: call.id,
    EventType: event,
    Status: wholeWordOf(call),
    Direction: 'outbound-api',
    From: call.to,
    To: call.fields.To ?? call.from,
    DateUpdated: stamp(new Date()),
    ...(CustomField === undefined ? {} : { CustomField }),
    ...(event === 'terminal' && recordingUrl !== undefined ? { RecordingUrl: 'https://recordings.invalid/1.mp3' } : {}),
  };
  if (call.fields.StatusCallbackContentType !== 'application/json') return { url, form };
  return { url, form, json: { ...form, ...(event === 'terminal' ? legsOf(call) : {}) } };
}

const stamp = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

function exception(status: number, message: string): RestReply {
  return { status, body: { RestException: { Status: status, Message: message } } };
}
