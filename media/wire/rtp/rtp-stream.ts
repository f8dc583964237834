import { randomInt } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import type { WireFormat } from '../../line/audio.ts';
import { type PayloadCodec, type RtpAgreement, type RtpReport, rtpFormats } from '../../line/rtp.ts';
import type { WireCommand, WireEvent } from '../../line/wire.ts';
import type { Metronome } from '../metronome.ts';
import type { WireStream } from '../wire-stream.ts';
import { createDelivery, type RtpRelay } from './delivery.ts';
import { createEncryption, type KeyedReceiver } from './encryption.ts';
import { parseRtp } from './packet.ts';
import { createReception, type Reception } from './reception.ts';
import { createRtcpSession, type RtcpSession } from './rtcp-session.ts';
import { createRtpSender, type RtpSender, ticksPerMs } from './rtp-sender.ts';
import type { RtpSocket } from './rtp-socket.ts';
import { createSourceLock, type RtpSource, type SourceLock } from './source-lock.ts';

export interface RtpStreamOptions {
  readonly socket: RtpSocket;
  readonly agreement: RtpAgreement;
  readonly codec: PayloadCodec;
  /** Identifiers and parties of the call, for its start event. */
  readonly start: Pick<Extract<WireEvent, { type: 'start' }>, 'callId' | 'streamId' | 'from' | 'to' | 'early'>;
  readonly clock: Clock;
  readonly metronome: Pick<Metronome, 'add'>;
  /** Receiver of an earlier stream on the socket: its packet count continues if the key is the same. */
  readonly decryption?: KeyedReceiver | undefined;
  /** Called once when the stream is over: the call closed it, or the far end is gone. */
  readonly onClosed: (reason: string) => void;
}

/** The audio of a telephone: the same as a stream over a WebSocket, except that we keep the time. */
export interface RtpStream extends WireStream {
  /** Applies a changed session: hold, resume, another address. */
  update(agreement: RtpAgreement): void;
  /** The far end hung up, or its call is gone. Idempotent. */
  end(reason: string): void;
  /** A key that arrived as a signalling message. */
  key(digit: string): void;
  /** Sends audio of the call's format in packets of 20 ms, also when the stream is handed over. */
  play(payload: Uint8Array): void;
  press(digit: string): void;
  /** Hands the far end over: what it sends goes to the relay, and the call may close without ending the stream. */
  handOver(relay: RtpRelay): void;
  /** Ends a stream that nobody has read, without closing its socket. Returns what it has received. */
  release(): Released;
  readonly format: WireFormat;
  readonly report: RtpReport;
}

export interface Released {
  readonly socket: RtpSocket;
  readonly early: readonly Uint8Array[];
  /** Absent if the audio is not encrypted. */
  readonly decryption: KeyedReceiver | undefined;
}

/** Time for which the far end's jitter buffer probably keeps a packet before it plays. */
const farBufferMs = 60;
/** A far end that sends nothing for this long, and is not on hold, is gone. */
const silenceMs = 30_000;

interface Mark {
  readonly name: string;
  readonly atMs: number;
}

const remoteOf = ({ remoteAddress, remotePort }: RtpAgreement): RtpSource => ({
  address: remoteAddress,
  port: remotePort,
});

/** Opens the stream on bound sockets; its first event is `start`. */
export function openRtpStream(options: RtpStreamOptions): RtpStream {
  const { socket, codec, clock, metronome } = options;
  let { agreement } = options;
  const startMs = clock.nowMs();
  const streamMs = (): number => clock.nowMs() - startMs;
  const delivery = createDelivery(codec);
  const { events, deliver } = delivery;
  const encryption = createEncryption(agreement.encryption, options.decryption);
  const lock = createSourceLock(remoteOf(agreement), agreement.signallingAddress);
  const reception = createReception();
  const source = randomInt(1, 2 ** 32 - 1);
  const sender = createRtpSender({ agreement: () => agreement, codec, source, send });
  const rtcp = createRtcpSession({
    source,
    reception,
    clock,
    send: sendControl,
    timestampNow: () => sender.timestampAt(streamMs()),
  });
  const marks = createMarks();
  /** Port from which reports come. Behind a NAT it is not the one after that of the audio. */
  let controlPort: number | undefined;
  let isOver = false;
  let lastPacketMs = startMs;
  let packetsIn = 0;

  function send(packet: Buffer, payloadBytes: number): void {
    rtcp.sent(payloadBytes);
    if (!agreement.sends || lock.target.port === 0) return;
    socket.send(encryption.protect(packet), lock.target);
  }

  function sendControl(bytes: Buffer): void {
    const { address, port } = lock.target;
    if (port !== 0) socket.sendControl(encryption.protectControl(bytes), { address, port: controlPort ?? port + 1 });
  }

  function stop(isLast: boolean): void {
    isOver = true;
    delivery.stop();
    removeTicker();
    rtcp.close(isLast);
  }

  function finish(reason: string): void {
    if (isOver) return;
    events.end({ type: 'stop', reason });
    stop(true);
    socket.close();
    options.onClosed(reason);
  }

  function tick(nowMs: number): void {
    sender.fill(nowMs - startMs);
    for (const { name } of marks.takeUntil(nowMs)) deliver({ type: 'played', name, isEstimated: true });
    if (agreement.receives && agreement.isEarly !== true && nowMs - lastPacketMs > silenceMs) finish('idle');
  }

  function receive(bytes: Buffer, from: RtpSource): void {
    const plain = encryption.unprotect(bytes);
    const packet = plain && parseRtp(plain);
    if (packet === undefined || isOver || !lock.accepts(from, clock.nowMs())) return;
    lastPacketMs = clock.nowMs();
    packetsIn += 1;
    rtcp.heard(packet.source);
    const arrival = Math.round((lastPacketMs - startMs) * ticksPerMs);
    const number = reception.add(packet, arrival);
    delivery.receive(packet, agreement, number);
  }

  socket.onPacket = receive;
  socket.onControl = (bytes, { address, port }) => {
    if (address !== lock.target.address) return;
    const plain = encryption.unprotectControl(bytes);
    if (plain === undefined) return;
    controlPort ??= port;
    rtcp.receive(plain);
  };
  const removeTicker = metronome.add({ tick });
  deliver({ type: 'start', ...options.start, format: rtpFormats[agreement.codec], custom: {} });

  return {
    dialect: 'sip',
    remoteAddress: agreement.remoteAddress,
    events,
    bufferedBytes: 0,
    ignored: undefined,
    readAudio: delivery.readAudio,
    send(command: WireCommand) {
      if (isOver || delivery.isHandedOver) return false;
      if (command.type === 'audio') sender.audio(command.payload);
      else if (command.type === 'dtmf') return sender.key(command.digit);
      else if (command.type === 'mark') marks.add(command.name, startMs + sender.sentMs + farBufferMs);
      else if (command.type === 'clear') marks.clear();
      return true;
    },
    close(_code, reason = 'closed') {
      if (delivery.isHandedOver) events.end({ type: 'stop', reason });
      else finish(reason);
    },
    update(next) {
      if (next.receives && (!agreement.receives || agreement.isEarly)) lastPacketMs = clock.nowMs();
      encryption.update(next.encryption);
      agreement = { ...next, codec: agreement.codec };
      lock.expect(remoteOf(next), next.signallingAddress);
      controlPort = undefined;
    },
    end: finish,
    key: delivery.press,
    play(payload) {
      // The other end of a relay may still send after this socket is closed.
      if (!isOver) sender.audio(payload);
    },
    press: (digit) => void sender.key(digit),
    handOver: delivery.handOver,
    release() {
      stop(false);
      return { socket, early: audioIn(events.drain()), decryption: encryption.received };
    },
    format: rtpFormats[agreement.codec],
    get counters() {
      return { framesIn: packetsIn, framesOut: sender.packets, droppedOut: 0, droppedIn: events.droppedAudio };
    },
    get report() {
      return reportOf({ sender, packetsIn, reception, lock, rtcp });
    },
  };
}

/** Marks that are played once the audio before them has been. */
function createMarks() {
  let marks: readonly Mark[] = [];
  return {
    add(name: string, atMs: number): void {
      marks = [...marks, { name, atMs }];
    },
    clear(): void {
      marks = [];
    },
    /** Removes those up to this time and returns them. */
    takeUntil(nowMs: number): readonly Mark[] {
      const due = marks.filter(({ atMs }) => atMs <= nowMs);
      if (due.length > 0) marks = marks.filter(({ atMs }) => atMs > nowMs);
      return due;
    },
  };
}

const audioIn = (events: readonly WireEvent[]): Uint8Array[] =>
  events.flatMap((event) => (event.type === 'audio' ? [event.payload] : []));

interface Counted {
  readonly sender: Pick<RtpSender, 'packets'>;
  readonly packetsIn: number;
  readonly reception: Pick<Reception, 'lost' | 'jitterTicks'>;
  readonly lock: Pick<SourceLock, 'foreign'>;
  readonly rtcp: Pick<RtcpSession, 'remote'>;
}

const reportOf = ({ sender, packetsIn, reception, lock, rtcp }: Counted): RtpReport => ({
  packetsSent: sender.packets,
  packetsReceived: packetsIn,
  packetsLost: reception.lost,
  jitterMs: Math.round(reception.jitterTicks / ticksPerMs),
  packetsForeign: lock.foreign,
  ...rtcp.remote,
});
