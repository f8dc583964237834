/** Kilobits per second of layer III by index, of MPEG 1 and of MPEG 2 and 2.5. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const ratesHz = [44_100, 48_000, 32_000] as const;

/** Successive frames that do not occur by chance. */
const framesInARow = 3;

/**
 * Returns where the frames of MPEG audio, layer III, begin in the first bytes of a file, after the rest of a frame or
 * other bytes. Returns -1 if no three frames follow one another. Source: ISO/IEC 11172-3, 2.4.1.3.
 */
export function firstMpegFrame(head: Uint8Array): number {
  for (let from = 0; from + 4 <= head.length; from += 1) {
    let at = from;
    let frames = 0;
    for (let length = frameBytes(head, at); length > 0 && frames < framesInARow; length = frameBytes(head, at)) {
      at += length;
      frames += 1;
    }
    if (frames === framesInARow) return from;
  }
  return -1;
}

/** Returns the length of the frame at a place; 0 if no frame of layer III begins there. */
function frameBytes(head: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0] = head.subarray(at, at + 3);
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return 0;
  const version = (second >> 3) & 3;
  if (version === 1) return 0;
  const isFirst = version === 3;
  const bitRate = bitRates[isFirst ? 0 : 1][third >> 4];
  const rateHz = ratesHz[(third >> 2) & 3];
  if (bitRate === undefined || bitRate === 0 || rateHz === undefined) return 0;
  const scaledHz = rateHz / (isFirst ? 1 : version === 2 ? 2 : 4);
  return Math.floor(((isFirst ? 144 : 72) * bitRate * 1000) / scaledHz) + ((third >> 1) & 1);
}
