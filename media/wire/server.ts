import { type Clock, systemClock } from '../kit/clock.ts';
import { isFault } from '../line/fault.ts';
import type { StreamRequest } from '../line/stream-request.ts';
import type { Dialect } from '../line/wire.ts';
import { openAudioSocketTransport } from './audio-socket.ts';
import { dialects, isSocketDialect, lineProfiles, type SocketDialect, type StreamDialect } from './dialects/index.ts';
import { passedOn } from './handshake.ts';
import { openTransport } from './open-transport.ts';
import { type Onward, openOnward } from './passing-on.ts';
import {
  type Admission,
  defaultLimits,
  type Knock,
  type MediaSocket,
  type SocketHandlers,
  type TransportCounters,
  type TransportLimits,
  type WireDriver,
  type WireLog,
} from './transport.ts';
import {
  createWireStream,
  defaultStreamLimits,
  type StreamCounters,
  type StreamLimits,
  type WireStream,
} from './wire-stream.ts';

export type { WireStream } from './wire-stream.ts';

export type WireLimits = TransportLimits & StreamLimits;

const defaultWireLimits: WireLimits = { ...defaultLimits, ...defaultStreamLimits };

export interface WireServerOptions<T> {
  /** `auto` by default: uWebSockets.js if it loads, otherwise `ws`. */
  readonly driver?: 'auto' | 'uws' | 'ws';
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /**
   * Whether other threads listen on the same port, each with a share of the connections. Requires a `port` other than
   * 0. The driver `ws` does not support it on Node below 23.1.
   */
  readonly sharePort?: boolean;
  /** Port for AudioSocket connections; 0 selects any free port. None by default. */
  readonly audioSocketPort?: number | undefined;
  readonly limits?: Partial<WireLimits>;
  readonly clock?: Clock;
  readonly log: WireLog;
  /** Aborting it closes the server. */
  readonly signal?: AbortSignal;
  /**
   * Spends the token. Returns undefined if the token is unknown, used, expired or issued for another dialect, or if the
   * signature of the request is wrong. Throws `engine_overloaded` if there is no free slot.
   */
  claim(token: string, dialect: WireDialect, request: StreamRequest): Promise<T | undefined>;
  /**
   * Returns the address of the stream at another server, if this one has no room for it and another has; the token stays
   * unused here.
   */
  passOn?(token: string, dialect: SocketDialect): Promise<string | undefined>;
  /** Called when a stream is open; its first event will be `start`. */
  onStream(stream: WireStream, claimed: T): void;
}

/** Dialects of WebSockets, and the one of AudioSocket. */
export type WireDialect = Exclude<StreamDialect, 'sip'>;

export type WireCounters = Readonly<TransportCounters> & StreamCounters;

/** Serves media streams at `/media/<dialect>/<token>`. */
export interface WireServer {
  readonly port: number;
  readonly driver: WireDriver;
  readonly audioSocketPort: number | undefined;
  readonly streams: number;
  /** Counters since the server was opened. */
  readonly counters: WireCounters;
  /** Sends every stream its `stop` and closes it with 1001. Idempotent. */
  close(): Promise<void>;
  /** Resolves when no stream is passed on to another server. */
  relaysOver(): Promise<void>;
}

type Claimed<T> =
  | { readonly dialect: WireDialect; readonly value: T }
  /** The stream goes on at another server. */
  | { readonly dialect: SocketDialect; readonly onward: Onward };

/** Listens for streams. Throws `port_in_use`, `port_not_shared` and `transport_unavailable`. */
export async function openWireServer<T>(options: WireServerOptions<T>): Promise<WireServer> {
  const { log, clock = systemClock } = options;
  const limits = { ...defaultWireLimits, ...options.limits };
  const live = new Set<WireStream>();
  const relayed = new Set<Promise<void>>();
  const past = { framesIn: 0, framesOut: 0, droppedOut: 0, droppedIn: 0 };

  const onClosed = (stream: WireStream): void => {
    live.delete(stream);
    addTo(past, stream.counters);
  };

  function relay(socket: MediaSocket, onward: Onward, dialect: SocketDialect): SocketHandlers {
    const handlers = onward.relay(socket, dialects[dialect].probe);
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    relayed.add(over);
    return {
      ...handlers,
      closed(...how) {
        relayed.delete(over);
        end();
        handlers.closed(...how);
      },
    };
  }

  function open(socket: MediaSocket, claimed: Claimed<T>): SocketHandlers {
    if ('onward' in claimed) return relay(socket, claimed.onward, claimed.dialect);
    const { dialect, value } = claimed;
    const stream = createWireStream({ socket, dialect: wireDialects[dialect], limits, clock, log, onClosed });
    live.add(stream);
    try {
      options.onStream(stream, value);
    } catch (error) {
      log('failed to start a stream', { dialect, error: String(error) });
      socket.close(1011, 'the call could not be started');
    }
    return stream;
  }

  const transport = await openTransport<Claimed<T>>({
    driver: options.driver ?? 'auto',
    host: options.host,
    port: options.port,
    ...(options.sharePort === undefined ? {} : { sharePort: options.sharePort }),
    limits,
    clock,
    log,
    admit: (knock) => admit(knock, options, limits),
    open,
    forgo: (claimed) => ('onward' in claimed ? claimed.onward.abandon() : undefined),
  });
  const audioSocket = await openAudioSocket().catch(async (error: unknown) => {
    await transport.close();
    throw error;
  });

  async function openAudioSocket() {
    const { audioSocketPort: port, host } = options;
    if (port === undefined) return undefined;
    const admitted = (knock: Knock) => admitOwner(knock, 'audiosocket', options);
    return openAudioSocketTransport<Claimed<T>>({ host, port, limits, clock, log, admit: admitted, open });
  }

  const close = async (): Promise<void> => void (await Promise.all([transport.close(), audioSocket?.close()]));
  const closeOnAbort = (): void => void close();
  if (options.signal?.aborted === true) await close();
  else options.signal?.addEventListener('abort', closeOnAbort, { once: true });

  return {
    port: transport.port,
    driver: transport.driver,
    audioSocketPort: audioSocket?.port,
    get streams() {
      return live.size;
    },
    get counters() {
      const frames = { ...past };
      for (const stream of live) addTo(frames, stream.counters);
      return {
        ...sumOf([transport.counters, ...(audioSocket === undefined ? [] : [audioSocket.counters])]),
        ...frames,
      };
    },
    async relaysOver() {
      // A stream may be passed on while others end.
      while (relayed.size > 0) await Promise.all(relayed);
    },
    close() {
      options.signal?.removeEventListener('abort', closeOnAbort);
      return close();
    },
  };
}

async function admit<T>(
  knock: Knock,
  options: WireServerOptions<T>,
  limits: TransportLimits,
): Promise<Admission<Claimed<T>>> {
  const { token, dialect, isPassedOn, request } = knock;
  const { passOn, log } = options;
  if (!isSocketDialect(dialect)) return { ok: false, status: 404, detail: 'Unknown dialect.' };
  return unlessFailed(dialect, log, async () => {
    const url = isPassedOn ? undefined : await passOn?.(token, dialect);
    const onward = url === undefined ? undefined : await openOnward(url + passedOn, { ...limits, request, log });
    return onward === undefined ? admitOwner(knock, dialect, options) : { ok: true, value: { dialect, onward } };
  });
}

/** Admits the owner of a token. */
const admitOwner = <T>(
  { token, request }: Knock,
  dialect: WireDialect,
  { claim, log }: WireServerOptions<T>,
): Promise<Admission<Claimed<T>>> =>
  unlessFailed(dialect, log, async () => {
    const value = await claim(token, dialect, request);
    if (value !== undefined) return { ok: true, value: { dialect, value } };
    return {
      ok: false,
      status: 403,
      detail: 'The stream token is unknown, used or expired, or the signature is wrong.',
    };
  });

async function unlessFailed<T>(
  dialect: WireDialect,
  log: WireLog,
  admission: () => Promise<Admission<T>>,
): Promise<Admission<T>> {
  try {
    return await admission();
  } catch (error) {
    if (isFault(error, 'engine_overloaded')) return { ok: false, status: 503, detail: 'All lines are busy.' };
    log('failed to look up a stream token', { dialect, error: String(error) });
    return { ok: false, status: 503, detail: 'The stream could not be looked up.' };
  }
}

const wireDialects: Readonly<Record<WireDialect, Dialect>> = { ...dialects, audiosocket: lineProfiles.audiosocket };

function sumOf(counters: readonly Readonly<TransportCounters>[]): TransportCounters {
  const [first, ...others] = counters as [TransportCounters, ...TransportCounters[]];
  const sum = { ...first };
  for (const other of others)
    for (const name of Object.keys(sum) as (keyof TransportCounters)[]) sum[name] += other[name];
  return sum;
}

function addTo(sum: { -readonly [K in keyof StreamCounters]: number }, counters: StreamCounters): void {
  sum.framesIn += counters.framesIn;
  sum.framesOut += counters.framesOut;
  sum.droppedOut += counters.droppedOut;
  sum.droppedIn += counters.droppedIn;
}
