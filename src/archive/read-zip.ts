import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { type ArchiveLimits, ratioFromBytes, unpackedRatio } from './limits.ts';

/** The files of an archive by path, or what is wrong with it, as a sentence. */
export type ReadZip = { readonly files: ReadonlyMap<string, Buffer> } | { readonly wrong: string };

const damaged = 'The archive is damaged. Pack it again.';

/**
 * Unpacks an archive into memory. Refuses paths that leave the archive, encrypted entries, a path that occurs twice,
 * and everything beyond the limits, before it is unpacked.
 */
export async function readZip(bytes: Buffer, limits: ArchiveLimits): Promise<ReadZip> {
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true });
  } catch {
    return { wrong: damaged };
  }
  try {
    const listed = await listEntries(zip, limits);
    if ('wrong' in listed) return listed;
    const files = new Map<string, Buffer>();
    for (const [path, entry] of listed.entries) files.set(path, await buffer(await zip.openReadStreamPromise(entry)));
    return { files };
  } catch {
    return { wrong: damaged };
  } finally {
    zip.close();
  }
}

type Listed = { readonly entries: ReadonlyMap<string, Entry> } | { readonly wrong: string };

function listEntries(zip: ZipFile, { entries: mostEntries, unpackedBytes }: ArchiveLimits): Promise<Listed> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  return new Promise((resolve) => {
    const refuse = (wrong: string): void => resolve({ wrong });
    if (zip.entryCount > mostEntries) return refuse(`The archive has more than ${mostEntries} files.`);
    zip.on('error', (error: Error) =>
      refuse(/relative path|absolute path|invalid characters/.test(error.message) ? outside : damaged),
    );
    zip.on('end', () => resolve({ entries }));
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      if (unpacked > unpackedBytes || isBomb(entry))
        return refuse(`The archive unpacks to more than ${unpackedBytes / 2 ** 20} MiB, or is packed too tightly.`);
      if (entry.isEncrypted()) return refuse('The archive has a password. Pack it without one.');
      if (isLink(entry)) return refuse(`The archive has a link, ${nameOf(entry)}. Pack the file itself.`);
      if (entries.has(entry.fileName)) return refuse(`The archive has ${nameOf(entry)} twice.`);
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

const outside = 'The archive has a file whose path leaves the archive. Pack the folder again.';

const nameOf = ({ fileName }: Entry): string => fileName.slice(0, 100);

const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

const isBomb = ({ uncompressedSize, compressedSize }: Entry): boolean =>
  uncompressedSize > ratioFromBytes && uncompressedSize > compressedSize * unpackedRatio;
