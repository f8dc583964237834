const size = 1 << 16;

/** Gaussian noise that is the same at every run: a table of normal deviates, read from a place the frame decides. */
export interface Noise {
  /** The deviate `offset` after the start that belongs to `frame`; unit variance. */
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
  // Knuth's multiplicative hash scatters the frames over the table, so that no stretch repeats audibly.
  return { table, mask: size - 1, startOf: (frame) => Math.imul(frame + seed, 2654435761) >>> 16 };
}

/** Uniform in [0, 1), from a 32-bit state. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
