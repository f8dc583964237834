import { createDecoder } from '../../codec/format.ts';
import { inSixteenBits } from '../../codec/l16.ts';
import { bytesPerSample, type LineRateHz, type WireFormat } from '../../line/audio.ts';
import type { ReceptionReport } from '../../ports.ts';
import type { Recorder } from '../recording/recorder.ts';
import { createConcealer } from './concealment.ts';
import { createFormatWatch, type FormatFinding } from './format-watch.ts';
import { createJitterBuffer } from './jitter-buffer.ts';
import { createSampleClock } from './sample-clock.ts';

export interface InboundOptions {
  readonly rateHz: LineRateHz;
  /** Format announced by the stream. */
  readonly format: WireFormat;
  readonly recorder: Recorder;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly hear: (samples: Float32Array) => void;
  /**
   * Called at most once, when the actual format differs from the announced one. Audio is decoded accordingly from then
   * on.
   */
  readonly onMismatch: (finding: FormatFinding) => void;
}

/** The caller's track, from the wire to recognition and the recording, on the call's clock. */
export interface Inbound {
  /** `number` is the far end's sequence number, if it sends one. */
  push(payload: Uint8Array, number?: number): void;
  /** Inserts silence for overdue audio. */
  tick(): void;
  /** Samples inserted for missing audio, and samples dropped to stay in step. */
  readonly filled: number;
  readonly dropped: number;
  readonly report: ReceptionReport;
  /** Samples of the track so far. */
  readonly samples: number;
}

/** A piece below this root mean square (-50 dBFS) contains no speech. */
const quietRms = 0.003;
/**
 * How far ahead of the clock the replacement for lost pieces may lie: as far as pieces arrive early on a jittery line.
 */
const concealAheadMs = 100;

export function createInbound(options: InboundOptions): Inbound {
  const { rateHz, format, recorder, nowMs } = options;
  const clock = createSampleClock(rateHz);
  const concealer = createConcealer(rateHz);
  const jitter = createJitterBuffer({ play, conceal });
  const watch = createFormatWatch(format);
  let decode = createDecoder(format, rateHz);
  let bytesPerMs = bytesPerMsOf(format);
  let swapped = false;
  let pieceSamples = 0;
  let pieceBytes = 0;
  let lostBytes = 0;
  let filled = 0;
  let dropped = 0;

  const place = (samples: Float32Array, endSample: number): void => {
    // Recognition gets the samples as the recording stores them, so that the call can be replayed.
    inSixteenBits(samples);
    recorder.caller(endSample - samples.length, samples);
    options.hear(samples);
  };

  function correct(finding: FormatFinding): void {
    decode = createDecoder(finding.actual, rateHz);
    bytesPerMs = bytesPerMsOf(finding.actual);
    swapped = finding.swapped;
    options.onMismatch(finding);
  }

  function play(payload: Uint8Array): void {
    const finding = watch.observe(payload, lostBytes, nowMs());
    if (finding !== undefined) correct(finding);
    lostBytes = 0;
    pieceBytes = payload.length;
    if (swapped) swapBytes(payload);
    const samples = decode(payload);
    if (samples.length === 0) return;
    pieceSamples = samples.length;
    const lead = clock.lead(nowMs(), samples.length);
    if (lead > 0) place(new Float32Array(lead), clock.position);
    if (clock.arrive(nowMs(), samples.length, rms(samples) < quietRms) === 'drop') {
      dropped += samples.length;
      return;
    }
    concealer.real(samples);
    place(samples, clock.position);
  }

  /** Time that the clock has already filled is not filled twice. */
  function conceal(pieces: number): void {
    lostBytes += pieces * pieceBytes;
    const behindMs = (jitter.waitingPieces * pieceSamples * 1000) / rateHz;
    standIn(clock.skip(pieces * pieceSamples, nowMs() + concealAheadMs - behindMs));
  }

  function standIn(missing: number): void {
    if (missing === 0) return;
    filled += missing;
    place(concealer.lost(missing), clock.position);
  }

  return {
    push(payload, number) {
      if (number !== undefined) clock.expectLate();
      jitter.arrive(payload, number, payload.length / bytesPerMs, nowMs());
    },
    tick() {
      jitter.tick(nowMs());
      standIn(clock.fill(nowMs()));
    },
    get filled() {
      return filled;
    },
    get dropped() {
      return dropped;
    },
    get report() {
      const ms = (samples: number): number => Math.round((samples * 1000) / rateHz);
      const { windowMs, jitterMs, ...counts } = jitter.report;
      return {
        ...counts,
        windowMs: Math.round(windowMs),
        jitterMs: Math.round(jitterMs),
        filledMs: ms(filled),
        droppedMs: ms(dropped),
      };
    },
    get samples() {
      return clock.position;
    },
  };
}

const bytesPerMsOf = ({ rateHz, encoding }: WireFormat): number => (rateHz * bytesPerSample(encoding)) / 1000;

const swapBytes = ({ buffer, byteOffset, length }: Uint8Array): void =>
  void Buffer.from(buffer, byteOffset, length - (length % 2)).swap16();

function rms(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += (samples[i] as number) * (samples[i] as number);
  return Math.sqrt(sum / samples.length);
}
