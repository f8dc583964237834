import { randomInt } from 'node:crypto';
import { bookParts, inline, type ZipPart, zip } from './workbook-zip.ts';

/** A workbook of 100 MB of rows in some 100 kB. */
export const bombOfRows = (): Buffer => zip(bookParts('<row/>'.repeat(16_000_000 + randomInt(1000))));

/** Shared strings without text, which cost an entry each and no characters. */
export function bombOfStrings(): Buffer {
  const parts = bookParts('').map(
    (part): ZipPart =>
      part.name === 'xl/sharedStrings.xml'
        ? { ...part, content: `<sst>${'<si/>'.repeat(20_000_000 + randomInt(1000))}</sst>` }
        : part,
  );
  return zip(parts);
}

/** A sheet that says it has 100 bytes, and has 200 MB. */
export function bombOfLies(): Buffer {
  const parts = bookParts(`<row>${inline('A1', 'phone')}</row>${' '.repeat(200 * 2 ** 20)}`).map(
    (part): ZipPart => (part.name.includes('sheet1') ? { ...part, claimedBytes: 100 } : part),
  );
  return zip(parts);
}
