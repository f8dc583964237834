import type { Clock } from '../kit/clock.ts';
import type { AudioEvent, Dialect, DialectName, WireCommand, WireEvent, WireFault } from '../line/wire.ts';
import { createEventQueue } from './event-queue.ts';
import type { MediaSocket, SendResult, SocketHandlers, WireLog } from './transport.ts';

export interface StreamCounters {
  readonly framesIn: number;
  readonly framesOut: number;
  /** Pieces of agent audio held back because the far end had fallen behind. */
  readonly droppedOut: number;
  /** Pieces of caller audio given up because the reader had fallen behind. */
  readonly droppedIn: number;
}

/** One stream of one call, in the words of the line. */
export interface WireStream {
  readonly dialect: DialectName;
  readonly remoteAddress: string;
  /**
   * For one reader. The last event is always one `stop`: the far end's own, or with the reason `closed`,
   * `fault: <code>`, `idle` or `server closing`.
   */
  readonly events: AsyncIterable<WireEvent>;
  /**
   * Audio goes straight to `read`, in its place among the events and as long as their reader keeps up with them: fifty
   * times a second it is not worth a promise. `read` must not throw.
   */
  readAudio(read: (audio: AudioEvent) => void): void;
  /** False when it did not go: the stream is closed, or it is audio and the far end has fallen behind. */
  send(command: WireCommand): boolean;
  close(code?: number, reason?: string): void;
  readonly bufferedBytes: number;
  readonly counters: StreamCounters;
}

export interface StreamLimits {
  /** Events waiting for the reader. */
  readonly maxQueuedEvents: number;
  /** From opening to `start`. */
  readonly startDeadlineMs: number;
  /** How long the socket stands after the far end's `stop`, for last words. */
  readonly lingerMs: number;
}

export interface WireStreamOptions {
  readonly socket: MediaSocket;
  readonly dialect: Dialect;
  readonly limits: StreamLimits;
  readonly clock: Clock;
  readonly log: WireLog;
}

/** Why our own transport closed a socket, as a reason for `stop`. */
const offences: Readonly<Record<string, string>> = {
  'message too large': 'fault: too_large',
  'too many frames': 'fault: too_fast',
  'too many bytes': 'fault: too_fast',
  'too slow': 'fault: too_slow',
  idle: 'idle',
  'server closing': 'server closing',
};

export function createWireStream({ socket, dialect, limits, clock, log }: WireStreamOptions): {
  readonly stream: WireStream;
  readonly handlers: SocketHandlers;
} {
  const session = dialect.open();
  // Taken out once: an object with accessors of its own is slow to look into.
  const { sendText } = socket;
  const { parseAudio, printAudio } = session;
  const events = createEventQueue(limits.maxQueuedEvents);
  const { isWaiting } = events;
  let framesIn = 0;
  let framesOut = 0;
  let droppedOut = 0;
  let behind = false;
  let readAudio: ((audio: AudioEvent) => void) | undefined;
  let over = false;
  let cancelDeadline = clock.after(limits.startDeadlineMs, () => {
    fail({ code: 'out_of_order', closeCode: 1008, detail: 'no start' });
  });

  function stop(reason: string): void {
    if (over) return;
    over = true;
    cancelDeadline();
    events.end({ type: 'stop', reason });
  }

  function fail({ code, closeCode, detail }: WireFault): void {
    if (over) return;
    log('a far end broke its protocol', { dialect: dialect.name, code, detail });
    stop(`fault: ${code}`);
    close(closeCode, detail);
  }

  function close(code = 1000, reason = ''): void {
    socket.close(code, closeReason(reason));
  }

  function sent(result: SendResult): boolean {
    if (result === 'dropped') return false;
    framesOut += 1;
    if (result === 'queued') behind = true;
    return true;
  }

  function deliver(event: WireEvent): void {
    if (event.type === 'stop') {
      stop(event.reason);
      cancelDeadline = clock.after(limits.lingerMs, () => close(1000, 'stopped'));
      return;
    }
    if (event.type === 'audio' && readAudio !== undefined && isWaiting()) return readAudio(event);
    if (event.type === 'start') cancelDeadline();
    if (!events.push(event)) fail({ code: 'too_fast', closeCode: 1008, detail: 'more events than are read' });
  }

  const stream: WireStream = {
    dialect: dialect.name,
    remoteAddress: socket.remoteAddress,
    events,
    readAudio(read) {
      readAudio = read;
    },
    send(command) {
      if (command.type === 'audio' && behind) {
        droppedOut += 1;
        return false;
      }
      if (command.type === 'audio') {
        const text = printAudio?.(command.payload);
        if (text !== undefined) return sent(sendText(text));
      }
      for (const frame of session.print(command)) {
        if (!sent(socket.send(frame))) return false;
      }
      return true;
    },
    close,
    get bufferedBytes() {
      return socket.bufferedBytes;
    },
    get counters() {
      return { framesIn, framesOut, droppedOut, droppedIn: events.droppedAudio };
    },
  };

  const handlers: SocketHandlers = {
    text(utf8) {
      if (over) return true;
      const audio = parseAudio?.(utf8);
      if (audio === undefined) return false;
      framesIn += 1;
      deliver(audio);
      return true;
    },
    message(message) {
      if (over) return;
      framesIn += 1;
      const parsed = session.parse(message);
      if (parsed.ok) parsed.events.forEach(deliver);
      else fail(parsed.fault);
    },
    drained() {
      behind = false;
    },
    closed(_code, reason, ourselves) {
      stop((ourselves ? offences[reason] : undefined) ?? 'closed');
      cancelDeadline();
    },
  };
  return { stream, handlers };
}

/** A close frame has room for 123 bytes of reason (RFC 6455, 5.5). */
function closeReason(reason: string): string {
  let short = reason;
  while (Buffer.byteLength(short) > 123) short = short.slice(0, -1);
  return short;
}
