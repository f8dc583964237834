import { describe, expect, it } from 'vitest';
import { speechLike } from '../../bench/trials/speech-like.ts';
import { fitVoice, similarityOf } from '../../media/engines/hibari/fit/fit.ts';
import { measureVoice } from '../../media/engines/hibari/fit/measure.ts';
import { complaintAbout } from '../../media/engines/hibari/fit/reference.ts';

const rules = { leastSeconds: 6, mostSeconds: 60, leastSpeechSeconds: 4 };
const judged = async (samples: Float32Array) => complaintAbout(await measureVoice(samples), rules);
const tone = Float32Array.from({ length: 160_000 }, (_, at) => 0.3 * Math.sin(at / 11));
let seed = 1;
const noise = Float32Array.from({ length: 160_000 }, () => {
  seed = (seed * 16_807) % 2_147_483_647;
  return 0.2 * (seed / 1_073_741_824 - 1);
});

describe('a reference clip', () => {
  it('is accepted when it is speech of the right length and level', async () => {
    expect(await judged(speechLike())).toBeUndefined();
  });

  it.each([
    ['is too short', speechLike({ seconds: 4 }), 'is 4.0 s long'],
    ['is too long', speechLike({ seconds: 62 }), 'is 62.0 s long'],
    ['is silent', new Float32Array(160_000), 'too quiet (-'],
    ['is too quiet', speechLike({ gain: 0.001 }), 'too quiet (-'],
    ['is clipped', speechLike({ gain: 6 }), 'distorted'],
    ['is a tone', tone, 'does not sound like speech'],
    ['is noise', noise, 'does not sound like speech'],
  ])('is refused with the reason when it %s', async (_what, samples, reason) => {
    expect(await judged(samples)).toContain(reason);
  });
});

describe('the fit of the embedded voice', () => {
  it.each([90, 120, 180, 240])('measures and follows a pitch of %i Hz', async (pitchHz) => {
    const measure = await measureVoice(speechLike({ pitchHz }));
    expect(measure.pitchHz / pitchHz).toBeGreaterThan(0.9);
    expect(measure.pitchHz / pitchHz).toBeLessThan(1.1);
    const fitted = fitVoice(measure);
    expect(200 * (fitted.parameters.pitchScale as number)).toBeCloseTo(measure.pitchHz, 0);
    expect(fitted.similarity).toBeGreaterThan(fitted.nearest.similarity * 0.9);
  });

  it('hardly changes a stock voice, and names the nearest stock voice', async () => {
    const measure = await measureVoice(speechLike());
    const fitted = fitVoice(measure);
    expect(fitted.base).toBe('ava');
    expect(similarityOf(measure, measure)).toBe(1);
    expect(['daniel', 'leo', 'victor', 'ruth']).toContain(fitted.nearest.name);
  });
});
