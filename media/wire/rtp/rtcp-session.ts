import type { Clock } from '../../kit/clock.ts';
import type { RtpReport } from '../../line/rtp.ts';
import type { Reception } from './reception.ts';
import { parseRtcp, printGoodbye, printSenderReport, type ReportBlock, shortNtp } from './rtcp.ts';

export interface RtcpSessionOptions {
  readonly source: number;
  readonly reception: Reception;
  readonly clock: Clock;
  readonly send: (bytes: Buffer) => void;
  /** RTP timestamp of this moment. */
  readonly timestampNow: () => number;
}

/** Exchanges reports with the far end: some systems end a call without them. */
export interface RtcpSession {
  sent(bytes: number): void;
  /** Sets the sender that we report on. */
  heard(source: number): void;
  receive(bytes: Buffer): void;
  readonly remote: Pick<
    RtpReport,
    'remoteLossShare' | 'remoteJitterMs' | 'roundTripMs' | 'reportsReceived' | 'reportsOfAudio'
  >;
  /** Stops, after a goodbye unless another stream follows on the same socket. */
  close(isLast: boolean): void;
}

const everyMs = 5000;
const ticksPerMs = 8;

export function createRtcpSession({ source, reception, clock, send, timestampNow }: RtcpSessionOptions): RtcpSession {
  const sent = { packets: 0, bytes: 0 };
  let about: number | undefined;
  let theirReport: { readonly ntp: number; readonly atMs: number } | undefined;
  let remote: RtcpSession['remote'] = {
    remoteLossShare: null,
    remoteJitterMs: null,
    roundTripMs: null,
    reportsReceived: 0,
    reportsOfAudio: 0,
  };
  let cancel = clock.after(everyMs, report);

  function report(): void {
    cancel = clock.after(everyMs, report);
    const timestamp = timestampNow();
    send(printSenderReport({ source, wallMs: Date.now(), timestamp, ...sent, block: blockOf() }));
  }

  function blockOf(): ReportBlock | undefined {
    if (about === undefined) return undefined;
    const sinceMs = theirReport === undefined ? 0 : clock.nowMs() - theirReport.atMs;
    return {
      about,
      lossFraction: reception.takeLossFraction(),
      lost: reception.lost,
      highest: reception.highest,
      jitterTicks: reception.jitterTicks,
      lastReport: theirReport?.ntp ?? 0,
      sinceLastReport: Math.round((sinceMs / 1000) * 65_536) >>> 0,
    };
  }

  /** Our own clock on both ends of the way, minus the time that the far end kept the report. */
  function roundTripOf({ lastReport, sinceLastReport }: ReportBlock): number | null {
    if (lastReport === 0) return null;
    const units = (shortNtp(Date.now()) - lastReport - sinceLastReport) | 0;
    const ms = (units * 1000) / 65_536;
    return ms >= 0 && ms < 10_000 ? Math.round(ms) : null;
  }

  return {
    sent(bytes) {
      sent.packets += 1;
      sent.bytes += bytes;
    },
    heard(theirSource) {
      about = theirSource;
    },
    receive(bytes) {
      const { senderReport, blocks } = parseRtcp(bytes);
      if (senderReport !== undefined) theirReport = { ntp: senderReport, atMs: clock.nowMs() };
      if (senderReport !== undefined || blocks.length > 0) {
        const reportsOfAudio = remote.reportsOfAudio + (blocks.length > 0 ? 1 : 0);
        remote = { ...remote, reportsReceived: remote.reportsReceived + 1, reportsOfAudio };
      }
      const block = blocks.find((one) => one.about === source);
      if (block === undefined) return;
      remote = {
        ...remote,
        remoteLossShare: block.lossFraction / 256,
        remoteJitterMs: Math.round(block.jitterTicks / ticksPerMs),
        roundTripMs: roundTripOf(block) ?? remote.roundTripMs,
      };
    },
    get remote() {
      return remote;
    },
    close(isLast) {
      cancel();
      if (isLast) send(printGoodbye(source));
    },
  };
}
