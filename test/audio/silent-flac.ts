/** Sample rate in Hz. */
const rateHz = 16_000;

const crc = (bits: 8 | 16, polynomial: number) => (bytes: readonly number[]) => {
  const [top, mask] = [1 << (bits - 1), 2 ** bits - 1];
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (bits - 8);
    for (let i = 0; i < 8; i++) sum = (sum & top ? (sum << 1) ^ polynomial : sum << 1) & mask;
  }
  return sum;
};
const crc8 = crc(8, 0x07);
const crc16 = crc(16, 0x8005);

interface SilentFlacOptions {
  readonly channels?: number;
  readonly blockSamples?: number;
  /** Stores every sample, so that a frame's size matches its samples. */
  readonly isVerbatim?: boolean;
}

/** Returns hours of silence as FLAC; three hours take 37 kB. */
export function silentFlac(hours: number, options: SilentFlacOptions = {}): Buffer {
  const { channels = 1, blockSamples = 65_535, isVerbatim = false } = options;
  const samples = hours * 3600 * rateHz;
  const info = Buffer.alloc(34);
  info.writeUInt16BE(blockSamples, 0);
  info.writeUInt16BE(blockSamples, 2);
  info.writeBigUInt64BE((BigInt(rateHz) << 44n) | (BigInt(channels - 1) << 41n) | (15n << 36n) | BigInt(samples), 10);
  const length = [(blockSamples - 1) >> 8, (blockSamples - 1) & 255];
  const silence = isVerbatim ? [2, ...Array<number>(2 * blockSamples).fill(0)] : [0, 0, 0];
  const parts = [Buffer.from('fLaC'), Buffer.of(0x80, 0, 0, 34), info];
  for (let frame = 0; frame * blockSamples < samples; frame++) {
    const number = [...Buffer.from(String.fromCodePoint(frame))];
    const head = [0xff, 0xf8, 0x75, ((channels - 1) << 4) | 8, ...number, ...length];
    const body = [...head, crc8(head), ...Array<number[]>(channels).fill(silence).flat()];
    const sum = crc16(body);
    parts.push(Buffer.from([...body, sum >> 8, sum & 255]));
  }
  return Buffer.concat(parts);
}
