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

function haveTwoSides(levels: Levels): boolean {
  const loudest = ([0, 1] as const).map((side) => levels.reduce((most, level) => Math.max(most, level[side]), 0));
  const most = Math.max(...loudest);
  if (Math.min(...loudest) < silent * most || most === 0) return false;
  const decibels = levels.map(([left, right]) => [10 * Math.log10(left + 1), 10 * Math.log10(right + 1)] as const);
  const spoken = levels.flatMap((level, index) => (Math.max(...level) > pause * most ? [index] : []));
  const usual = medianOf(spoken.map((index) => (decibels[index] as Pair)[0] - (decibels[index] as Pair)[1]));
  /** The loudest frame near one: a copy may be late. */
  const near = (index: number, side: 0 | 1): number =>
    Math.max(...decibels.slice(Math.max(0, index - 1), index + 2).map((level) => level[side]));
  const oneSided = spoken.filter((index) => {
    const [left, right] = decibels[index] as Pair;
    return left - near(index, 1) - usual > ownDecibels || right - near(index, 0) + usual > ownDecibels;
  });
  return oneSided.length >= ownFrames;
}

type Pair = readonly [number, number];

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
