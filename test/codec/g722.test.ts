import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createG722Decoder, createG722Encoder } from '../../media/codec/g722.ts';

/** One second with silence, tones of changing pitch, noise and clipping, from integers alone. */
function signal(): Int16Array {
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  };
  return Int16Array.from({ length: 16_000 }, (_, at) => {
    const noise = (random() & 0x3fff) - 0x2000;
    const saw = ((at * (1 + (at >> 11)) * 37) & 0xffff) - 0x8000;
    if (at < 2000) return 0;
    if (at < 6000) return saw >> 1;
    if (at < 10_000) return (saw >> 2) + noise;
    if (at < 11_000) return at & 64 ? 32_767 : -32_768;
    return noise >> 4;
  });
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
const bytesOf = (samples: Int16Array): Uint8Array => new Uint8Array(samples.buffer);

/** Results of libg722, through the Python package g722 1.2.8. */
const published = { encoded: '6dfd233beb7e7885', decoded: '2e4e587cc1593936', noiseDecoded: '14fdc2d37a7f4be4' };

describe('G.722', () => {
  test('encodes to the bytes of another implementation', () => {
    expect(hash(createG722Encoder()(signal()))).toBe(published.encoded);
  });

  test('decodes to the samples of another implementation, from speech and from arbitrary bytes', () => {
    expect(hash(bytesOf(createG722Decoder()(createG722Encoder()(signal()))))).toBe(published.decoded);
    expect(hash(bytesOf(createG722Decoder()(bytesOf(signal()))))).toBe(published.noiseDecoded);
  });

  test('keeps its state from packet to packet', () => {
    const samples = signal();
    const encode = createG722Encoder();
    const packets = Array.from({ length: 50 }, (_, at) => encode(samples.slice(at * 320, (at + 1) * 320)));
    expect(Buffer.concat(packets).equals(createG722Encoder()(samples))).toBe(true);
  });
});
