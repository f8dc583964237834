import type { ReadStereo } from '../../../audio/index.ts';

export type Channels =
  | { readonly kind: 'one' | 'two'; readonly seconds: number }
  | { readonly kind: 'fault'; readonly code: string; readonly detail: string };

const rateHz = 8000;
/** Below this share of the energy, a difference between the channels is encoder noise. */
const alike = 0.01;
/** A channel whose loudest tenth of a second has less than this share of the other's energy (-40 dB) has no speech. */
const silent = 0.0001;
const frameSamples = rateHz / 10;

/**
 * Returns whether each channel has a side of its own. A mono recording duplicated to two channels has one, and so has a
 * recording with everybody on the first channel and nobody on the second.
 */
export async function channelsOf(readStereo: ReadStereo, path: string, signal: AbortSignal): Promise<Channels> {
  let difference = 0;
  let energy = 0;
  const loudest: [number, number] = [0, 0];
  let frame: [number, number] = [0, 0];
  let samples = 0;
  const endFrame = (): void => {
    for (const side of [0, 1] as const) loudest[side] = Math.max(loudest[side], frame[side]);
    [frame, samples] = [[0, 0], 0];
  };
  const read = await readStereo(path, {
    rateHz,
    signal,
    async take(stereo) {
      for (let index = 0; index + 1 < stereo.length; index += 2) {
        const [left, right] = [stereo[index] as number, stereo[index + 1] as number];
        difference += (left - right) ** 2;
        energy += left ** 2 + right ** 2;
        frame[0] += left ** 2;
        frame[1] += right ** 2;
        samples += 1;
        if (samples === frameSamples) endFrame();
      }
    },
  });
  if (read.kind === 'fault') return read;
  endFrame();
  const isSilent = Math.min(...loudest) < silent * Math.max(...loudest);
  const isTwo = read.channels >= 2 && energy > 0 && difference / energy > alike && !isSilent;
  return { kind: isTwo ? 'two' : 'one', seconds: read.seconds };
}
