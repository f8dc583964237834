import { open } from 'node:fs/promises';

const pieceBytes = 1024 * 1024;

/** Counts the occurrences of texts in a file, read in pieces. Returns 0 for a missing file. */
export async function countInFile(path: string, texts: readonly string[]): Promise<number> {
  const wanted = texts.map((text) => Buffer.from(text));
  const overlap = Math.max(0, ...wanted.map(({ length }) => length)) - 1;
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return 0;
  try {
    let rest: Buffer = Buffer.alloc(0);
    let count = 0;
    for await (const piece of handle.createReadStream({ highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, piece]);
      // An occurrence within the overlap was counted with the previous piece.
      for (const text of wanted)
        for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1))
          if (at + text.length > rest.length) count += 1;
      rest = bytes.subarray(Math.max(0, bytes.length - overlap));
    }
    return count;
  } finally {
    await handle.close();
  }
}
