import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { packageLimits, ratioFromBytes } from './limits.ts';
import { SheetFault } from './sheet-fault.ts';

/** The parts of an office file, packed. */
export interface OfficePackage {
  sizeOf(name: string): number | undefined;
  /** Opens a part. Its declared size has been checked, and reading fails if it unpacks to more. */
  open(name: string): Promise<Readable>;
  close(): void;
}

export const brokenPackage = (): SheetFault =>
  new SheetFault('The workbook is damaged. Open it, save it as .xlsx again and upload that file.');

export async function openPackage(file: Buffer, mostEntries: number = packageLimits.entries): Promise<OfficePackage> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw brokenPackage();
  });
  const entries = await listEntries(zip, mostEntries);
  return {
    sizeOf: (name) => entries.get(name)?.uncompressedSize,
    async open(name) {
      const entry = entries.get(name);
      if (entry === undefined || entry.isEncrypted()) throw brokenPackage();
      const stream = await zip.openReadStreamPromise(entry).catch(() => {
        throw brokenPackage();
      });
      return stream;
    },
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile, mostEntries: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostEntries) throw new SheetFault('The workbook has too many parts.', 'too_large');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('error', () => reject(brokenPackage()));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      if (unpacked > packageLimits.unpackedBytes || isBomb(entry)) {
        const sentence = 'The workbook exceeds the size limit when unpacked. Upload its rows as CSV or in parts.';
        return reject(new SheetFault(sentence, 'too_large'));
      }
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}

const isBomb = ({ uncompressedSize, compressedSize }: Entry): boolean =>
  uncompressedSize > ratioFromBytes && uncompressedSize > compressedSize * packageLimits.unpackedRatio;
