const size = 1 << 16;

/** Reproducible Gaussian noise: a table of normal deviates that each frame reads from its own position. */
export interface Noise {
  /** Normal deviates of unit variance. Read at `(startOf(frame) + offset) & mask`. */
  readonly table: Float32Array;
  readonly mask: number;
  startOf(frame: number): number;
}

export function createNoise(seed: number): Noise {
  const next = mulberry32(seed);
  const table = new Float32Array(size);
  for (let i = 0; i < size; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - next()));
    const angle = 2 * Math.PI * next();
    table[i] = radius * Math.cos(angle);
    table[i + 1] = radius * Math.sin(angle);
  }
  // Knuth's multiplicative hash scatters the frames over the table, so that no repetition is audible.
  return { table, mask: size - 1, startOf: (frame) => Math.imul(frame + seed, 2654435761) >>> 16 };
}

/** Returns a generator of uniform numbers in [0, 1) with 32-bit state. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
