import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
/** The script is located beside the source, even in a build. */
const script = fileURLToPath(new URL('./peer.py', import.meta.url)).replace(/([\\/])dist\1/, '$1');

const said = z.object({
  seconds: z.number(),
  mebibytes: z.number(),
  version: z.string(),
  pages: z.array(z.union([z.number(), z.array(z.array(z.array(z.string())))])),
});

export interface PeerReading {
  readonly version: string;
  readonly aSecond: number;
  readonly mebibytes: number;
  /** Tables of each page, if requested. */
  readonly tables: readonly (readonly (readonly string[])[])[][];
}

/** Reads a file with pdfplumber as its documentation advises; undefined if this Python does not have it. */
export async function readWithPdfplumber(
  python: string,
  path: string,
  kind: 'text' | 'tables',
): Promise<PeerReading | undefined> {
  const isThere = await run(python, ['-c', 'import pdfplumber']).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const { stdout } = await run(python, [script, kind, path], { maxBuffer: 2 ** 28 });
  const { seconds, mebibytes, version, pages } = said.parse(JSON.parse(stdout));
  const tables = pages.map((page) => (typeof page === 'number' ? [] : page));
  return { version, mebibytes, aSecond: pages.length / seconds, tables };
}
