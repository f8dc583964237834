import { randomInt } from 'node:crypto';
import { bookParts, inline, type ZipPart, zip } from './workbook-zip.ts';

/** Returns a workbook with 100 MB of rows in about 100 kB. */
export const bombOfRows = (): Buffer => zip(bookParts('<row/>'.repeat(16_000_000 + randomInt(1000))));

/** Empty shared strings: each costs an entry but no characters. */
export function bombOfStrings(): Buffer {
  const parts = bookParts('').map(
    (part): ZipPart =>
      part.name === 'xl/sharedStrings.xml'
        ? { ...part, content: `<sst>${'<si/>'.repeat(20_000_000 + randomInt(1000))}</sst>` }
        : part,
  );
  return zip(parts);
}

/** Returns a sheet that declares 100 bytes and contains 200 MB. */
export function bombOfLies(): Buffer {
  const parts = bookParts(`<row>${inline('A1', 'phone')}</row>${' '.repeat(200 * 2 ** 20)}`).map(
    (part): ZipPart => (part.name.includes('sheet1') ? { ...part, claimedBytes: 100 } : part),
  );
  return zip(parts);
}
