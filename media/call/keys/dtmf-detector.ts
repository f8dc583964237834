import { dtmf, keyAt } from './dtmf.ts';

/** Detects keys pressed instead of speech. Reports each press once, when it is certain. */
export interface DtmfDetector {
  push(samples: Float32Array): void;
}

/** The four tones of a group are two bins apart, and a tone that is off by 1.5 % stays within its bin. */
const blockMs = 25.625;
/**
 * Blocks overlap by half: two clear ones in a row make a press, four if the tones are barely sufficient; two end it.
 */
const enough = 4;
const clear = { share: 0.85, weight: 2 } as const;
/** Minimum mean square after the window for a decision: -37 dBFS on the line. */
const leastPower = 7.5e-5;
/**
 * Minimum share of the two tones in the block's energy: 0.74 if both are off by the 1.5 % that Q.24 allows. A voice
 * that contains two such notes contains others as well.
 */
const leastShare = 0.73;
/** Minimum ratio of each tone to the next strongest of its group. */
const leastLead = 5;
/** Q.24 allows the higher tone to be up to 4 dB above the lower and up to 8 dB below it; 2 dB more for the line. */
const mostTwist = 10 ** 0.6;
const mostReverseTwist = 10 ** 1.0;

export function createDtmfDetector(rateHz: number, onKey: (digit: string) => void): DtmfDetector {
  const size = 2 * Math.round((blockMs * rateHz) / 2000);
  const hop = size / 2;
  const rows = dtmf.rowsHz.map((hz) => 2 * Math.cos((2 * Math.PI * hz) / rateHz));
  const columns = dtmf.columnsHz.map((hz) => 2 * Math.cos((2 * Math.PI * hz) / rateHz));
  const block = new Float32Array(size);
  const windowed = new Float32Array(size);
  const hann = Float32Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size));
  let filled = 0;
  let candidate: string | undefined;
  let agreed = 0;
  let pressed: string | undefined;

  function judge({ key, share }: Judgement): void {
    const weight = share >= clear.share ? clear.weight : 1;
    agreed = key === candidate ? agreed + weight : weight;
    candidate = key;
    if (agreed < enough || key === pressed) return;
    pressed = key;
    if (key !== undefined) onKey(key);
  }

  return {
    push(samples) {
      for (let at = 0; at < samples.length; ) {
        const part = samples.subarray(at, at + size - filled);
        block.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < size) return;
        for (let i = 0; i < size; i++) windowed[i] = (block[i] as number) * (hann[i] as number);
        judge(keyOf(windowed, rows, columns));
        block.copyWithin(0, hop);
        filled = size - hop;
      }
    },
  };
}

interface Judgement {
  readonly key: string | undefined;
  /** Share of the block's energy in the two tones. */
  readonly share: number;
}

const noKey: Judgement = { key: undefined, share: 1 };

function keyOf(block: Float32Array, rows: readonly number[], columns: readonly number[]): Judgement {
  let energy = 0;
  for (let i = 0; i < block.length; i++) energy += (block[i] as number) ** 2;
  if (energy < leastPower * block.length) return noKey;
  const row = strongest(block, rows);
  const column = row === undefined ? undefined : strongest(block, columns);
  if (row === undefined || column === undefined) return noKey;
  const share = (row.energy + column.energy) / energy;
  const isTwisted = column.energy > mostTwist * row.energy || row.energy > mostReverseTwist * column.energy;
  return share < leastShare || isTwisted ? noKey : { key: keyAt(row.index, column.index), share };
}

/** Returns the tone that stands out of its group, with its energy in the block. */
function strongest(
  block: Float32Array,
  coefficients: readonly number[],
): { readonly index: number; readonly energy: number } | undefined {
  let best = 0;
  let index = 0;
  let second = 0;
  for (let i = 0; i < coefficients.length; i++) {
    const energy = goertzel(block, coefficients[i] as number);
    if (energy > best) {
      second = best;
      best = energy;
      index = i;
    } else if (energy > second) second = energy;
  }
  return best < leastLead * second ? undefined : { index, energy: best };
}

/** Returns the energy of the windowed block at one frequency: all of it for a pure tone. */
function goertzel(block: Float32Array, coefficient: number): number {
  let before = 0;
  let last = 0;
  for (let i = 0; i < block.length; i++) {
    const next = (block[i] as number) + coefficient * last - before;
    before = last;
    last = next;
  }
  return (3 * (last * last + before * before - coefficient * last * before)) / block.length;
}
