import type { Clock } from '../kit/clock.ts';
import type { StreamRequest } from '../line/stream-request.ts';

export type WireDriver = 'uws' | 'ws';

/** Limits for one far end, beyond which its socket is closed. */
export interface TransportLimits {
  /** Maximum length of a message; a longer one closes the socket with 1009. */
  readonly maxFrameBytes: number;
  /** Maximum average over `burstSeconds`; more closes the socket with 1008. */
  readonly framesPerSecond: number;
  readonly bytesPerSecond: number;
  /** Data that piled up in a stalled network arrives at once and is permitted. */
  readonly burstSeconds: number;
  /** Unsent bytes beyond which a far end is considered too slow. */
  readonly maxBufferedBytes: number;
  /** Maximum time without receiving anything, including pongs. */
  readonly idleTimeoutMs: number;
  /** Maximum time from connecting to being accepted. */
  readonly upgradeDeadlineMs: number;
  /** Maximum number of connected sockets that are not accepted yet. Behind a proxy, all share its address. */
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

/** `dropped`: nothing was sent, or the socket is closed. `queued`: accepted, but the far end has fallen behind. */
export type SendResult = 'sent' | 'queued' | 'dropped';

/** An accepted socket. */
export interface MediaSocket {
  /** Without port; IPv4 in dotted form even over an IPv6 socket. */
  readonly remoteAddress: string;
  readonly bufferedBytes: number;
  send(message: string | Uint8Array): SendResult;
  /** Sends UTF-8 as a text message. The caller may reuse the memory once this returns. */
  sendText(utf8: Uint8Array): SendResult;
  /** Idempotent. `closed` is called before this returns. */
  close(code: number, reason: string): void;
}

/** Events for the owner of a socket. Handlers must not throw. */
export interface SocketHandlers {
  /** Receives a text message as bytes that are valid until this returns. Return false to have `message` receive it. */
  text?(utf8: Uint8Array): boolean;
  /** Message that asks a quiet far end for a heartbeat, in place of a ping. */
  readonly probe?: string | undefined;
  /** Binary messages are copies. */
  message(message: string | Uint8Array): void;
  /** Everything queued has been sent. */
  drained(): void;
  /** Called once. `ourselves`: this side closed the socket, for the given reason. */
  closed(code: number, reason: string, ourselves: boolean): void;
}

/** The connecting peer. */
export interface Knock {
  readonly dialect: string;
  readonly token: string;
  /** Whether another server passes the stream on to this one. */
  readonly isPassedOn: boolean;
  readonly request: StreamRequest;
  readonly remoteAddress: string;
}

export type Admission<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: RefusalStatus; readonly detail: string };

export type RefusalStatus = 400 | 403 | 404 | 426 | 503;

export type WireLog = (message: string, detail: Readonly<Record<string, unknown>>) => void;

export interface TransportOptions<T> {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /**
   * Whether other threads listen on the same port, each with a share of the connections. Requires a `port` other than
   * 0. The driver `ws` does not support it on every Node: `port_not_shared`.
   */
  readonly sharePort?: boolean;
  readonly limits: TransportLimits;
  readonly clock: Clock;
  readonly log: WireLog;
  /** Decides before the socket is accepted. Must not throw. */
  admit(knock: Knock): Promise<Admission<T>>;
  /** The socket is open; the returned handler receives all its events. */
  open(socket: MediaSocket, value: T): SocketHandlers;
  /** Called in place of `open` if the peer is gone. */
  forgo?(value: T): void;
}

export interface TransportCounters {
  accepted: number;
  refused: number;
  /** Closed because too many are waiting: the oldest without a complete request, otherwise the new one. */
  crowdedOut: number;
  /** Not accepted before the deadline. */
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
  /** Refuses new connections, closes every socket with 1001 and frees the port. Idempotent. */
  close(): Promise<void>;
}
