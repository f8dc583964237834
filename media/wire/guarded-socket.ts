import type { Clock } from '../kit/clock.ts';
import { createRateMeter, type RateMeter } from './rate-meter.ts';
import type { MediaSocket, SendResult, SocketHandlers, TransportCounters, TransportLimits } from './transport.ts';

/** Operations of a driver's socket. None is called after `closed`. */
export interface RawSocket {
  readonly bufferedBytes: number;
  send(message: string | Uint8Array): SendResult;
  sendText(utf8: Uint8Array): SendResult;
  /** Closes with a close frame. */
  end(code: number, reason: string): void;
  /** Closes the connection without a close frame. */
  terminate(): void;
  ping(): void;
}

/** One socket with enforced limits. The driver reports events; the owner receives the relevant ones. */
export interface GuardedSocket {
  readonly socket: MediaSocket;
  /** `message` is not used after this returns. */
  received(message: Uint8Array, isBinary: boolean): void;
  /** Reports a control frame: the peer is alive. */
  alive(): void;
  drained(): void;
  /** Reports that the connection is closed. */
  closed(code: number, reason: string): void;
  /** Called periodically: pings a quiet peer, closes an unresponsive one. */
  sweep(nowMs: number): void;
}

export interface GuardOptions {
  readonly raw: RawSocket;
  readonly remoteAddress: string;
  readonly limits: TransportLimits;
  readonly clock: Clock;
  readonly counters: TransportCounters;
  /** Called when the socket is created; returns its owner's handlers. */
  open(socket: MediaSocket): SocketHandlers;
}

type Offence = 'tooFast' | 'tooLarge' | 'tooSlow' | 'idle';

const tooLargeReason = 'message too large';

/** Time for a peer to answer our close frame. */
const farewellMs = 1_000;

/**
 * One object with all its state instead of a set of closures, because a stream's data has left the processor's caches
 * by its next frame, and each further object costs a wait for memory.
 */
class Guard implements GuardedSocket, MediaSocket {
  readonly remoteAddress: string;
  private readonly raw: RawSocket;
  private readonly limits: TransportLimits;
  private readonly clock: Clock;
  private readonly counters: TransportCounters;
  private readonly meter: RateMeter;
  private lastSeenMs: number;
  /** `closing`: our close frame was sent and the owner was notified; the connection may still exist. */
  private state: 'open' | 'closing' | 'gone' = 'open';
  private handlers: SocketHandlers | undefined;
  private cancelFarewell: (() => void) | undefined;
  /** Set if the owner closed the socket before `own` set its handlers. */
  private closedEarly: { readonly code: number; readonly reason: string } | undefined;

  constructor({ raw, remoteAddress, limits, clock, counters }: GuardOptions, nowMs: number) {
    this.raw = raw;
    this.remoteAddress = remoteAddress;
    this.limits = limits;
    this.clock = clock;
    this.counters = counters;
    this.meter = createRateMeter(limits, nowMs);
    // Integers, because a field with a fraction is allocated again with each message.
    this.lastSeenMs = Math.floor(nowMs);
    this.handlers = undefined;
    this.cancelFarewell = undefined;
    this.closedEarly = undefined;
  }

  get socket(): MediaSocket {
    return this;
  }

  get bufferedBytes(): number {
    return this.state === 'open' ? this.raw.bufferedBytes : 0;
  }

  own(handlers: SocketHandlers): void {
    this.handlers = handlers;
    if (this.closedEarly !== undefined) handlers.closed(this.closedEarly.code, this.closedEarly.reason, true);
  }

  send(message: string | Uint8Array): SendResult {
    return this.state === 'open' ? this.settle(this.raw.send(message)) : 'dropped';
  }

  sendText(utf8: Uint8Array): SendResult {
    return this.state === 'open' ? this.settle(this.raw.sendText(utf8)) : 'dropped';
  }

  close(code: number, reason: string): void {
    this.leave(code, reason, 'politely');
  }

  received(message: Uint8Array, isBinary: boolean): void {
    if (this.state !== 'open') return;
    const nowMs = Math.floor(this.clock.nowMs());
    this.lastSeenMs = nowMs;
    if (message.length > this.limits.maxFrameBytes) return this.offend('tooLarge', 1009, tooLargeReason);
    const exceeded = this.meter.take(message.length, nowMs);
    if (exceeded !== undefined) return this.offend('tooFast', 1008, `too many ${exceeded}`);
    const { handlers } = this;
    if (isBinary) handlers?.message(new Uint8Array(message));
    else if (handlers?.text?.(message) !== true) handlers?.message(textOf(message));
  }

  alive(): void {
    this.lastSeenMs = Math.floor(this.clock.nowMs());
  }

  drained(): void {
    if (this.state === 'open') this.handlers?.drained();
  }

  closed(code: number, reason: string): void {
    const wasOpen = this.state === 'open';
    this.state = 'gone';
    this.cancelFarewell?.();
    if (!wasOpen) return;
    // The drivers themselves refuse messages far over the limit.
    const tooLarge = code === 1009;
    if (tooLarge) this.counters.tooLarge += 1;
    this.handlers?.closed(code, tooLarge ? tooLargeReason : reason, tooLarge);
  }

  sweep(nowMs: number): void {
    if (this.state !== 'open') return;
    const quietMs = nowMs - this.lastSeenMs;
    if (quietMs >= this.limits.idleTimeoutMs) this.offend('idle', 1001, 'idle');
    else if (quietMs >= this.limits.idleTimeoutMs / 2) this.probe();
  }

  private probe(): void {
    const message = this.handlers?.probe;
    if (message === undefined) this.raw.ping();
    else this.send(message);
  }

  private leave(code: number, reason: string, how: 'politely' | 'at once'): void {
    if (this.state !== 'open') return;
    this.state = 'closing';
    this.cancelFarewell = this.clock.after(farewellMs, () => {
      if (this.state !== 'gone') this.raw.terminate();
    });
    if (how === 'politely') this.raw.end(code, reason);
    else this.raw.terminate();
    if (this.handlers === undefined) this.closedEarly = { code, reason };
    else this.handlers.closed(code, reason, true);
  }

  private offend(offence: Offence, code: number, reason: string): void {
    if (this.state !== 'open') return;
    this.counters[offence] += 1;
    // A close frame would only join the queue that the peer does not read.
    this.leave(code, reason, offence === 'tooSlow' ? 'at once' : 'politely');
  }

  private settle(result: SendResult): SendResult {
    if (result === 'sent') return result;
    if (result === 'dropped' || this.raw.bufferedBytes > this.limits.maxBufferedBytes) {
      this.offend('tooSlow', 1008, 'too slow');
      return 'dropped';
    }
    return result;
  }
}

export function guardSocket(options: GuardOptions): GuardedSocket {
  const guard = new Guard(options, options.clock.nowMs());
  guard.own(options.open(guard));
  return guard;
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString();
