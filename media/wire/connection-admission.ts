import type { StreamRequest } from '../line/stream-request.ts';
import { type GuardedSocket, guardSocket, type RawSocket } from './guarded-socket.ts';
import { type Handshake, type HandshakeRequest, readHandshake } from './handshake.ts';
import { createPendingConnections, type PendingConnection } from './pending-connections.ts';
import type { Admission, TransportCounters, TransportOptions } from './transport.ts';

/** Logic shared by the drivers: which connections may wait, which are accepted, and what is required of them. */
export interface ConnectionAdmission<T> {
  readonly counters: TransportCounters;
  readonly open: number;
  readonly waiting: number;
  /** Registers a new connection. Returns undefined if it must be closed. */
  enter(address: string, expel: () => void): PendingConnection | undefined;
  /** Decides about a complete request. An `ok` result reserves a slot until `accept` or `forgo`. */
  decide(request: HandshakeRequest, remoteAddress: string): Promise<Admission<T>>;
  /** Like `decide`, for a connection without an HTTP request. */
  decideOn(token: string, dialect: string, remoteAddress: string): Promise<Admission<T>>;
  accept(raw: RawSocket, remoteAddress: string, value: T): GuardedSocket;
  /** Releases the slot of a peer that disconnected while it was being admitted. */
  forgo(value: T): void;
  left(socket: GuardedSocket): void;
  /** Closes every connection. */
  close(): void;
}

const noRequest: StreamRequest = { host: '', target: '', origin: '', signatures: {} };

export function createConnectionAdmission<T>(options: TransportOptions<T>): ConnectionAdmission<T> {
  const { limits, clock } = options;
  const counters: TransportCounters = {
    accepted: 0,
    refused: 0,
    crowdedOut: 0,
    expired: 0,
    tooFast: 0,
    tooLarge: 0,
    tooSlow: 0,
    idle: 0,
  };
  const unaccepted = createPendingConnections({
    clock,
    deadlineMs: limits.upgradeDeadlineMs,
    perAddress: limits.waitingPerAddress,
    inAll: limits.waitingInAll,
  });
  const accepted = new Set<GuardedSocket>();
  const sweepMs = Math.max(50, limits.idleTimeoutMs / 4);
  let admitting = 0;
  let closed = false;

  function sweep(): void {
    const nowMs = clock.nowMs();
    for (const socket of accepted) socket.sweep(nowMs);
    cancelSweep = clock.after(sweepMs, sweep);
  }
  let cancelSweep = clock.after(sweepMs, sweep);

  async function admit(handshake: Handshake, remoteAddress: string): Promise<Admission<T>> {
    if (!handshake.ok) return handshake;
    // Checked before the token is spent, so that it can be used again later.
    if (closed) return { ok: false, status: 503, detail: 'The server is closing.' };
    if (accepted.size + admitting >= limits.maxConnections) {
      return { ok: false, status: 503, detail: 'All lines are busy.' };
    }
    admitting += 1;
    const admission = await options.admit({ ...handshake, remoteAddress });
    if (!admission.ok) admitting -= 1;
    return admission;
  }

  async function decide(handshake: Handshake, remoteAddress: string): Promise<Admission<T>> {
    const admission = await admit(handshake, remoteAddress);
    if (!admission.ok) counters.refused += 1;
    return admission;
  }

  return {
    counters,
    get open() {
      return accepted.size;
    },
    get waiting() {
      return unaccepted.waiting;
    },
    enter(address, expel) {
      const pending = unaccepted.enter(address, (why) => {
        if (why === 'expired') counters.expired += 1;
        else counters.crowdedOut += 1;
        expel();
      });
      if (pending === undefined) counters.crowdedOut += 1;
      return pending;
    },
    decide: (request, remoteAddress) => decide(readHandshake(request), remoteAddress),
    decideOn: (token, dialect, remoteAddress) =>
      decide({ ok: true, dialect, token, isPassedOn: false, request: noRequest }, remoteAddress),
    accept(raw, remoteAddress, value) {
      admitting -= 1;
      counters.accepted += 1;
      const socket = guardSocket({
        raw,
        remoteAddress,
        limits,
        clock,
        counters,
        open: (media) => options.open(media, value),
      });
      accepted.add(socket);
      if (closed) socket.socket.close(1001, 'server closing');
      return socket;
    },
    forgo(value) {
      admitting -= 1;
      options.forgo?.(value);
    },
    left(socket) {
      accepted.delete(socket);
    },
    close() {
      closed = true;
      cancelSweep();
      for (const socket of [...accepted]) socket.socket.close(1001, 'server closing');
    },
  };
}
