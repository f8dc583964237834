import { createRelay } from '../../codec/relay.ts';
import { createPayloadCodec } from '../../codec/rtp-payload.ts';
import type { Clock } from '../../kit/clock.ts';
import { type RtpAgreement, type RtpReport, rtpFormats } from '../../line/rtp.ts';
import type { Metronome } from '../../wire/metronome.ts';
import { createRtpPorts, type PortRange, type RtpSocket } from '../../wire/rtp/rtp-socket.ts';
import { openRtpStream, type Released, type RtpStream } from '../../wire/rtp/rtp-stream.ts';
import type { WireStream } from '../../wire/server.ts';

export interface RtpLinesOptions<Plan> {
  readonly host: string;
  readonly ports: PortRange;
  readonly clock: Clock;
  readonly metronome: Metronome;
  /** Consumes a ticket. Undefined if it is unknown or used. */
  claim(token: string): Promise<Plan | undefined>;
  onStream(stream: WireStream, plan: Plan): void;
  /** The call closed the stream, or the far end sent nothing more. */
  onClosed(id: string, reason: string, report: RtpReport): void;
}

/** Parties of a telephone call. */
export interface RtpStart {
  readonly callId: string;
  readonly from: string;
  readonly to: string;
}

/** Telephone lines of a media thread, by an id of the main thread. */
export interface RtpLines {
  /** Binds ports for a call that is not answered yet. Resolves to undefined if none is free. */
  open(id: string): Promise<number | undefined>;
  /**
   * Starts the call of a ticket, also after `begin`: the call gets what the line has played. Returns false if there is no
   * such ticket, and then closes the ports.
   */
  start(id: string, token: string, agreement: RtpAgreement, start: RtpStart): Promise<boolean>;
  /** Starts audio without a call, for `connect`, or before the answer. Returns false if the ports are closed. */
  begin(id: string, agreement: RtpAgreement, start: RtpStart): boolean;
  /**
   * Lets two far ends hear each other. Their calls hear nothing more, and may end without ending the lines. Returns
   * false if one of them is over.
   */
  connect(id: string, other: string): boolean;
  update(id: string, agreement: RtpAgreement): void;
  key(id: string, digit: string): void;
  end(id: string, reason: string): void;
  /** Resolves when no line has audio. */
  linesOver(): Promise<void>;
  close(): void;
}

/** Ports of a call that is never answered are closed. A phone rings for at most a few minutes. */
const unansweredMs = 300_000;

export function createRtpLines<Plan>(options: RtpLinesOptions<Plan>): RtpLines {
  const { clock, metronome } = options;
  const ports = createRtpPorts(options.host, options.ports);
  const waiting = new Map<string, { readonly socket: RtpSocket; readonly cancel: () => void }>();
  const streams = new Map<string, RtpStream>();
  /** Called when the last stream is over. */
  let onNone = (): void => {};

  function drop(id: string): RtpSocket | undefined {
    const line = waiting.get(id);
    waiting.delete(id);
    line?.cancel();
    return line?.socket;
  }

  function remove(id: string): void {
    streams.delete(id);
    if (streams.size === 0) onNone();
  }

  function openStream(
    id: string,
    { socket, decryption }: Pick<Released, 'socket'> & Partial<Released>,
    agreement: RtpAgreement,
    start: RtpStart & { readonly early?: readonly Uint8Array[] },
  ): RtpStream {
    const stream: RtpStream = openRtpStream({
      socket,
      decryption,
      agreement,
      codec: createPayloadCodec(agreement.codec),
      start: { ...start, streamId: id },
      clock,
      metronome,
      onClosed(reason) {
        options.onClosed(id, reason, stream.report);
        remove(id);
      },
    });
    streams.set(id, stream);
    return stream;
  }

  return {
    async open(id) {
      const socket = await ports.open();
      if (socket === undefined) return undefined;
      const cancel = clock.after(unansweredMs, () => drop(id)?.close());
      waiting.set(id, { socket, cancel });
      return socket.port;
    },
    async start(id, token, agreement, start) {
      const plan = await options.claim(token).catch(() => undefined);
      const begun = streams.get(id);
      const { socket = drop(id), early = [], decryption } = begun?.release() ?? {};
      if (plan === undefined || socket === undefined) {
        socket?.close();
        remove(id);
        return false;
      }
      const format = rtpFormats[agreement.codec];
      const isSameFormat = begun?.format === format;
      const stream = openStream(id, { socket, decryption }, agreement, isSameFormat ? { ...start, early } : start);
      options.onStream(stream, plan);
      return true;
    },
    begin(id, agreement, start) {
      const socket = drop(id);
      if (socket !== undefined) openStream(id, { socket }, agreement, start);
      return socket !== undefined;
    },
    connect(id, other) {
      const [first, second] = [streams.get(id), streams.get(other)];
      if (first === undefined || second === undefined || first === second) return false;
      for (const [from, to] of [
        [first, second],
        [second, first],
      ] as const)
        from.handOver({ audio: createRelay(from.format, to.format, to.play), key: to.press });
      return true;
    },
    update: (id, agreement) => streams.get(id)?.update(agreement),
    key: (id, digit) => streams.get(id)?.key(digit),
    end(id, reason) {
      drop(id)?.close();
      streams.get(id)?.end(reason);
    },
    async linesOver() {
      if (streams.size === 0) return;
      await new Promise<void>((resolve) => {
        onNone = resolve;
      });
    },
    close() {
      for (const id of [...waiting.keys()]) drop(id)?.close();
      for (const stream of [...streams.values()]) stream.end('server closing');
    },
  };
}
