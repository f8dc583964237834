import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ImportFault } from './import-fault.ts';
import { importLimits, ratioFromBytes } from './limits.ts';

/** The parts of a workbook, packed. */
export interface Workbook {
  sizeOf(name: string): number | undefined;
  /** Opens a part. Its declared size has been checked, and reading fails if it unpacks to more. */
  open(name: string): Promise<Readable>;
  close(): void;
}

const broken = 'The workbook is damaged. Open it, save it as .xlsx again and upload that file.';

export async function openWorkbook(file: Buffer): Promise<Workbook> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw new ImportFault(broken);
  });
  const entries = await listEntries(zip);
  return {
    sizeOf: (name) => entries.get(name)?.uncompressedSize,
    async open(name) {
      const entry = entries.get(name);
      if (entry === undefined || entry.isEncrypted()) throw new ImportFault(broken);
      const stream = await zip.openReadStreamPromise(entry).catch(() => {
        throw new ImportFault(broken);
      });
      return stream;
    },
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > importLimits.entries) throw new ImportFault('The workbook has too many parts.');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('error', () => reject(new ImportFault(broken)));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      if (unpacked > importLimits.unpackedBytes || isBomb(entry)) {
        return reject(
          new ImportFault('The workbook exceeds the size limit when unpacked. Upload its rows as CSV or in parts.'),
        );
      }
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}

const isBomb = ({ uncompressedSize, compressedSize }: Entry): boolean =>
  uncompressedSize > ratioFromBytes && uncompressedSize > compressedSize * importLimits.unpackedRatio;

export const brokenWorkbook = (): ImportFault => new ImportFault(broken);
