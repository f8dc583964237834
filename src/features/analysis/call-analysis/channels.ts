import type { ReadStereo } from '../../../audio/index.ts';

export type Channels =
  | { readonly kind: 'one' | 'two'; readonly seconds: number }
  | { readonly kind: 'fault'; readonly code: string; readonly detail: string };

/** Below this share of the energy, a difference between the channels is encoder noise. */
const alike = 0.01;

/** Returns whether each channel has a side of its own. A mono recording duplicated to two channels has one. */
export async function channelsOf(readStereo: ReadStereo, path: string, signal: AbortSignal): Promise<Channels> {
  let difference = 0;
  let energy = 0;
  const read = await readStereo(path, {
    rateHz: 8000,
    signal,
    async take(stereo) {
      for (let index = 0; index + 1 < stereo.length; index += 2) {
        const [left, right] = [stereo[index] as number, stereo[index + 1] as number];
        difference += (left - right) ** 2;
        energy += left ** 2 + right ** 2;
      }
    },
  });
  if (read.kind === 'fault') return read;
  const isTwo = read.channels >= 2 && energy > 0 && difference / energy > alike;
  return { kind: isTwo ? 'two' : 'one', seconds: read.seconds };
}
