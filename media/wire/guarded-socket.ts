import type { Clock } from '../kit/clock.ts';
import { createRateMeter } from './rate-meter.ts';
import type { MediaSocket, SendResult, SocketHandlers, TransportCounters, TransportLimits } from './transport.ts';

/** What a driver's socket can do. None of it is called after `closed`. */
export interface RawSocket {
  readonly bufferedBytes: number;
  send(message: string | Uint8Array): SendResult;
  sendText(utf8: Uint8Array): SendResult;
  /** Says good-bye with a close frame. */
  end(code: number, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
  ping(): void;
}

/** One socket under its limits. The driver reports what happens; the owner is told what it may know. */
export interface GuardedSocket {
  readonly socket: MediaSocket;
  /** The message's bytes need not outlive this. */
  received(message: Uint8Array, isBinary: boolean): void;
  /** A control frame came: the peer lives. */
  alive(): void;
  drained(): void;
  /** The connection is gone. */
  closed(code: number, reason: string): void;
  /** Called now and then: pings a quiet peer, closes a dead one. */
  sweep(nowMs: number): void;
}

export interface GuardOptions {
  readonly raw: RawSocket;
  readonly remoteAddress: string;
  readonly limits: TransportLimits;
  readonly clock: Clock;
  readonly counters: TransportCounters;
  /** The owner of the socket, made when it is. */
  open(socket: MediaSocket): SocketHandlers;
}

type Offence = 'tooFast' | 'tooLarge' | 'tooSlow' | 'idle';

const tooLargeReason = 'message too large';

/** How long a peer may take to answer our good-bye. */
const farewellMs = 1_000;

export function guardSocket({ raw, remoteAddress, limits, clock, counters, open }: GuardOptions): GuardedSocket {
  // Taken out once: an object with accessors of its own is slow to look into.
  const { send: sendRaw, sendText: sendRawText } = raw;
  const meter = createRateMeter(limits, clock.nowMs());
  let lastSeenMs = clock.nowMs();
  /** `closing`: our good-bye is sent and the owner is told; the connection may still stand. */
  let state: 'open' | 'closing' | 'gone' = 'open';
  let cancelFarewell = (): void => {};
  let handlers: SocketHandlers | undefined;
  /** The owner closed the socket before it had said whom to tell. */
  let closedEarly: { readonly code: number; readonly reason: string } | undefined;

  function close(code: number, reason: string, how: 'politely' | 'at once' = 'politely'): void {
    if (state !== 'open') return;
    state = 'closing';
    cancelFarewell = clock.after(farewellMs, () => {
      if (state !== 'gone') raw.terminate();
    });
    if (how === 'politely') raw.end(code, reason);
    else raw.terminate();
    if (handlers === undefined) closedEarly = { code, reason };
    else handlers.closed(code, reason, true);
  }

  function offend(offence: Offence, code: number, reason: string): void {
    if (state !== 'open') return;
    counters[offence] += 1;
    // A close frame would only join the queue that the peer does not read.
    close(code, reason, offence === 'tooSlow' ? 'at once' : 'politely');
  }

  function settle(result: SendResult): SendResult {
    if (result === 'sent') return result;
    if (result === 'dropped' || raw.bufferedBytes > limits.maxBufferedBytes) {
      offend('tooSlow', 1008, 'too slow');
      return 'dropped';
    }
    return result;
  }

  const socket: MediaSocket = {
    remoteAddress,
    get bufferedBytes() {
      return state === 'open' ? raw.bufferedBytes : 0;
    },
    send: (message) => (state === 'open' ? settle(sendRaw(message)) : 'dropped'),
    sendText: (utf8) => (state === 'open' ? settle(sendRawText(utf8)) : 'dropped'),
    close,
  };
  handlers = open(socket);
  if (closedEarly !== undefined) handlers.closed(closedEarly.code, closedEarly.reason, true);

  return {
    socket,
    received(message, isBinary) {
      if (state !== 'open') return;
      const nowMs = clock.nowMs();
      // Whole, because a variable that holds a fraction is allocated anew with each message.
      lastSeenMs = Math.floor(nowMs);
      if (message.length > limits.maxFrameBytes) return offend('tooLarge', 1009, tooLargeReason);
      const exceeded = meter.take(message.length, nowMs);
      if (exceeded !== undefined) return offend('tooFast', 1008, `too many ${exceeded}`);
      if (isBinary) handlers?.message(new Uint8Array(message));
      else if (handlers?.text?.(message) !== true) handlers?.message(textOf(message));
    },
    alive() {
      lastSeenMs = clock.nowMs();
    },
    drained() {
      if (state === 'open') handlers?.drained();
    },
    closed(code, reason) {
      const wasOpen = state === 'open';
      state = 'gone';
      cancelFarewell();
      if (!wasOpen) return;
      // The drivers refuse far too long messages themselves.
      const tooLarge = code === 1009;
      if (tooLarge) counters.tooLarge += 1;
      handlers?.closed(code, tooLarge ? tooLargeReason : reason, tooLarge);
    },
    sweep(nowMs) {
      if (state !== 'open') return;
      const quietMs = nowMs - lastSeenMs;
      if (quietMs >= limits.idleTimeoutMs) offend('idle', 1001, 'idle');
      else if (quietMs >= limits.idleTimeoutMs / 2) raw.ping();
    },
  };
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString();
