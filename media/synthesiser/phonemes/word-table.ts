/**
 * A dictionary in one block of memory: 180,000 words take 6 MB here, and 60 MB as an object of strings, in every
 * synthesiser thread.
 *
 * Layout, little-endian: the number of entries, the start of each entry and the end of the last (uint32 each, from the
 * start of the block), then the entries ordered by the bytes of their keys: key, 0, value, in UTF-8.
 */
export interface WordTable {
  get(key: string): string | undefined;
  readonly size: number;
}

const wordBytes = 4;

/** Keys must not contain a zero character. */
export function writeWordTable(entries: Iterable<readonly [string, string]>): Uint8Array {
  const rows = [...entries].map(([key, value]) => ({ key: Buffer.from(key), value: Buffer.from(value) }));
  rows.sort((a, b) => Buffer.compare(a.key, b.key));
  const head = Buffer.alloc(wordBytes * (rows.length + 2));
  head.writeUInt32LE(rows.length);
  let start = head.length;
  rows.forEach(({ key, value }, i) => {
    head.writeUInt32LE(start, wordBytes * (i + 1));
    start += key.length + 1 + value.length;
  });
  head.writeUInt32LE(start, wordBytes * (rows.length + 1));
  return Buffer.concat([head, ...rows.flatMap(({ key, value }) => [key, Buffer.of(0), value])], start);
}

/** Returns undefined if the block is incomplete or invalid. */
export function openWordTable(bytes: Uint8Array): WordTable | undefined {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (block.length < 2 * wordBytes) return undefined;
  const size = block.readUInt32LE();
  if (block.length < wordBytes * (size + 2) || block.readUInt32LE(wordBytes * (size + 1)) !== block.length)
    return undefined;
  const startOf = (row: number): number => block.readUInt32LE(wordBytes * (row + 1));

  /** Returns the key's order relative to the row, and the offset of the row's value. */
  function compare(key: Buffer, row: number): { readonly order: number; readonly valueAt: number } {
    const start = startOf(row);
    const end = startOf(row + 1);
    for (let i = 0; i <= key.length; i += 1) {
      const there = start + i < end ? (block[start + i] as number) : 0;
      const wanted = i < key.length ? (key[i] as number) : 0;
      if (wanted !== there) return { order: wanted - there, valueAt: 0 };
    }
    return { order: 0, valueAt: start + key.length + 1 };
  }

  return {
    size,
    get(key) {
      const wanted = Buffer.from(key);
      let low = 0;
      let high = size - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        const { order, valueAt } = compare(wanted, middle);
        if (order === 0) return block.toString('utf8', valueAt, startOf(middle + 1));
        if (order < 0) high = middle - 1;
        else low = middle + 1;
      }
      return undefined;
    },
  };
}
