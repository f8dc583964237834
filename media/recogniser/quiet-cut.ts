/** The recogniser's window is 30 s; a piece of this length leaves room for the pre-roll. */
export const longestPieceSeconds = 28;

const blockSeconds = 0.02;
const quietBlocks = 10;

/**
 * Returns the position, in samples, at which to cut audio that is too long for one decode: the middle of the quietest
 * 200 ms in the last two thirds of the first 28 s. Returns undefined if it fits.
 */
export function quietCut(samples: Float32Array, rateHz: number, seconds = longestPieceSeconds): number | undefined {
  const longest = Math.floor(seconds * rateHz);
  if (samples.length <= longest) return undefined;
  const block = Math.round(blockSeconds * rateHz);
  const from = Math.floor(longest / 3 / block);
  const energies = Array.from({ length: Math.floor(longest / block) - from }, (_, i) =>
    energyOf(samples.subarray((from + i) * block, (from + i + 1) * block)),
  );
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + quietBlocks <= energies.length; i += 1) {
    const sum = energies.slice(i, i + quietBlocks).reduce((total, energy) => total + energy, 0);
    if (sum <= least) [least, best] = [sum, i];
  }
  return (from + best + quietBlocks / 2) * block;
}

function energyOf(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 1) sum += samples[i]! * samples[i]!;
  return sum;
}

/** Splits audio into consecutive pieces that each fit into one decode. */
export function piecesOf(samples: Float32Array, rateHz: number): Float32Array[] {
  const pieces: Float32Array[] = [];
  let rest = samples;
  for (;;) {
    const cut = quietCut(rest, rateHz);
    if (cut === undefined) return [...pieces, rest];
    pieces.push(rest.subarray(0, cut));
    rest = rest.subarray(cut);
  }
}
