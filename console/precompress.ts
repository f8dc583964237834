import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /^assets\/.*\.(js|css|svg|json)$/;

const encodings = [
  {
    ending: '.br',
    encode: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
  },
  { ending: '.gz', encode: (bytes: Buffer) => promisify(gzip)(bytes, { level: zlib.Z_BEST_COMPRESSION }) },
] as const;

/** Writes each script, style sheet and catalogue compressed, too, at levels that are too slow for an answer to a request. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const outputs = Object.values(bundle).filter(({ fileName }) => compressible.test(fileName));
    // On all cores at once.
    const writing = outputs.flatMap((output) => {
      const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source);
      return encodings.map(async ({ ending, encode }) =>
        writeFile(join(dir, `${output.fileName}${ending}`), await encode(bytes)),
      );
    });
    await Promise.all(writing);
  },
});
