import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import { readWav } from '../../media/codec/wav.ts';
import { createEchoGuard } from '../../media/turn/echo.ts';

const FRAME = 160;
const WINDOW_MS = 240;

/** Share of the windows of audible heard audio, one every 200 ms, that were judged to be echo. */
function shareOfEcho(played: Float32Array, heard: Float32Array): number {
  const guard = createEchoGuard({ rateHz: 8000 });
  const wire = decodeMulaw(encodeMulaw(heard));
  let judged = 0;
  let echo = 0;
  guard.played(played, 0);
  for (let at = 0; at + FRAME <= wire.length; at += FRAME) {
    guard.heard(wire.subarray(at, at + FRAME), at / 8);
    const end = at + FRAME;
    const window = wire.subarray(Math.max(0, end - WINDOW_MS * 8), end);
    if (end % 1600 !== 0 || window.reduce((sum, x) => sum + x * x, 0) / window.length < 1e-5) continue;
    judged += 1;
    if (guard.isEcho(end / 8 - WINDOW_MS, end / 8)) echo += 1;
  }
  expect(judged).toBeGreaterThan(3);
  return echo / judged;
}

function delayed(samples: Float32Array, delayMs: number, gainDb: number): Float32Array {
  const out = new Float32Array(samples.length);
  const gain = 10 ** (gainDb / 20);
  for (let i = delayMs * 8; i < out.length; i++) out[i] = (samples[i - delayMs * 8] as number) * gain;
  return out;
}

const mixed = (a: Float32Array, b: Float32Array): Float32Array => a.map((x, i) => x + (b[i] ?? 0));

/** A voice of sorts: pulses at a wandering pitch through two resonances, in syllables. */
function syntheticVoice(seed: number, seconds: number): Float32Array {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 4294967296 + 0.5;
  };
  const out = new Float32Array(seconds * 8000);
  let at = 0;
  while (at < out.length) {
    const length = 1200 + random() * 1600;
    const pitchHz = 90 + random() * 140;
    const formants = [300 + random() * 500, 900 + random() * 1400];
    let phase = 0;
    for (let i = 0; i < length && at + i < out.length; i++) {
      phase += (pitchHz * (1 + 0.1 * Math.sin(i / 900))) / 8000;
      const sinceMs = (phase % 1) / pitchHz;
      const pulse = formants.reduce(
        (sum, hz) => sum + Math.exp(-sinceMs * 500) * Math.sin(2 * Math.PI * hz * sinceMs),
        0,
      );
      out[at + i] = 0.25 * Math.sin((Math.PI * i) / length) * (pulse + 0.1 * (random() - 0.5));
    }
    at += Math.round(length + random() * 800);
  }
  return out;
}

const speechFolder = join(import.meta.dirname, '../../../shared/speech');
const recorded = existsSync(speechFolder);
const load = (name: string): Float32Array => readWav(readFileSync(join(speechFolder, name))).samples;

describe.each([
  { kind: 'synthesised voices', agent: () => syntheticVoice(1, 6), caller: () => syntheticVoice(99, 6), skip: false },
  {
    kind: 'recorded voices (need the recorded prompts)',
    agent: () => load('privacy-unident.wav'),
    caller: () => load('confbridge-rest-list-vol-out.wav'),
    skip: !recorded,
  },
])('$kind', ({ agent, caller, skip }) => {
  describe.skipIf(skip)('echo and caller', () => {
    it.each([
      [0, -3],
      [40, -10],
      [170, -20],
      [350, -20],
      [590, -26],
    ])('an echo after %i ms at %i dB', (delayMs, gainDb) => {
      const voice = agent();
      expect(shareOfEcho(voice, delayed(voice, delayMs, gainDb))).toBeGreaterThanOrEqual(0.95);
    });

    it('a caller who speaks during other playback', () => {
      const voice = agent();
      expect(shareOfEcho(voice, caller().subarray(0, voice.length))).toBeLessThan(0.1);
    });

    it.each([[-15], [-25]])('a caller over an echo of %i dB', (gainDb) => {
      const voice = agent();
      const other = caller().subarray(0, voice.length);
      expect(shareOfEcho(voice, mixed(other, delayed(voice, 120, gainDb)))).toBeLessThan(0.25);
    });
  });
});

describe('the reference signal', () => {
  const voice = syntheticVoice(5, 4);

  it('is empty at first: silence and an unplayed voice are not an echo', () => {
    const guard = createEchoGuard({ rateHz: 8000 });
    expect(guard.isEcho(0, 200)).toBe(false);
    guard.heard(voice, 0);
    expect(guard.isEcho(3000, 3300)).toBe(false);
    guard.played(voice, 0);
    expect(guard.isEcho(3000, 3300)).toBe(true);
  });

  it('expires after two seconds, and unplayed audio is replaced', () => {
    const guard = createEchoGuard({ rateHz: 8000 });
    guard.played(voice, 0);
    guard.heard(voice, 10_000);
    expect(guard.isEcho(13_000, 13_300)).toBe(false);
    guard.played(voice, 20_000);
    guard.played(new Float32Array(8), 20_500);
    guard.heard(voice, 20_000);
    expect(guard.isEcho(22_000, 22_300)).toBe(false);
  });

  it('can be supplied ahead of time, in chunks', () => {
    const guard = createEchoGuard({ rateHz: 8000 });
    guard.heard(new Float32Array(160), 5000);
    for (let at = 0; at < voice.length; at += 3777) guard.played(voice.subarray(at, at + 3777), 12_000 + at / 8);
    for (let at = 5000; at < 12_050; at += 20) guard.heard(new Float32Array(160), at);
    guard.heard(voice, 12_050);
    expect(guard.isEcho(14_000, 14_300)).toBe(true);
  });

  it('suffices for an echo in noise that is too soft for a caller', () => {
    const guard = createEchoGuard({ rateHz: 8000 });
    const noise = Float32Array.from({ length: voice.length }, (_, i) => 0.16 * Math.sin(i * i * 0.37));
    const other = syntheticVoice(11, 4);
    guard.played(voice, 0);
    guard.heard(mixed(delayed(voice, 120, 0), noise), 0);
    expect([guard.isEcho(2600, 3080), guard.isSoftEcho(2600, 3080)]).toEqual([false, true]);
    guard.heard(other, 4000);
    guard.played(voice, 4000);
    expect(guard.isSoftEcho(6600, 7080)).toBe(false);
  });

  it('ignores audio more than 30 s ahead', () => {
    const guard = createEchoGuard({ rateHz: 8000 });
    guard.played(voice, 0);
    guard.played(voice, 100_000);
    guard.heard(voice, 60);
    expect(guard.isEcho(2000, 2300)).toBe(true);
  });

  it('a voice far louder than the playback is not its echo', () => {
    const guard = createEchoGuard({ rateHz: 8000 });
    guard.played(
      voice.map((x) => x / 100),
      0,
    );
    guard.heard(voice, 0);
    expect(guard.isEcho(3000, 3300)).toBe(false);
  });
});
