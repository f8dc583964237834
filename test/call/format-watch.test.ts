import { describe, expect, test } from 'vitest';
import { adviceOf, createFormatWatch, type FormatFinding } from '../../media/call/inbound/format-watch.ts';
import { createInbound } from '../../media/call/inbound/inbound.ts';
import { createRecorder } from '../../media/call/recording/recorder.ts';
import { createEncoder } from '../../media/codec/format.ts';
import { encodeAlaw, encodeMulaw } from '../../media/codec/g711.ts';
import { encodeL16 } from '../../media/codec/l16.ts';
import { createRandom } from '../../media/emulator/random.ts';
import { createUplink, type NetworkConditions } from '../../media/emulator/uplink.ts';
import { bytesPerSample, type LineRateHz, type WireFormat } from '../../media/line/audio.ts';
import { dialects } from '../../media/wire/dialects/index.ts';

const mulaw8: WireFormat = { encoding: 'mulaw', rateHz: 8000 };
const l16 = (rateHz: 8000 | 16000 | 24000): WireFormat => ({ encoding: 'l16', rateHz });
const encoders = { mulaw: encodeMulaw, alaw: encodeAlaw, l16: encodeL16 };

/** A voice of sorts, with pauses. */
const makeVoice = (rateHz: number, seconds: number): Float32Array =>
  Float32Array.from({ length: rateHz * seconds }, (_, i) => {
    const t = i / rateHz;
    const envelope = Math.max(0, Math.sin(2 * Math.PI * 1.3 * t));
    const f = 120 + 20 * Math.sin(3 * t);
    return 0.2 * envelope * [1, 2, 3, 5, 8].reduce((sum, k) => sum + Math.sin(2 * Math.PI * k * f * t) / k, 0);
  });

const voices = new Map<string, Float32Array>();
const voice = (rateHz: number, seconds: number): Float32Array => {
  const key = `${rateHz} ${seconds}`;
  const known = voices.get(key) ?? makeVoice(rateHz, seconds);
  voices.set(key, known);
  return known;
};

interface Stream {
  readonly said: WireFormat;
  readonly actual: WireFormat;
  readonly pieceMs?: number;
  readonly seconds?: number;
  readonly network?: NetworkConditions;
  readonly samples?: Float32Array;
  readonly swapped?: boolean;
}

function watch({ said, actual, pieceMs = 20, seconds = 10, network = {}, samples, swapped = false }: Stream) {
  const audio = samples ?? voice(actual.rateHz, seconds);
  const bytes = encoders[actual.encoding](audio);
  if (swapped) Buffer.from(bytes.buffer).swap16();
  const pieceBytes = (actual.rateHz * bytesPerSample(actual.encoding) * pieceMs) / 1000;
  const uplink = createUplink<Uint8Array>(network);
  const format = createFormatWatch(said);
  let found: { readonly finding: FormatFinding; readonly atMs: number } | undefined;
  let next = 0;
  for (let nowMs = 0; nowMs < seconds * 1000; nowMs += 5) {
    for (; (next + 1) * pieceMs <= nowMs; next++)
      uplink.offer(bytes.subarray(next * pieceBytes, (next + 1) * pieceBytes), 'media', nowMs);
    for (const payload of uplink.due(nowMs)) {
      const finding = format.observe(payload, 0, nowMs);
      if (finding !== undefined) found = { finding, atMs: nowMs };
    }
  }
  return found;
}

describe('a format that differs from the announced one', () => {
  const mismatches: [WireFormat, WireFormat][] = [
    [l16(8000), l16(16000)],
    [l16(8000), l16(24000)],
    [l16(16000), l16(8000)],
    [l16(16000), l16(24000)],
    [l16(24000), l16(8000)],
    [l16(24000), l16(16000)],
    [mulaw8, l16(8000)],
    [mulaw8, l16(16000)],
    [l16(8000), mulaw8],
    [l16(16000), mulaw8],
  ];
  test.each(mismatches)('announced %j, real %j: detected by throughput within six seconds', (said, actual) => {
    for (const pieceMs of [20, 100]) {
      for (const network of [{ jitterMs: 80, seed: 5 }]) {
        const found = watch({ said, actual, pieceMs, network });
        expect(found?.finding).toMatchObject({ actual, swapped: false });
        expect(found?.atMs).toBeLessThan(6000);
      }
    }
  });

  test('the alarm names the setting to change', () => {
    const found = watch({ said: l16(8000), actual: l16(16000) });
    expect(found?.finding.detail).toMatch(/says 16-bit linear at 8000 Hz, but 3[12]\d{3} bytes a second .* of 16000$/);
    expect(adviceOf(found!.finding, dialects.telephony_b, 'THE_RATE')).toContain('set THE_RATE=16000');
    expect(adviceOf(found!.finding, dialects.telephony_b)).toContain('sample_rate of 16000');
    expect(adviceOf(found!.finding, dialects.telephony_a)).toContain('contentType');
    expect(adviceOf(found!.finding, dialects.browser)).toContain('"sample_rate":16000');
  });

  test.each([8000, 16000, 24000] as const)('swapped bytes at %i Hz are detected by their noise', (rateHz) => {
    const found = watch({ said: l16(rateHz), actual: l16(rateHz), swapped: true });
    expect(found?.finding).toMatchObject({ swapped: true, actual: l16(rateHz) });
    expect(found?.atMs).toBeLessThan(5000);
  });
});

describe('no alarm', () => {
  const random = createRandom(3);
  const seconds = 10;
  const sounds: Record<string, (rateHz: number) => Float32Array> = {
    'a voice': (rateHz) => voice(rateHz, seconds),
    silence: (rateHz) => new Float32Array(rateHz * seconds),
    'loud noise': (rateHz) => Float32Array.from({ length: rateHz * seconds }, () => random() - 0.5),
    'soft noise': (rateHz) => Float32Array.from({ length: rateHz * seconds }, () => (random() - 0.5) / 1000),
    'a high tone': (rateHz) => tone(rateHz, 3400, 0.5),
    'a low tone': (rateHz) => tone(rateHz, 440, 0.5),
    'a faint tone': (rateHz) => tone(rateHz, 300, 0.002),
    'a square wave that clips': (rateHz) => tone(rateHz, 350, 9).map((sample) => Math.max(-1, Math.min(1, sample))),
  };
  const tone = (rateHz: number, hz: number, level: number): Float32Array =>
    Float32Array.from({ length: rateHz * seconds }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / rateHz));

  test.each(Object.keys(sounds))('for %s', (name) => {
    for (const said of [mulaw8, l16(8000), l16(16000), l16(24000)]) {
      expect(watch({ said, actual: said, samples: sounds[name]!(said.rateHz) })).toBeUndefined();
    }
  });

  test.each([1, 2, 3, 4])('in storm %i: jitter, loss, stalls and bursts', (seed) => {
    const network = {
      jitterMs: 60,
      jitterShape: 'spiky',
      lossRate: 0.05,
      lossBurst: 4,
      stalls: { everyMs: 2500, minMs: 300, maxMs: 2000 },
      driftPpm: 200,
      seed,
    } as const;
    for (const said of [mulaw8, l16(16000), l16(24000)]) {
      expect(watch({ said, actual: said, network, seconds: 30, pieceMs: seed % 2 === 0 ? 20 : 100 })).toBeUndefined();
    }
  });

  test('if the far end sends only while its caller speaks', () => {
    const format = createFormatWatch(l16(16000));
    for (let nowMs = 0; nowMs < 60_000; nowMs += 20) {
      if (nowMs % 1000 < 500) expect(format.observe(new Uint8Array(640), 0, nowMs)).toBeUndefined();
    }
  });
});

test.each([
  [l16(8000), l16(16000), false],
  [l16(16000), l16(8000), false],
  [mulaw8, l16(8000), false],
  [l16(16000), l16(16000), true],
] as const)(
  'announced %j, real %j (swapped %s): audio is decoded correctly after detection',
  (said, actual, swapped) => {
    const rateHz: LineRateHz = said.rateHz === 8000 ? 8000 : 16000;
    const tone = (hz: number): Float32Array =>
      Float32Array.from(
        { length: actual.rateHz * 12 },
        (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * hz * i) / actual.rateHz),
      );
    const bytes = createEncoder(actual)(tone(1));
    if (swapped) Buffer.from(bytes.buffer).swap16();
    const heard: number[] = [];
    const findings: FormatFinding[] = [];
    let nowMs = 0;
    const inbound = createInbound({
      rateHz,
      format: said,
      recorder: createRecorder(20 * rateHz),
      nowMs: () => nowMs,
      hear: (samples) => void heard.push(...samples),
      onMismatch: (finding) => findings.push(finding),
    });
    const pieceBytes = (actual.rateHz * bytesPerSample(actual.encoding)) / 50;
    for (let at = 0; at + pieceBytes <= bytes.length; at += pieceBytes) {
      nowMs += 20;
      inbound.push(bytes.slice(at, at + pieceBytes), at / pieceBytes);
      inbound.tick();
    }
    expect(findings).toHaveLength(1);
    // The last second is a tone of 440 Hz again.
    const last = heard.slice(-rateHz);
    const crossings = last.filter((sample, i) => i > 0 && sample >= 0 && (last[i - 1] as number) < 0).length;
    expect(Math.abs(crossings - 440)).toBeLessThan(4);
  },
);
