import type { IncomingFile } from './file-store.ts';

type Readable = Pick<IncomingFile, 'read' | 'sizeBytes'>;

interface Box {
  readonly type: string;
  /** Start and end of the box's content. */
  readonly start: number;
  readonly end: number;
}

/** Maximum boxes inspected per file, across all levels: a valid file has a few dozen before its tracks are known. */
const maxBoxes = 2000;

/** Returns whether an MP4 has an audio track. Reads only box headers. */
export async function hasSound(file: Readable): Promise<boolean> {
  const budget = { boxes: maxBoxes };
  const handlers: string[] = [];
  for await (const track of within(file, ['moov', 'trak', 'mdia', 'hdlr'], whole(file), budget)) {
    // Skips version and flags and a field that is 0; the track's kind follows.
    handlers.push(Buffer.from(await file.read(track.start + 8, 4)).toString('latin1'));
  }
  return budget.boxes > 0 && handlers.includes('soun');
}

/** Returns whether an MP4 ends before the index of its tracks, as an incompletely copied file does. */
export async function lacksIndex(file: Readable): Promise<boolean> {
  const budget = { boxes: maxBoxes };
  for await (const box of boxes(file, whole(file), budget)) if (box.type === 'moov') return false;
  return budget.boxes > 0;
}

const whole = ({ sizeBytes }: Readable): Box => ({ type: '', start: 0, end: sizeBytes });

async function* within(
  file: Readable,
  [type, ...deeper]: readonly string[],
  box: Box,
  budget: { boxes: number },
): AsyncGenerator<Box> {
  for await (const inner of boxes(file, box, budget)) {
    if (inner.type !== type) continue;
    if (deeper.length === 0) yield inner;
    else yield* within(file, deeper, inner, budget);
  }
}

async function* boxes(file: Readable, { start, end }: Box, budget: { boxes: number }): AsyncGenerator<Box> {
  let at = start;
  while (at + 8 <= end && budget.boxes > 0) {
    budget.boxes -= 1;
    const header = Buffer.from(await file.read(at, 16));
    if (header.length < 8) return;
    const shortSize = header.readUInt32BE(0);
    const isLong = shortSize === 1 && header.length === 16;
    const size = isLong ? Number(header.readBigUInt64BE(8)) : shortSize === 0 ? end - at : shortSize;
    const headerBytes = isLong ? 16 : 8;
    if (size < headerBytes || at + size > end) return;
    yield { type: header.toString('latin1', 4, 8), start: at + headerBytes, end: at + size };
    at += size;
  }
}
