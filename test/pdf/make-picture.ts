import { crc32, deflateSync } from 'node:zlib';

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const words = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => void bytes.writeUInt32BE(value, 4 * i));
  return bytes;
}

/** Returns an all-black picture with one bit per pixel: a hundred kilobytes for a side of 30,000. */
export function blackPng({ width, height }: PictureSize): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([longs(data.length), body, longs(crc32(body))]);
  };
  const header = Buffer.concat([longs(width, height), Buffer.of(1, 0, 0, 0, 0)]);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a JPEG whose header declares another size. */
export function resizedJpeg(jpeg: Buffer, { width, height }: PictureSize): Buffer {
  const made = Buffer.from(jpeg);
  for (let at = 2; at < made.length; at += 2 + made.readUInt16BE(at + 2)) {
    if (![0xc0, 0xc1, 0xc2].includes(made[at + 1] as number)) continue;
    made.writeUInt16BE(height, at + 5);
    made.writeUInt16BE(width, at + 7);
    return made;
  }
  throw new Error('this JPEG has no frame');
}

/** One tile of one component without data: a decoder allocates all of it first. */
export const emptyJpx = ({ width, height }: PictureSize): Buffer =>
  Buffer.concat([
    words(0xff4f, 0xff51, 41, 0),
    longs(width, height, 0, 0, width, height, 0, 0),
    words(1),
    Buffer.of(7, 1, 1),
    words(0xff52, 12),
    Buffer.of(0, 0, 0, 1, 0, 0, 4, 4, 0, 1),
    words(0xff5c, 4),
    Buffer.of(0x20, 0x40),
    words(0xff90, 10, 0),
    longs(0),
    Buffer.of(0, 1),
    words(0xff93, 0, 0xffd9),
  ]);

/** A page with one region whose arithmetic-coded data ends at once. */
export function emptyJbig2({ width, height }: PictureSize): Buffer {
  const segment = (number: number, type: number, data: Buffer): Buffer =>
    Buffer.concat([longs(number), Buffer.of(type, 0, 1), longs(data.length), data]);
  const page = Buffer.concat([longs(width, height, 0, 0), Buffer.of(0, 0, 0)]);
  const adaptive = Buffer.of(3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe);
  const region = Buffer.concat([longs(width, height, 0, 0), Buffer.of(0, 0), adaptive, Buffer.alloc(8)]);
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)]);
}

/** Returns pages of 8 by 8 pixels, each with its own directory. */
export function blackTiff(pages: number): Buffer {
  const entries = 8;
  const pageBytes = 2 + entries * 12 + 4 + 8;
  const file = Buffer.alloc(8 + pages * pageBytes);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  for (let page = 0; page < pages; page++) {
    const at = 8 + page * pageBytes;
    const bits = at + pageBytes - 8;
    const tags = [
      [256, 8],
      [257, 8],
      [258, 1],
      [259, 1],
      [262, 1],
      [273, bits],
      [278, 8],
      [279, 8],
    ] as const;
    file.writeUInt16LE(entries, at);
    tags.forEach(([tag, value], i) => {
      file.writeUInt16LE(tag, at + 2 + i * 12);
      file.writeUInt16LE(4, at + 4 + i * 12);
      file.writeUInt32LE(1, at + 6 + i * 12);
      file.writeUInt32LE(value, at + 10 + i * 12);
    });
    file.writeUInt32LE(page + 1 < pages ? at + pageBytes : 0, at + 2 + entries * 12);
  }
  return file;
}
