/** Loudness of the channels of a recording, in segments of equal length. */
export interface Sound {
  readonly durationMs: number;
  /** One array per channel. Each value is the peak of a segment, 0 to 1. */
  readonly channels: readonly Float32Array[];
}

/** Returns the peak of each of `count` equal segments. */
export function peaksOf(samples: Float32Array, count: number): Float32Array {
  const peaks = new Float32Array(count);
  for (let index = 0; index < samples.length; index += 1) {
    const part = Math.min(count - 1, Math.floor((index * count) / samples.length));
    const level = Math.abs(samples[index] as number);
    if (level > (peaks[part] as number)) peaks[part] = level;
  }
  return peaks;
}

const sameWithin = 0.02;

/** Returns the distinct channels: one if both sides have the same sound. */
export function distinctOf(channels: readonly Float32Array[]): readonly Float32Array[] {
  const [left, right] = channels;
  if (left === undefined || right === undefined) return channels;
  const areSame = left.every((level, index) => Math.abs(level - (right[index] ?? 0)) < sameWithin);
  return areSame ? [left] : [left, right];
}

export interface Timed {
  readonly speaker: 'agent' | 'customer' | 'speaker_1' | 'speaker_2' | 'unknown';
  readonly startMs: number;
  readonly endMs: number;
}
export type Side = Timed['speaker'];

/** Returns the speaker of each channel: the side whose turns are louder there. */
export function sidesOf({ channels, durationMs }: Sound, turns: readonly Timed[]): readonly Side[] {
  const [left, right] = channels;
  if (left === undefined || right === undefined) return ['unknown'];
  let agentIsRight = 0;
  for (const { speaker, startMs, endMs } of turns) {
    if (speaker !== 'agent' && speaker !== 'customer') continue;
    const more =
      levelIn(right, startMs / durationMs, endMs / durationMs) -
      levelIn(left, startMs / durationMs, endMs / durationMs);
    agentIsRight += speaker === 'agent' ? more : -more;
  }
  return agentIsRight < 0 ? ['agent', 'customer'] : ['customer', 'agent'];
}

/** Returns the sum of the peaks between two positions from 0 to 1. */
function levelIn(peaks: Float32Array, from: number, to: number): number {
  let sum = 0;
  const last = Math.min(peaks.length, Math.ceil(to * peaks.length));
  for (let index = Math.max(0, Math.floor(from * peaks.length)); index < last; index += 1)
    sum += peaks[index] as number;
  return sum;
}

/** Returns an SVG path of bars around a centre line, each one unit wide, in a box two units high. */
export function barsOf(peaks: Float32Array, loudest: number): string {
  let path = '';
  for (let index = 0; index < peaks.length; index += 1) {
    const height = Math.max(0.03, Math.min(1, (peaks[index] as number) / loudest));
    path += `M${index + 0.17} ${(1 - height).toFixed(3)}h.66v${(2 * height).toFixed(3)}h-.66z`;
  }
  return path;
}
