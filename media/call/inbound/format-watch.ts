import { bytesPerSample, type Encoding, type WireFormat } from '../../line/audio.ts';
import type { LineProfile } from '../../line/wire.ts';

/** The actual format, where it differs from the announced one. */
export interface FormatFinding {
  readonly actual: WireFormat;
  /** True for 16-bit samples with the high byte first. */
  readonly swapped: boolean;
  /** The finding and its evidence. */
  readonly detail: string;
}

/** Compares the announced format with the audio. Pure: time is an argument. Returns at most one finding. */
export interface FormatWatch {
  /** Takes the far end's pieces in order. `lostBytes`: bytes missing before this piece. */
  observe(payload: Uint8Array, lostBytes: number, nowMs: number): FormatFinding | undefined;
}

/** Audio that waited for the start arrives at once, and does not count as throughput. */
const settleMs = 1000;
/**
 * A throughput counts if it is the same in three windows of 1.5 s: the backlog of a two-second stall can make one
 * window look like another rate, but not three.
 */
const windowMs = 1500;
const windowsNeeded = 3;
const tolerance = 0.08;
/** A lower throughput may also come from a far end that pauses; with gaps like these it proves nothing. */
const steadyGapMs = 400;
/** Amount of audio that must indicate swapped bytes, and amount of contrary audio that ends the check. */
const votesForMs = 600;
const votesAgainstMs = 3000;
/** Minimum mean square of a piece that counts as evidence: -35 dBFS. */
const loud = 3e-4;
/**
 * Roughness: energy of the difference of neighbouring samples divided by their energy. 2 for noise, under 0.5 for most
 * speech at 8 kHz.
 */
const rough = 1;
const smooth = 0.5;
/**
 * Silence with swapped bytes is loud: if the other order is this much quieter, it is the right one. Audio that is rough
 * in both orders proves nothing.
 */
const faint = 0.01;

const others: readonly WireFormat[] = [
  { encoding: 'mulaw', rateHz: 8000 },
  { encoding: 'l16', rateHz: 8000 },
  { encoding: 'l16', rateHz: 16000 },
  { encoding: 'l16', rateHz: 24000 },
  { encoding: 'l16', rateHz: 48000 },
];
const names: Readonly<Record<Encoding, string>> = { mulaw: 'mu-law', alaw: 'A-law', l16: '16-bit linear' };
const bytesPerSecond = ({ encoding, rateHz }: WireFormat): number => rateHz * bytesPerSample(encoding);
const describeFormat = ({ encoding, rateHz }: WireFormat): string => `${names[encoding]} at ${rateHz} Hz`;

export function createFormatWatch(declared: WireFormat): FormatWatch {
  const saidRate = bytesPerSecond(declared);
  let firstMs: number | undefined;
  let window: { readonly fromMs: number; bytes: number; gapMs: number; lastMs: number } | undefined;
  let suspect: { readonly actual: WireFormat; windows: number } | undefined;
  let votesFor = 0;
  let votesAgainst = 0;
  let isReported = false;

  function throughput(bytes: number, nowMs: number): FormatFinding | undefined {
    firstMs ??= nowMs;
    if (nowMs - firstMs < settleMs) return undefined;
    if (window === undefined) {
      window = { fromMs: nowMs, bytes: 0, gapMs: 0, lastMs: nowMs };
      return undefined;
    }
    window.bytes += bytes;
    window.gapMs = Math.max(window.gapMs, nowMs - window.lastMs);
    window.lastMs = nowMs;
    const elapsedMs = nowMs - window.fromMs;
    if (elapsedMs < windowMs) return undefined;
    const measured = (window.bytes * 1000) / elapsedMs;
    const steady = measured > saidRate || window.gapMs < steadyGapMs;
    window = { fromMs: nowMs, bytes: 0, gapMs: 0, lastMs: nowMs };
    const actual = steady ? formatOf(measured, declared) : undefined;
    if (actual === undefined) suspect = undefined;
    else if (suspect !== undefined && suspect.actual === actual) suspect.windows += 1;
    else suspect = { actual, windows: 1 };
    if (actual === undefined || suspect === undefined || suspect.windows < windowsNeeded) return undefined;
    const rates = `${Math.round(measured)} bytes a second came instead of ${saidRate}`;
    return { actual, swapped: false, detail: `the stream says ${describeFormat(declared)}, but ${rates}` };
  }

  function byteOrder(payload: Uint8Array): FormatFinding | undefined {
    if (votesAgainst >= votesAgainstMs) return undefined;
    const lengthMs = (payload.length * 1000) / saidRate;
    const asSaid = shapeOf(payload, 0);
    if (asSaid.power < loud) return undefined;
    const swapped = shapeOf(payload, 1);
    if (asSaid.roughness <= rough) votesAgainst += lengthMs;
    else if (swapped.roughness < smooth || swapped.power < asSaid.power * faint) votesFor += lengthMs;
    if (votesFor < votesForMs || votesFor < 4 * votesAgainst) return undefined;
    const detail = `the stream says ${describeFormat(declared)}, but its bytes make sense only in the other order`;
    return { actual: declared, swapped: true, detail };
  }

  return {
    observe(payload, lostBytes, nowMs) {
      if (isReported) return undefined;
      const finding =
        throughput(payload.length + lostBytes, nowMs) ?? (declared.encoding === 'l16' ? byteOrder(payload) : undefined);
      isReported = finding !== undefined;
      return finding;
    },
  };
}

/** Returns the format with this throughput; undefined for the announced format, and if none matches. */
function formatOf(measured: number, declared: WireFormat): WireFormat | undefined {
  const isAt = (format: WireFormat): boolean => Math.abs(measured / bytesPerSecond(format) - 1) < tolerance;
  if (isAt(declared)) return undefined;
  return others.find((format) => format.encoding === declared.encoding && isAt(format)) ?? others.find(isAt);
}

/** Returns mean square and roughness of 16-bit samples whose low byte is at `lowAt`. */
function shapeOf(payload: Uint8Array, lowAt: 0 | 1): { readonly power: number; readonly roughness: number } {
  let energy = 1e-9;
  let change = 0;
  let before = 0;
  for (let i = 0; i + 1 < payload.length; i += 2) {
    const low = payload[i + lowAt] as number;
    const high = payload[i + 1 - lowAt] as number;
    const sample = (((high << 24) >> 16) | low) / 32768;
    energy += sample * sample;
    if (i > 0) change += (sample - before) * (sample - before);
    before = sample;
  }
  return { power: energy / Math.max(1, payload.length / 2), roughness: change / energy };
}

/**
 * Returns advice on how to make the announced format match the actual one. `rateSetting`: the operator's setting for
 * this stream.
 */
export function adviceOf({ actual, swapped }: FormatFinding, line: LineProfile, rateSetting?: string): string {
  if (swapped) return 'have the far end send 16-bit samples low byte first';
  return rateSetting === undefined
    ? line.formatAdvice(actual)
    : `set ${rateSetting}=${actual.rateHz} and the same rate at the provider`;
}
