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
    for (const output of Object.values(bundle)) {
      if (!compressible.test(output.fileName)) continue;
      const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source);
      for (const { ending, encode } of encodings)
        await writeFile(join(dir, `${output.fileName}${ending}`), await encode(bytes));
    }
  },
});
