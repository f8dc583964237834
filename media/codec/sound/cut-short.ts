import type { FileHandle } from 'node:fs/promises';

const headBytes = 4096;
const tailBytes = 131_072;
/** Values that streaming writers leave in place of the length. */
const unknownLengths: readonly number[] = [0, 0xffffffff, 0x7fffffff];

/**
 * Returns whether a sound file ends before its declared end: a WAV file inside its `data` chunk, an Ogg file without a
 * last page, an MP3 file before the length in its Xing header. Returns false if the format or the file declares no end.
 */
export async function isCutShort(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const head = await part(file, 0, Math.min(size, headBytes));
  if (begins(head, 'RIFF') && begins(head, 'WAVE', 8)) return isWavCut(head, size);
  if (begins(head, 'OggS')) return isOggCut(await part(file, Math.max(0, size - tailBytes), Math.min(size, tailBytes)));
  return isMp3Cut(head, size);
}

async function part(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, from);
  return buffer.subarray(0, bytesRead);
}

const begins = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

function isWavCut(head: Buffer, size: number): boolean {
  let at = 12;
  while (at + 8 <= head.length) {
    const length = head.readUInt32LE(at + 4);
    if (begins(head, 'data', at)) return !unknownLengths.includes(length) && at + 8 + length > size;
    at += 8 + length + (length % 2);
  }
  return false;
}

/** The last page of a stream has flag 4 and must be complete. */
function isOggCut(tail: Buffer): boolean {
  const at = tail.lastIndexOf('OggS');
  if (at < 0 || at + 27 > tail.length) return true;
  const segments = tail.readUInt8(at + 26);
  let bytes = 27 + segments;
  for (let index = 0; index < segments && at + 27 + index < tail.length; index += 1)
    bytes += tail.readUInt8(at + 27 + index);
  return (tail.readUInt8(at + 5) & 4) === 0 || at + bytes > tail.length;
}

/** Source of the layout: the Xing header as written by LAME, whose byte count starts at its own frame. */
function isMp3Cut(head: Buffer, size: number): boolean {
  const tag = begins(head, 'ID3') && head.length >= 10 ? 10 + synchsafe(head, 6) : 0;
  const tagAt = Math.max(head.indexOf('Xing', tag), head.indexOf('Info', tag));
  if (tagAt < 0 || tagAt + 16 > head.length || (head[tag] ?? 0) !== 0xff) return false;
  const flags = head.readUInt32BE(tagAt + 4);
  if ((flags & 2) === 0) return false;
  const bytes = head.readUInt32BE(tagAt + 8 + ((flags & 1) === 0 ? 0 : 4));
  return tag + bytes > size;
}

const synchsafe = (bytes: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((sum, index) => sum * 128 + ((bytes[at + index] as number) & 0x7f), 0);
