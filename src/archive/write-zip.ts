import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** All files have this time, so that the same files make the same archive. */
const mtime = new Date(Date.UTC(2020, 0, 1));

/** Packs files by path. The same files in the same order make the same bytes. */
export async function writeZip(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, bytes] of files) zip.addBuffer(bytes, path, { mtime, mode: 0o100644, forceDosTimestamp: true });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream as AsyncIterable<Buffer> & NodeJS.ReadableStream);
}
