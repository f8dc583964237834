import { describe, expect, it } from 'vitest';
import { createDecoder, createEncoder } from '../../media/codec/format.ts';
import { bytesPerSample, type Encoding, lineRateOf, type WireFormat, type WireRateHz } from '../../media/line/audio.ts';

const formats: WireFormat[] = (['mulaw', 'alaw', 'l16'] as Encoding[]).flatMap((encoding) =>
  ([8000, 16000, 24000, 48000] as WireRateHz[]).map((rateHz) => ({ encoding, rateHz })),
);

const voiceAt = (seconds: number): number =>
  0.4 * Math.sin(2 * Math.PI * 220 * seconds) + 0.2 * Math.sin(2 * Math.PI * 1730 * seconds);

const speechLike = (rateHz: number, seconds: number): Float32Array =>
  Float32Array.from({ length: rateHz * seconds }, (_, i) => voiceAt(i / rateHz));

/** Noise relative to the signal, in dB, at the delay of up to 8 ms (sixths of a sample) that fits best. */
function noiseDb(got: Float32Array, rateHz: number): number {
  const edge = Math.round(rateHz * 0.03);
  let best = Number.POSITIVE_INFINITY;
  for (let delay = 0; delay < rateHz * 0.008; delay += 1 / 6) {
    let noise = 0;
    let signal = 0;
    for (let i = edge; i < got.length - edge; i += 3) {
      const wanted = voiceAt((i - delay) / rateHz);
      noise += ((got[i] as number) - wanted) ** 2;
      signal += wanted ** 2;
    }
    best = Math.min(best, noise / signal);
  }
  return 10 * Math.log10(best);
}

describe.each(formats)('$encoding at $rateHz Hz', (format) => {
  const lineHz = lineRateOf(format);

  it('encodes and decodes speech frame by frame', () => {
    const samples = speechLike(lineHz, 0.4);
    const encode = createEncoder(format);
    const decode = createDecoder(format);
    const frame = lineHz / 50;
    const out: number[] = [];
    for (let at = 0; at < samples.length; at += frame) {
      const payload = encode(samples.subarray(at, at + frame));
      expect(payload.length).toBe((format.rateHz / 50) * bytesPerSample(format.encoding));
      const heard = decode(payload);
      expect(heard.length).toBe(frame);
      out.push(...heard);
    }
    // Companding leaves 38 dB, 16 bits 90, the resamplers' ripple and images 60.
    const limit = format.encoding === 'l16' ? -50 : -30;
    expect(noiseDb(Float32Array.from(out), lineHz)).toBeLessThan(limit);
  });

  it('keeps no reference to the payload', () => {
    const payload = createEncoder(format)(speechLike(lineHz, 0.02));
    const heard = createDecoder(format)(payload);
    const before = heard.slice();
    payload.fill(0);
    expect(heard).toEqual(before);
  });

  it('accepts chunks of any length', () => {
    const long = speechLike(lineHz, 2);
    const payload = createEncoder(format)(long);
    expect(payload.length).toBe(format.rateHz * 2 * bytesPerSample(format.encoding));
    expect(createDecoder(format)(payload).length).toBe(long.length);
  });

  it('returns nothing for an empty payload', () => {
    expect(createDecoder(format)(new Uint8Array(0)).length).toBe(0);
    expect(createEncoder(format)(new Float32Array(0)).length).toBe(0);
  });
});
