import { type Clock, systemClock } from '../kit/clock.ts';
import { invariant } from '../kit/invariant.ts';
import type { Clip, WireFormat } from '../line/audio.ts';
import type { Span } from './audible.ts';
import { type FarDialectName, type FarWireName, farDialects, farWires } from './dialects.ts';
import { type FarCommand, type FarDialect, type StreamIdentity, sameFormat } from './far-dialect.ts';
import { createFarLine, type FarLine, type FarLineOptions, type LineRecord, type SaidClip } from './far-line.ts';
import { type FarSocket, type FarSocketEvents, openWebSocket } from './far-socket.ts';
import type { Gap } from './gaps.ts';
import { createLatenessMeter, type LatenessMeter } from './lateness.ts';
import { waitUntil } from './wait-until.ts';

export interface FarEndOptions
  extends Pick<FarLineOptions, 'frameMs' | 'comfortNoiseDbfs' | 'network' | 'acks' | 'distort'> {
  readonly dialect: FarWireName;
  /** The dialect's default if absent. Throws if the dialect has no such format. */
  readonly format?: WireFormat;
  readonly identity?: Partial<Omit<StreamIdentity, 'format'>>;
  readonly clock?: Clock;
}

export interface PlaceCallOptions extends FarEndOptions {
  readonly dialect: FarDialectName;
  /** The stream's address from the answer document. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connectTimeoutMs?: number;
}

export interface CallEnding {
  /** `unreachable`: the stream was never opened. `network`: the socket closed without a close frame. */
  readonly by: 'server' | 'caller' | 'network' | 'unreachable';
  readonly closeCode: number;
  readonly reason: string;
  readonly atMs: number;
}

export interface ReceivedCommand {
  readonly atMs: number;
  readonly command: FarCommand;
}

export interface CallRecord extends LineRecord {
  readonly dialect: FarWireName;
  /** The server's messages other than audio, with their time on the sample clock. */
  readonly log: readonly ReceivedCommand[];
  /** How late this end sent its own frames; if it is large, the measurements are meaningless. */
  readonly lateness: LatenessMeter;
  /** Times at which this end itself was stalled, so the arrival times of received messages are unknown. */
  readonly stalls: readonly Gap[];
  readonly ending: CallEnding | undefined;
}

/** A call from the caller's side. Times are milliseconds since the stream opened; samples are at the wire's rate. */
export interface CallRun {
  readonly dialect: FarWireName;
  readonly format: WireFormat;
  /** False if the stream could not be opened; `ended` states why. */
  readonly opened: Promise<boolean>;
  readonly ended: Promise<CallEnding>;
  nowMs(): number;
  say(clip: Clip): SaidClip;
  hush(): void;
  press(digit: string): void;
  /** Resolves to the predicate's last value: true, or false if the time ran out or the call ended. */
  until(predicate: () => boolean, timeoutMs: number): Promise<boolean>;
  watch(listener: (received: ReceivedCommand) => void): () => void;
  readonly callerSpeaking: boolean;
  readonly agentBusy: boolean;
  readonly agentAudible: readonly Span[];
  readonly clearsMs: readonly number[];
  readonly over: boolean;
  sendRaw(message: string | Uint8Array): void;
  /** Keeps the socket open but stops reading from it. */
  stopReading(): void;
  resumeReading(): void;
  /** Keeps the socket open but sends no audio. */
  mute(): void;
  /** Hangs up as a caller does: `stop`, then a close. */
  hangUp(): Promise<CallEnding>;
  /** Destroys the socket, as a failing network does. */
  drop(): void;
  record(): CallRecord;
}

const maxLog = 20_000;
const closeTimeoutMs = 2_000;
const stallMs = 5;
const maxStalls = 10_000;

/** State of a call; only the functions below modify it. */
interface Live {
  readonly dialect: FarWireName;
  readonly clock: Clock;
  readonly line: FarLine;
  readonly socket: FarSocket;
  readonly lateness: LatenessMeter;
  readonly stalls: Gap[];
  readonly log: ReceivedCommand[];
  readonly listeners: Set<(received: ReceivedCommand) => void>;
  readonly waiters: Set<() => void>;
  readonly opened: Deferred<boolean>;
  readonly ended: Deferred<CallEnding>;
  startedMs: number | undefined;
  /** The side that intended to end the call, known before the socket closes. */
  endedBy: CallEnding['by'] | undefined;
  ending: CallEnding | undefined;
  cancelTimer: () => void;
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly settle: (value: T) => void;
}

function defer<T>(): Deferred<T> {
  let settle!: (value: T) => void;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/**
 * Opens a stream to the server and keeps it alive with audio until one side ends it. `opened` and `ended` report
 * network failures and never reject; an invalid address throws a `SyntaxError`.
 */
export function placeCall(options: PlaceCallOptions): CallRun {
  const { subprotocol }: FarDialect = farDialects[options.dialect];
  return callOver((events) => openWebSocket({ ...options, subprotocol }, events), options);
}

/** The same over any connection. `connect` must not report events before it returns. */
export function callOver(connect: (events: FarSocketEvents) => FarSocket, options: FarEndOptions): CallRun {
  const live: Live = {
    dialect: options.dialect,
    clock: options.clock ?? systemClock,
    line: openLine(options),
    socket: connect({
      opened: () => begin(live),
      message: (data) => receive(live, data),
      closed: (code, reason) => finish(live, code, reason),
    }),
    lateness: createLatenessMeter(),
    stalls: [],
    log: [],
    listeners: new Set(),
    waiters: new Set(),
    opened: defer(),
    ended: defer(),
    startedMs: undefined,
    endedBy: undefined,
    ending: undefined,
    cancelTimer: () => {},
  };
  return runOf(live);
}

const nowOf = ({ startedMs, clock }: Live): number => (startedMs === undefined ? 0 : clock.nowMs() - startedMs);

function begin(live: Live): void {
  live.startedMs = live.clock.nowMs();
  live.line.send({ type: 'start' }, 0);
  live.opened.settle(true);
  pump(live);
}

/** Sends what is due, re-evaluates the waiting predicates, and schedules itself for the next due time. */
function pump(live: Live): void {
  const { line, socket, clock } = live;
  live.cancelTimer();
  if (live.ending !== undefined || live.startedMs === undefined) return;
  const lateMs = nowOf(live) - line.nextMs();
  if (lateMs >= 0) live.lateness.note(lateMs);
  if (lateMs > stallMs && live.stalls.length < maxStalls) live.stalls.push({ atMs: line.nextMs(), gapMs: lateMs });
  for (const message of line.pump(nowOf(live))) if (socket.isOpen) socket.send(message);
  for (const waiter of [...live.waiters]) waiter();
  live.cancelTimer = clock.after(Math.max(0, line.nextMs() - nowOf(live)), () => pump(live));
}

function receive(live: Live, data: string | Uint8Array): void {
  const atMs = nowOf(live);
  for (const command of live.line.receive(data, atMs)) {
    if (command.type === 'audio') continue;
    const received = { atMs, command };
    if (live.log.length < maxLog) live.log.push(received);
    for (const listener of live.listeners) listener(received);
  }
  pump(live);
}

function finish(live: Live, closeCode: number, reason: string): void {
  if (live.ending !== undefined) return;
  live.cancelTimer();
  const unasked = closeCode === 1006 ? 'network' : 'server';
  const by = live.endedBy ?? (live.startedMs === undefined ? 'unreachable' : unasked);
  live.ending = { by, closeCode, reason, atMs: nowOf(live) };
  live.opened.settle(false);
  live.ended.settle(live.ending);
  for (const waiter of [...live.waiters]) waiter();
}

async function hangUp(live: Live): Promise<CallEnding> {
  if (live.ending !== undefined) return live.ending;
  live.endedBy = 'caller';
  live.line.send({ type: 'stop', reason: 'callended' }, nowOf(live));
  pump(live);
  live.socket.close(1000);
  const cancel = live.clock.after(closeTimeoutMs, () => live.socket.terminate());
  const ending = await live.ended.promise;
  cancel();
  return ending;
}

function runOf(live: Live): CallRun {
  const { line, socket, clock, waiters } = live;
  const nowMs = (): number => nowOf(live);
  return {
    dialect: live.dialect,
    format: line.format,
    opened: live.opened.promise,
    ended: live.ended.promise,
    nowMs,
    say: (clip) => line.say(clip),
    hush: () => line.hush(),
    press: (digit) => line.send({ type: 'dtmf', digit, atMs: nowMs() }, nowMs()),
    until: (predicate, timeoutMs) =>
      waitUntil({ predicate, timeoutMs, clock, waiters, over: () => live.ending !== undefined }),
    watch(listener) {
      live.listeners.add(listener);
      return () => live.listeners.delete(listener);
    },
    get callerSpeaking() {
      return line.speaking;
    },
    get agentBusy() {
      return line.agentBusy;
    },
    agentAudible: line.agentAudible,
    clearsMs: line.clearsMs,
    get over() {
      return live.ending !== undefined;
    },
    sendRaw: (message) => line.sendRaw(message, nowMs()),
    stopReading: () => socket.pause(),
    resumeReading: () => socket.resume(),
    mute: () => line.mute(),
    hangUp: () => hangUp(live),
    drop() {
      live.endedBy ??= 'network';
      socket.terminate();
    },
    record: () => ({
      ...line.record(live.ending?.atMs ?? nowMs()),
      dialect: live.dialect,
      log: live.log,
      lateness: live.lateness,
      stalls: live.stalls,
      ending: live.ending,
    }),
  };
}

function openLine(options: FarEndOptions): FarLine {
  const dialect = farWires[options.dialect];
  const format = dialect.formats.find((each) => options.format === undefined || sameFormat(each, options.format));
  invariant(format, `${dialect.name} has no ${options.format?.encoding} at ${options.format?.rateHz} Hz`);
  const identity: StreamIdentity = {
    callId: crypto.randomUUID(),
    streamId: crypto.randomUUID(),
    accountId: 'emulator',
    from: '+12025550100',
    to: '+12025550143',
    custom: {},
    ...options.identity,
    format,
  };
  const { frameMs, comfortNoiseDbfs, network, acks, distort } = options;
  return createFarLine({
    dialect,
    identity,
    ...(frameMs === undefined ? {} : { frameMs }),
    ...(comfortNoiseDbfs === undefined ? {} : { comfortNoiseDbfs }),
    ...(network === undefined ? {} : { network }),
    ...(acks === undefined ? {} : { acks }),
    ...(distort === undefined ? {} : { distort }),
  });
}
