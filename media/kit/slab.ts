/** Memory for pieces of 20 ms, cut from larger blocks: by itself each costs more to allocate and to collect than to fill. */
export interface Slab {
  /** Zeros that nobody else holds. A piece that is kept keeps its whole block. */
  take(length: number): Uint8Array;
}

export function createByteSlab(blockBytes: number): Slab {
  let block = new Uint8Array(0);
  let used = 0;
  return {
    take(length) {
      // A large piece would throw away most of a block.
      if (length * 4 > blockBytes) return new Uint8Array(length);
      if (used + length > block.length) {
        block = new Uint8Array(blockBytes);
        used = 0;
      }
      used += length;
      // `subarray` first asks the array what kind it is: twice the time.
      return new Uint8Array(block.buffer, used - length, length);
    },
  };
}
