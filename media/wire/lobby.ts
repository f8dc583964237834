import { createDoorkeeper, type Ticket } from './doorkeeper.ts';
import { type GuardedSocket, guardSocket, type RawSocket } from './guarded-socket.ts';
import { type HandshakeRequest, readHandshake } from './handshake.ts';
import type { Admission, TransportCounters, TransportOptions } from './transport.ts';

/** What every driver does alike: who may wait, who may come in, and what is asked of those inside. */
export interface Lobby<T> {
  readonly counters: TransportCounters;
  readonly connections: number;
  readonly waiting: number;
  /** A connection was made. Undefined: close it. */
  enter(address: string, expel: () => void): Ticket | undefined;
  /** A request was read. An `ok` answer holds a place until `seat` or `forgo`. */
  decide(request: HandshakeRequest, remoteAddress: string): Promise<Admission<T>>;
  seat(raw: RawSocket, remoteAddress: string, value: T): GuardedSocket;
  /** The peer left while it was being admitted. */
  forgo(): void;
  left(socket: GuardedSocket): void;
  /** Everyone out. */
  close(): void;
}

export function createLobby<T>(options: TransportOptions<T>): Lobby<T> {
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
  const door = createDoorkeeper({
    clock,
    deadlineMs: limits.upgradeDeadlineMs,
    perAddress: limits.waitingPerAddress,
    inAll: limits.waitingInAll,
  });
  const seated = new Set<GuardedSocket>();
  const sweepMs = Math.max(50, limits.idleTimeoutMs / 4);
  let admitting = 0;
  let closed = false;

  function sweep(): void {
    const nowMs = clock.nowMs();
    for (const socket of seated) socket.sweep(nowMs);
    cancelSweep = clock.after(sweepMs, sweep);
  }
  let cancelSweep = clock.after(sweepMs, sweep);

  async function admit(request: HandshakeRequest, remoteAddress: string): Promise<Admission<T>> {
    const handshake = readHandshake(request);
    if (!handshake.ok) return handshake;
    // Asked before the token is spent, so that it is still good when there is room.
    if (closed) return { ok: false, status: 503, detail: 'The server is closing.' };
    if (seated.size + admitting >= limits.maxConnections) {
      return { ok: false, status: 503, detail: 'All lines are busy.' };
    }
    admitting += 1;
    const admission = await options.admit({ ...handshake, remoteAddress });
    if (!admission.ok) admitting -= 1;
    return admission;
  }

  return {
    counters,
    get connections() {
      return seated.size;
    },
    get waiting() {
      return door.waiting;
    },
    enter(address, expel) {
      const ticket = door.enter(address, (why) => {
        if (why === 'expired') counters.expired += 1;
        else counters.crowdedOut += 1;
        expel();
      });
      if (ticket === undefined) counters.crowdedOut += 1;
      return ticket;
    },
    async decide(request, remoteAddress) {
      const admission = await admit(request, remoteAddress);
      if (!admission.ok) counters.refused += 1;
      return admission;
    },
    seat(raw, remoteAddress, value) {
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
      seated.add(socket);
      if (closed) socket.socket.close(1001, 'server closing');
      return socket;
    },
    forgo() {
      admitting -= 1;
    },
    left(socket) {
      seated.delete(socket);
    },
    close() {
      closed = true;
      cancelSweep();
      for (const socket of [...seated]) socket.socket.close(1001, 'server closing');
    },
  };
}
