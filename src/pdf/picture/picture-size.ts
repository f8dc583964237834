/** Size in pixels, from the file header. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Reads the size of a PNG, JPEG or WebP file without decoding it; undefined if the header does not contain it. */
export function pictureSizeOf(file: Buffer): PictureSize | undefined {
  try {
    if (file.toString('latin1', 1, 4) === 'PNG') return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
    if (file.toString('latin1', 8, 12) === 'WEBP') return sizeOfWebp(file);
    if (file.readUInt16BE(0) === 0xffd8) return sizeOfJpeg(file);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function sizeOfJpeg(file: Buffer): PictureSize | undefined {
  for (let at = 2; file[at] === 0xff; ) {
    const marker = file[at + 1] as number;
    // Fill bytes of 0xff may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    at += 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

function sizeOfWebp(file: Buffer): PictureSize | undefined {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3) };
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    default:
      return undefined;
  }
}
