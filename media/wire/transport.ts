import type { Clock } from '../kit/clock.ts';

export type WireDriver = 'uws' | 'ws';

/** What one far end may ask of us before its socket is closed. */
export interface TransportLimits {
  /** Longest message; more closes the socket with 1009. */
  readonly maxFrameBytes: number;
  /** Averages over `burstSeconds`; more closes the socket with 1008. */
  readonly framesPerSecond: number;
  readonly bytesPerSecond: number;
  /** Data that piled up on a stalled network arrives at once and is allowed. */
  readonly burstSeconds: number;
  /** Unsent bytes at which a far end is too slow to serve. */
  readonly maxBufferedBytes: number;
  /** Nothing received for this long, pongs included. */
  readonly idleTimeoutMs: number;
  /** From connecting to being accepted. */
  readonly upgradeDeadlineMs: number;
  /** Sockets that are connected and not yet accepted. Behind a proxy all have its address. */
  readonly waitingPerAddress: number;
  readonly waitingInAll: number;
  readonly maxConnections: number;
}

export const defaultLimits: TransportLimits = {
  maxFrameBytes: 65_536,
  framesPerSecond: 200,
  bytesPerSecond: 262_144,
  burstSeconds: 5,
  maxBufferedBytes: 1_048_576,
  idleTimeoutMs: 30_000,
  upgradeDeadlineMs: 5_000,
  waitingPerAddress: 512,
  waitingInAll: 2_048,
  maxConnections: 2_000,
};

/** `dropped`: nothing was taken, or the socket is closed. `queued`: taken, and the far end has fallen behind. */
export type SendResult = 'sent' | 'queued' | 'dropped';

/** An accepted socket. */
export interface MediaSocket {
  /** Without a port; IPv4 in dots even when it came over IPv6. */
  readonly remoteAddress: string;
  readonly bufferedBytes: number;
  send(message: string | Uint8Array): SendResult;
  /** Sends UTF-8 as a text message. Its memory is the caller's again when this returns. */
  sendText(utf8: Uint8Array): SendResult;
  /** Idempotent. `closed` is reported before this returns. */
  close(code: number, reason: string): void;
}

/** Events for the owner of a socket. Handlers must not throw. */
export interface SocketHandlers {
  /** A text message as its bytes, which are gone when this returns. False: `message` shall have it. */
  text?(utf8: Uint8Array): boolean;
  /** Binary messages are copies. */
  message(message: string | Uint8Array): void;
  /** Everything queued has left. */
  drained(): void;
  /** Once. `ourselves`: it was closed here, for the reason given. */
  closed(code: number, reason: string, ourselves: boolean): void;
}

/** The connecting peer. */
export interface Knock {
  readonly dialect: string;
  readonly token: string;
  readonly remoteAddress: string;
}

export type Admission<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: RefusalStatus; readonly detail: string };

export type RefusalStatus = 400 | 403 | 404 | 426 | 503;

export type WireLog = (message: string, detail: Readonly<Record<string, unknown>>) => void;

export interface TransportOptions<T> {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Whether other threads listen on the same port, each for its share. Needs a `port` other than 0. The driver `ws` cannot on every Node: `port_not_shared`. */
  readonly sharePort?: boolean;
  readonly limits: TransportLimits;
  readonly clock: Clock;
  readonly log: WireLog;
  /** Decides before the socket is accepted. Must not throw. */
  admit(knock: Knock): Promise<Admission<T>>;
  /** The socket is open; the returned handler receives all its events. */
  open(socket: MediaSocket, value: T): SocketHandlers;
}

export interface TransportCounters {
  accepted: number;
  refused: number;
  /** Closed because too many wait: the oldest without a complete request, else the newcomer. */
  crowdedOut: number;
  /** Not accepted before their deadline. */
  expired: number;
  tooFast: number;
  tooLarge: number;
  tooSlow: number;
  idle: number;
}

/** A listener for media sockets. */
export interface MediaTransport {
  readonly driver: WireDriver;
  readonly port: number;
  readonly connections: number;
  readonly waiting: number;
  readonly counters: Readonly<TransportCounters>;
  /** Refuses newcomers, closes every socket with 1001 and frees the port. Idempotent. */
  close(): Promise<void>;
}
