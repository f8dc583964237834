import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWav, wavHeader, writeWav } from '../../media/codec/wav.ts';
import { isFault, type MediaFault } from '../../media/line/fault.ts';

interface WaveFileLike {
  fromScratch(channels: number, rateHz: number, depth: string, samples: unknown): void;
  fromBuffer(bytes: Uint8Array): void;
  toBuffer(): Uint8Array;
  toALaw(): void;
  toMuLaw(): void;
  getSamples(interleaved: boolean, type: unknown): Float64Array;
  fmt: { sampleRate: number; numChannels: number; bitsPerSample: number };
}
const { WaveFile } = createRequire(import.meta.url)('wavefile') as { WaveFile: new () => WaveFileLike };

const wave = Float32Array.from({ length: 500 }, (_, i) => 0.8 * Math.sin(i / 9));

function theirFile(depth: string, rateHz: number, channels: readonly Float32Array[]): Uint8Array {
  const scale = { '8': 127, '16': 32767, '24': 8388607, '32': 2147483647 }[depth] ?? 1;
  const offset = depth === '8' ? 128 : 0;
  const file = new WaveFile();
  const values = channels.map((channel) =>
    Array.from(channel, (x) => (scale === 1 ? x : Math.round(x * scale) + offset)),
  );
  file.fromScratch(channels.length, rateHz, depth, values.length === 1 ? values[0] : values);
  return file.toBuffer();
}

function faultOf(act: () => unknown): MediaFault {
  try {
    act();
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

function chunk(tag: string, body: Uint8Array, claimedBytes = body.length): Uint8Array {
  const out = Buffer.alloc(8 + body.length + (body.length % 2));
  out.write(tag, 0, 'latin1');
  out.writeUInt32LE(claimedBytes >>> 0, 4);
  out.set(body, 8);
  return out;
}

function fmt(options: { tag?: number; channels?: number; rateHz?: number; bits?: number }): Uint8Array {
  const { tag = 1, channels = 1, rateHz = 8000, bits = 16 } = options;
  const body = Buffer.alloc(16);
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rateHz, 4);
  body.writeUInt16LE((channels * bits) / 8, 12);
  body.writeUInt16LE(bits, 14);
  return chunk('fmt ', body);
}

const riff = (...chunks: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...chunks]);
const pcm = new Uint8Array([0, 64, 0, 192]);

describe('reading WAV files of other programs', () => {
  it.each([
    ['8', 8000, 2e-2],
    ['16', 22050, 1e-4],
    ['24', 44100, 1e-6],
    ['32', 11025, 1e-6],
    ['32f', 48000, 1e-6],
    ['64', 96000, 1e-6],
  ])('%s bits at %i Hz', (depth, rateHz, tolerance) => {
    const clip = readWav(theirFile(depth, rateHz, [wave]));
    expect(clip.rateHz).toBe(rateHz);
    expect(clip.samples.length).toBe(wave.length);
    clip.samples.forEach((x, i) => {
      expect(Math.abs(x - (wave[i] as number))).toBeLessThan(tolerance);
    });
  });

  it.each(['toMuLaw', 'toALaw'] as const)('%s', (method) => {
    const file = new WaveFile();
    file.fromBuffer(theirFile('16', 8000, [wave]));
    file[method]();
    const clip = readWav(file.toBuffer());
    expect(clip.samples.length).toBe(wave.length);
    clip.samples.forEach((x, i) => {
      expect(Math.abs(x - (wave[i] as number))).toBeLessThan(0.03);
    });
  });

  it('averages the channels', () => {
    const clip = readWav(theirFile('16', 16000, [wave, wave.map((x) => -x / 2)]));
    clip.samples.forEach((x, i) => {
      expect(Math.abs(x - (wave[i] as number) / 4)).toBeLessThan(1e-4);
    });
  });
});

describe('writing WAV files', () => {
  it('produces files that this and another program read back', () => {
    const bytes = writeWav({ samples: wave, rateHz: 16000 });
    const file = new WaveFile();
    file.fromBuffer(bytes);
    expect(file.fmt).toMatchObject({ sampleRate: 16000, numChannels: 1, bitsPerSample: 16 });
    const theirs = file.getSamples(true, Float64Array);
    const ours = readWav(bytes);
    expect(ours.rateHz).toBe(16000);
    ours.samples.forEach((x, i) => {
      expect(x * 32768).toBe(theirs[i]);
    });
  });

  it('writes the largest possible sizes beyond 4 GB', () => {
    const view = new DataView(wavHeader({ rateHz: 8000, channels: 2, dataBytes: 5e9 }).buffer);
    expect(view.getUint32(4, true)).toBe(0xffffffff);
    expect(view.getUint32(40, true)).toBe(0xffffffff);
  });
});

describe('unusual but valid files', () => {
  it('with unknown chunks and padding are read', () => {
    const clip = readWav(
      riff(chunk('LIST', new Uint8Array(7)), fmt({}), chunk('junk', new Uint8Array(3)), chunk('data', pcm)),
    );
    expect([...clip.samples]).toEqual([0.5, -0.5]);
  });

  it('with a header that claims too much or nothing yield the existing data', () => {
    for (const claimed of [4e9, 0, 0xffffffff, 100]) {
      expect([...readWav(riff(fmt({}), chunk('data', pcm, claimed))).samples]).toEqual([0.5, -0.5]);
    }
  });

  it('with a truncated frame lose that frame', () => {
    expect([...readWav(riff(fmt({}), chunk('data', pcm.subarray(0, 3), 4)).subarray(0, -1)).samples]).toEqual([0.5]);
  });

  it('in the extensible form are read', () => {
    const body = Buffer.alloc(40);
    body.set(fmt({ tag: 0xfffe }).subarray(8, 24));
    body.writeUInt16LE(22, 16);
    body.writeUInt16LE(1, 24);
    expect([...readWav(riff(chunk('fmt ', body), chunk('data', pcm))).samples]).toEqual([0.5, -0.5]);
  });

  it('with NaN in float samples yield silence, and are clipped', () => {
    const data = new Uint8Array(Float32Array.of(Number.NaN, 3, Number.NEGATIVE_INFINITY).buffer);
    expect([...readWav(riff(fmt({ tag: 3, bits: 32 }), chunk('data', data))).samples]).toEqual([0, 1, -1]);
  });
});

describe('an unreadable file is rejected with the reason', () => {
  it.each([
    ['nothing at all', new Uint8Array(0), /not a WAV/],
    ['another kind of file', Buffer.from('ID3 some music that is no wave file'), /not a WAV/],
    ['a header alone', riff(), /no format/],
    ['a format alone', riff(fmt({})), /no samples/],
    ['empty data', riff(fmt({}), chunk('data', new Uint8Array(0))), /no samples/],
    ['data before its format', riff(chunk('data', pcm), fmt({})), /before their format/],
    ['a format cut short', riff(chunk('fmt ', new Uint8Array(10)), chunk('data', pcm)), /cut short/],
    ['no channels', riff(fmt({ channels: 0 }), chunk('data', pcm)), /0 channels/],
    ['1,000 channels', riff(fmt({ channels: 1000, bits: 8 }), chunk('data', pcm)), /1000 channels/],
    ['1 Hz', riff(fmt({ rateHz: 1 }), chunk('data', pcm)), /1 Hz/],
    ['768 kHz', riff(fmt({ rateHz: 768000 }), chunk('data', pcm)), /768000 Hz/],
    ['a compressed kind', riff(fmt({ tag: 0x55 }), chunk('data', pcm)), /with MP3 is not supported: install ffmpeg/],
    ['an unknown kind', riff(fmt({ tag: 0x7777 }), chunk('data', pcm)), /30583/],
    ['0 bits', riff(fmt({ bits: 0 }), chunk('data', pcm)), /0-bit/],
    ['big-endian', Buffer.from('RIFX\0\0\0\0WAVE', 'latin1'), /big-endian/],
  ])('%s', (_, bytes, reason) => {
    const fault = faultOf(() => readWav(bytes));
    expect(fault.code).toBe('audio_unreadable');
    expect(fault.message).toMatch(reason);
  });

  it('a clip beyond the limit is rejected', () => {
    const bytes = writeWav({ samples: new Float32Array(8000), rateHz: 8000 });
    expect(faultOf(() => readWav(bytes, { maxSeconds: 0.5 })).message).toMatch(/1 s long; at most 0.5 s/);
  });

  it('any bytes, also after a valid header, yield a clip or this fault', () => {
    const whole = Buffer.from(theirFile('24', 16000, [wave.subarray(0, 20), wave.subarray(0, 20)]));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(whole.length),
        (edits, keep) => {
          const bytes = Uint8Array.from(whole.subarray(0, keep));
          for (const [at, value] of edits) if (at < keep) bytes[at] = value;
          try {
            const { samples } = readWav(bytes);
            return samples.length <= bytes.length && samples.every((x) => x >= -1 && x <= 1);
          } catch (error) {
            return isFault(error, 'audio_unreadable');
          }
        },
      ),
      { numRuns: 2000, seed: 20261121 },
    );
  });
});
