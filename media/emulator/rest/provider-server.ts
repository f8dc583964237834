import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { live } from './call-life.ts';
import { createCallbackSender, type SentCallback } from './callbacks.ts';
import { type Fate, plainFate } from './fate.ts';
import { isLive, newCall, type ProviderCall, type RecordingAtProvider } from './provider-call.ts';
import { type RestProviderName, restProviders } from './providers.ts';
import type { Exchange, RestDialect, RestProvider, RestReply } from './rest-dialect.ts';
import { createRooms } from './rooms.ts';
import { signalOnly, type Talk } from './talk.ts';

export interface ProviderServerOptions {
  /** One of the built-in providers by name, or any other provider. */
  readonly dialect: RestProviderName | RestProvider;
  /** The `auth_id` as the customer enters it. */
  readonly authId: string;
  readonly authToken: string;
  /** Course of the `nth` call to this number, counted from 1; `plainFate` by default. */
  readonly fate?: (to: string, nth: number) => Partial<Fate>;
  /** Behaviour of the person who picks up; by default they only hang up after `talkMs`, without a stream. */
  readonly talk?: Talk;
  /** Numbers of the account, in E.164; none by default. */
  readonly numbers?: readonly string[];
  /** Any free port by default. */
  readonly port?: number;
  /** Whether callbacks are signed, for a provider that signs. */
  readonly signed?: boolean;
  /** Returns the recording of a call to serve, as WAV or MP3. Nothing is recorded by default. */
  readonly recordingOf?: (call: ProviderCall) => Uint8Array | undefined;
}

/** A call by someone to one of the account's numbers. */
export interface IncomingCall {
  readonly from: string;
  readonly to: string;
  readonly fate?: Partial<Fate>;
  /** Configuration of the number: telephony_a's application, or the addresses of telephony_b's applets. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A provider as its customers' programs see it: its REST interface and its callbacks. Limited to this machine. */
export interface ProviderServer {
  readonly baseUrl: string;
  /** Number of times each number's phone rang or was about to. */
  readonly dials: ReadonlyMap<string, number>;
  readonly calls: readonly ProviderCall[];
  readonly callbacks: readonly SentCallback[];
  /** Received requests, as `METHOD path`. */
  readonly requests: readonly string[];
  /** Addresses that answer the numbers, where a customer has set one. */
  readonly answerUrls: ReadonlyMap<string, string>;
  callIn(incoming: IncomingCall): ProviderCall;
  /** Resolves when no call is in progress. */
  idle(): Promise<void>;
  /** Hangs up all calls and waits for their end. */
  close(): Promise<void>;
}

const maxBodyBytes = 64 * 1024;

export async function openProviderServer(options: ProviderServerOptions): Promise<ProviderServer> {
  const { dialect, authId, authToken, fate = () => ({}), talk = signalOnly } = options;
  const provider: RestProvider = typeof dialect === 'string' ? restProviders[dialect] : dialect;
  const { key, account } = provider.accountOf(authId);
  const rest = provider.open(account);
  const sender = createCallbackSender(
    options.signed === true ? (url, form, body) => provider.sign?.(url, form, authToken, body) ?? {} : () => ({}),
  );
  const calls: ProviderCall[] = [];
  const dials = new Map<string, number>();
  const requests: string[] = [];
  const answerUrls = new Map<string, string>();
  const lives = new Set<Promise<void>>();
  const credentials = `Basic ${Buffer.from(`${key}:${authToken}`).toString('base64')}`;
  const accepts = (headers: IncomingMessage['headers']): boolean => {
    const { authorization = '' } = headers;
    return provider.accepts?.(authorization, { authId, authToken }, headers) ?? authorization === credentials;
  };

  const { meet } = createRooms();
  let baseUrl = '';
  const begin = (call: ProviderCall): ProviderCall => {
    calls.push(call);
    const life = live(call, { dialect: rest, sender, talk, exchange }).finally(() => lives.delete(life));
    lives.add(life);
    return call;
  };
  const rung = (to: string): Partial<Fate> => {
    const nth = (dials.get(to) ?? 0) + 1;
    const ownFate = fate(to, nth);
    const whole: Fate = { ...plainFate, ...ownFate };
    if (!isRefused(whole) && whole.request !== 'lost') dials.set(to, nth);
    return ownFate;
  };

  const exchange: Exchange = {
    calls,
    meet,
    numbers: options.numbers ?? [],
    answerUrls,
    find: (id) => calls.find((call) => call.id === id || call.requestId === id),
    hangUp: (call) => call.hungUp.abort(),
    place(ask) {
      const call = newCall(ask, rung(ask.to));
      if (isRefused(call.fate)) throw new Refused(call.fate.request);
      if (call.fate.request === 'lost') throw new Error('the request is lost');
      return begin(call);
    },
    dial(ask) {
      const call = newCall({ ...ask, fields: {} }, rung(ask.to));
      call.state = 'ringing';
      calls.push(call);
      return call;
    },
    transfer(call, url) {
      call.movedTo = url;
      call.moved.abort();
    },
    record(call, how) {
      const id = randomUUID();
      const recording: RecordingAtProvider = {
        id,
        url: `${baseUrl}/recordings/${id}.${provider.recordingExtension}`,
        ...how,
        startedAt: new Date(),
      };
      call.recordings.push(recording);
      return recording;
    },
  };

  function fileAt(pathname: string): Uint8Array | undefined {
    const id = /\/recordings\/([\w-]+)\.\w+$/i.exec(pathname)?.[1];
    const call = calls.find(({ recordings }) => recordings.some((recording) => recording.id === id));
    return call === undefined ? undefined : options.recordingOf?.(call);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://provider');
    requests.push(`${request.method} ${url.pathname}`);
    if (!accepts(request.headers)) return send(response, { status: 401, body: { error: 'no' } });
    const file = fileAt(url.pathname);
    if (file !== undefined) return void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(file);
    const fields = fieldsOf(request.headers['content-type'] ?? '', await bodyOf(request));
    const before = calls.length;
    const reply = handled(() => rest.handle({ method: request.method ?? '', url, fields }, exchange), rest);
    const placed = calls.length > before ? calls.at(-1)?.fate.request : undefined;
    // The phone rings, but the client receives no response.
    if (placed === 'silent') return;
    send(response, placed === 'broken' ? rest.refusals.broken : reply);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const idle = async (): Promise<void> => {
    while (lives.size > 0) await Promise.all(lives);
  };
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    dials,
    calls,
    callbacks: sender.sent,
    requests,
    answerUrls,
    idle,
    callIn: ({ fate: overrides = {}, ...ask }) => begin(newCall(ask, overrides, 'inbound')),
    async close() {
      for (const call of calls) if (isLive(call)) call.hungUp.abort();
      await idle();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class Refused extends Error {
  readonly request: 'refused' | 'throttled' | 'down';
  constructor(request: 'refused' | 'throttled' | 'down') {
    super(request);
    this.request = request;
  }
}

const isRefused = (fate: Fate): fate is Fate & { request: Refused['request'] } =>
  fate.request === 'refused' || fate.request === 'throttled' || fate.request === 'down';

function handled(handle: () => RestReply | undefined, { refusals }: RestDialect): RestReply {
  try {
    return handle() ?? { status: 404, body: { error: 'no such address' } };
  } catch (error) {
    if (error instanceof Refused) return refusals[error.request];
    throw error;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBodyBytes) throw new Error('the body is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function fieldsOf(type: string, body: string): Record<string, string> {
  if (body === '') return {};
  if (!type.startsWith('application/json')) {
    const form = new URLSearchParams(body);
    return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name).join(' ')]));
  }
  const parsed = JSON.parse(body) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, textOf(value)]));
}

/** Lists of texts are joined; other structures are JSON. */
function textOf(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join(',')
    : JSON.stringify(value);
}

function send(response: ServerResponse, { status, body }: RestReply): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
