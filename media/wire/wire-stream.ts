import type { Clock } from '../kit/clock.ts';
import type { AudioEvent, Dialect, DialectSession, WireCommand, WireEvent, WireFault } from '../line/wire.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { createIgnoredMessages, type IgnoredMessages } from './ignored-messages.ts';
import type { MediaSocket, SendResult, SocketHandlers, WireLog } from './transport.ts';

export interface StreamCounters {
  readonly framesIn: number;
  readonly framesOut: number;
  /** Pieces of agent audio dropped because the far end had fallen behind. */
  readonly droppedOut: number;
  /** Pieces of caller audio dropped because the reader had fallen behind. */
  readonly droppedIn: number;
}

/**
 * Receives the audio of a stream. An object and not a function, because a closure would be two more objects to fetch
 * from memory.
 */
export interface AudioReader {
  /** The payload is valid until this returns. Must not throw. */
  hear(audio: AudioEvent): void;
}

/** One stream of one call, in dialect-independent events and commands. */
export interface WireStream {
  readonly dialect: string;
  readonly remoteAddress: string;
  /**
   * For one reader. The last event is always a single `stop`: the far end's own, or with the reason `closed`, `fault:
   * <code>`, `idle` or `server closing`.
   */
  readonly events: AsyncIterable<WireEvent>;
  /**
   * Passes audio directly to `reader`, in order with the other events and as long as their reader keeps up: at fifty
   * pieces a second, a promise for each would be too expensive.
   */
  readAudio(reader: AudioReader): void;
  /**
   * Returns false if nothing was sent: the stream is closed, or the command is audio and the far end has fallen behind.
   */
  send(command: WireCommand): boolean;
  close(code?: number, reason?: string): void;
  readonly bufferedBytes: number;
  readonly counters: StreamCounters;
  /** Describes the messages that broke the protocol and were ignored; undefined without any. */
  readonly ignored: string | undefined;
}

export interface StreamLimits {
  /** Maximum number of events waiting for the reader. */
  readonly maxQueuedEvents: number;
  /** Maximum time from opening to `start`. */
  readonly startDeadlineMs: number;
  /** How long the socket stays open after the far end's `stop`, for final messages. */
  readonly lingerMs: number;
  /** How many messages may break the protocol; the next one closes the stream. */
  readonly maxIgnoredMessages: number;
}

export const defaultStreamLimits: StreamLimits = {
  maxQueuedEvents: 500,
  startDeadlineMs: 10_000,
  lingerMs: 5_000,
  maxIgnoredMessages: 50,
};

/** Size of the messages kept from before `start`: 4 s of base64 mu-law. */
const maxEarlyCharacters = 48_000;

export interface WireStreamOptions {
  readonly socket: MediaSocket;
  readonly dialect: Dialect;
  readonly limits: StreamLimits;
  readonly clock: Clock;
  readonly log: WireLog;
  /** Called when the socket is closed and the stream has its last event. */
  readonly onClosed?: (stream: WireStream) => void;
}

/** Reasons with which our transport closes a socket, and the matching reason for `stop`. */
const offences: Readonly<Record<string, string>> = {
  'message too large': 'fault: too_large',
  'too many frames': 'fault: too_fast',
  'too many bytes': 'fault: too_fast',
  'too slow': 'fault: too_slow',
  idle: 'idle',
  'server closing': 'server closing',
};

/**
 * A stream and its socket's handlers in one object, because a stream's data has left the processor's caches by its next
 * frame, and each further object costs a wait for memory.
 */
class Stream implements WireStream, SocketHandlers {
  readonly dialect: string;
  readonly remoteAddress: string;
  readonly probe: string | undefined;
  readonly events: EventQueue;
  private readonly socket: MediaSocket;
  private readonly session: DialectSession;
  private reader: AudioReader | undefined;
  private over = false;
  private behind = false;
  private framesIn = 0;
  private framesOut = 0;
  private droppedOut = 0;
  private readonly ignoredMessages: IgnoredMessages;
  /** Media that arrived before `start`, read after it; undefined from then on. */
  private early: (string | Uint8Array)[] | undefined;
  private readonly options: WireStreamOptions;
  private cancelDeadline: () => void;

  constructor(options: WireStreamOptions) {
    const { socket, dialect, limits, clock } = options;
    this.dialect = dialect.name;
    this.remoteAddress = socket.remoteAddress;
    this.probe = dialect.probe;
    this.events = createEventQueue(limits.maxQueuedEvents);
    this.socket = socket;
    this.session = dialect.open();
    this.reader = undefined;
    this.ignoredMessages = createIgnoredMessages(limits.maxIgnoredMessages);
    this.early = [];
    this.options = options;
    this.cancelDeadline = clock.after(limits.startDeadlineMs, () => {
      this.fail({ code: 'out_of_order', closeCode: 1008, detail: 'no start' });
    });
  }

  readAudio(reader: AudioReader): void {
    this.reader = reader;
  }

  send(command: WireCommand): boolean {
    if (command.type === 'audio') return this.sendAudio(command);
    return this.sendAll(command);
  }

  close(code = 1000, reason = ''): void {
    this.socket.close(code, closeReason(reason));
  }

  get bufferedBytes(): number {
    return this.socket.bufferedBytes;
  }

  get counters(): StreamCounters {
    const { framesIn, framesOut, droppedOut } = this;
    return { framesIn, framesOut, droppedOut, droppedIn: this.events.droppedAudio };
  }

  get ignored(): string | undefined {
    return this.ignoredMessages.summary();
  }

  text(utf8: Uint8Array): boolean {
    if (this.over) return true;
    const audio = this.session.parseAudio?.(utf8);
    if (audio === undefined) return false;
    this.framesIn += 1;
    if (this.reader !== undefined && this.events.isWaiting()) this.reader.hear(audio);
    else this.deliver({ ...audio, payload: audio.payload.slice() });
    return true;
  }

  message(message: string | Uint8Array): void {
    if (this.over) return;
    this.framesIn += 1;
    this.read(message);
  }

  drained(): void {
    this.behind = false;
  }

  closed(_code: number, reason: string, ourselves: boolean): void {
    this.stop((ourselves ? offences[reason] : undefined) ?? 'closed');
    this.cancelDeadline();
    this.options.onClosed?.(this);
  }

  private sendAudio(command: WireCommand & { readonly type: 'audio' }): boolean {
    if (this.behind) {
      this.droppedOut += 1;
      return false;
    }
    const text = this.session.printAudio?.(command.payload);
    return text === undefined ? this.sendAll(command) : this.sent(this.socket.sendText(text));
  }

  private sendAll(command: WireCommand): boolean {
    for (const frame of this.session.print(command)) {
      if (!this.sent(this.socket.send(frame))) return false;
    }
    return true;
  }

  private sent(result: SendResult): boolean {
    if (result === 'dropped') return false;
    this.framesOut += 1;
    if (result === 'queued') this.behind = true;
    return true;
  }

  private read(message: string | Uint8Array): void {
    const parsed = this.session.parse(message);
    if (!parsed.ok) return this.ignore(message, parsed.fault);
    for (const event of parsed.events) this.deliver(event);
  }

  private ignore(message: string | Uint8Array, fault: WireFault): void {
    if (this.ignored === undefined) {
      const { code, detail } = fault;
      this.options.log('ignored a message of a far end', { dialect: this.dialect, code, detail });
    }
    if (!this.ignoredMessages.add(fault)) return this.fail(fault);
    const { early } = this;
    if (fault.code !== 'out_of_order' || early === undefined) return;
    const keptCharacters = early.reduce((characters, { length }) => characters + length, message.length);
    if (keptCharacters <= maxEarlyCharacters) early.push(message);
  }

  /** Reads the audio that arrived before its format was known. */
  private readEarly(): void {
    const { early = [] } = this;
    this.early = undefined;
    for (const message of early) this.read(message);
  }

  private deliver(event: WireEvent): void {
    if (event.type === 'stop') {
      this.stop(event.reason);
      const { clock, limits } = this.options;
      this.cancelDeadline = clock.after(limits.lingerMs, () => this.close(1000, 'stopped'));
      return;
    }
    if (event.type === 'audio' && this.reader !== undefined && this.events.isWaiting()) return this.reader.hear(event);
    if (event.type === 'start') this.cancelDeadline();
    if (!this.events.push(event)) this.fail({ code: 'too_fast', closeCode: 1008, detail: 'too many unread events' });
    if (event.type === 'start') this.readEarly();
  }

  private stop(reason: string): void {
    if (this.over) return;
    this.over = true;
    this.cancelDeadline();
    this.events.end({ type: 'stop', reason });
  }

  private fail({ code, closeCode, detail }: WireFault): void {
    if (this.over) return;
    this.options.log('a far end broke its protocol', { dialect: this.dialect, code, detail });
    this.stop(`fault: ${code}`);
    this.close(closeCode, detail);
  }
}

/** Creates the stream, which also handles the events of its socket. */
export const createWireStream = (options: WireStreamOptions): WireStream & SocketHandlers => new Stream(options);

/** A close frame has room for 123 bytes of reason (RFC 6455, 5.5). */
function closeReason(reason: string): string {
  let short = reason;
  while (Buffer.byteLength(short) > 123) short = short.slice(0, -1);
  return short;
}
