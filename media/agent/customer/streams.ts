/**
 * Draws once from a stream (mulberry32): returns the next state and a number in [0, 1). Deterministic for a given
 * state.
 */
function drawOf(state: number): { readonly state: number; readonly value: number } {
  const next = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(next ^ (next >>> 15), next | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return { state: next, value: ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296 };
}

/** Returns the start state of a named stream: 32-bit FNV-1a, so that streams of one seed are uncorrelated. */
export function streamOf(seed: number, name: string): number {
  let value = 0x811c9dc5;
  for (const character of `${seed}:${name}`)
    value = Math.imul(value ^ (character.codePointAt(0) as number), 0x01000193);
  return value >>> 0;
}

/** A random stream for one step. `state` is stored for the next step. */
export interface Stream {
  state: number;
  below(count: number): number;
  chance(share: number): boolean;
}

export function openStream(state: number): Stream {
  const stream: Stream = {
    state,
    below(count) {
      const drawn = drawOf(stream.state);
      stream.state = drawn.state;
      return Math.floor(drawn.value * count);
    },
    chance(share) {
      return stream.below(1000) < share * 1000;
    },
  };
  return stream;
}
