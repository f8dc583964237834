import type { ReadStereo } from '../../../audio/index.ts';

/** Energy of each tenth of a second of the two channels. */
export type Levels = readonly (readonly [number, number])[];

export type Channels =
  | { readonly kind: 'one' | 'two'; readonly seconds: number; readonly levels: Levels }
  | { readonly kind: 'fault'; readonly code: string; readonly detail: string };

const rateHz = 8000;
/** A channel whose loudest tenth of a second has less than this share of the other's energy (-40 dB) has no speech. */
const silent = 0.0001;
export const levelMs = 100;
const frameSamples = (rateHz * levelMs) / 1000;
/** Frames below this share of the loudest one's energy (-30 dB) are pauses. */
const pause = 0.001;
/** A frame this much louder on one channel than its usual level there, compared with the other, is of that side only. */
const ownDecibels = 6;
/** Such frames that are needed for two sides. */
const ownFrames = 2;

/**
 * Returns whether each channel has a side of its own, and their levels. Two channels with the same sound have one: a
 * copy, also when it is softer, delayed or of opposite polarity. So does a recording with everybody on the first
 * channel and nobody on the second.
 */
export async function channelsOf(readStereo: ReadStereo, path: string, signal: AbortSignal): Promise<Channels> {
  const levels: [number, number][] = [];
  let frame: [number, number] = [0, 0];
  let samples = 0;
  const endFrame = (): void => {
    levels.push(frame);
    [frame, samples] = [[0, 0], 0];
  };
  const read = await readStereo(path, {
    rateHz,
    signal,
    async take(stereo) {
      for (let index = 0; index + 1 < stereo.length; index += 2) {
        frame[0] += (stereo[index] as number) ** 2;
        frame[1] += (stereo[index + 1] as number) ** 2;
        samples += 1;
        if (samples === frameSamples) endFrame();
      }
    },
  });
  if (read.kind === 'fault') return read;
  if (samples > 0) endFrame();
  const isTwo = read.channels >= 2 && haveTwoSides(levels);
  return { kind: isTwo ? 'two' : 'one', seconds: read.seconds, levels };
}

/** Four hours have 144,000 levels: nothing is allocated for each, so that the event loop is not blocked. */
function haveTwoSides(levels: Levels): boolean {
  const loudest = ([0, 1] as const).map((side) => levels.reduce((most, level) => Math.max(most, level[side]), 0));
  const most = Math.max(...loudest);
  if (Math.min(...loudest) < silent * most || most === 0) return false;
  const decibelsOf = (side: 0 | 1) => Float64Array.from(levels, (level) => 10 * Math.log10(level[side] + 1));
  const [left, right] = [decibelsOf(0), decibelsOf(1)];
  const isSpoken = ([first, second]: Levels[number]): boolean => Math.max(first, second) > pause * most;
  const differences = left
    .map((decibels, index) => decibels - right[index]!)
    .filter((_, index) => isSpoken(levels[index]!));
  const usual = differences.sort()[Math.floor(differences.length / 2)] ?? 0;
  let oneSided = 0;
  for (const [index, level] of levels.entries()) {
    if (!isSpoken(level)) continue;
    const [onLeft, onRight] = [left[index]!, right[index]!];
    const isOfOne =
      onLeft - near(right, index) - usual > ownDecibels || onRight - near(left, index) + usual > ownDecibels;
    if (isOfOne) oneSided += 1;
  }
  return oneSided >= ownFrames;
}

/** Returns the loudest level near one: a copy may be late. */
const near = (decibels: Float64Array, index: number): number =>
  Math.max(decibels[index - 1] ?? 0, decibels[index]!, decibels[index + 1] ?? 0);
