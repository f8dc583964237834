const headerBytes = 44;
const shortestSamples = 8000;

/** Returns an 8 kHz WAV file of silence with a unique length. */
export function recording(index: number): Buffer {
  const bytes = (shortestSamples + index) * 2;
  const file = Buffer.alloc(headerBytes + bytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(headerBytes - 8 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(16_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
  return file;
}

/** Returns the text that the scripted recogniser produces for a file of this size. */
export const heardOf = (sizeBytes: number): string =>
  `This is recording number ${(sizeBytes - headerBytes) / 2 - shortestSamples}.`;
