import { describe, expect, test } from 'vitest';
import { loadPrompts } from '../../bench/recognise/prompts.ts';
import { findSpeech } from '../../bench/speech-folder.ts';
import { isBeep } from '../../media/voicemail/answer.ts';
import { createToneDetector, type Tone } from '../../media/voicemail/tones.ts';
import { joined, melody, mixed, noise, silence, throughMulaw, tone } from './line-audio.ts';

/** What is found in this audio as it comes over a mu-law line in packets. */
function tonesIn(samples: Float32Array, rateHz = 8000): Tone[] {
  const detector = createToneDetector({ rateHz });
  const heard = throughMulaw(samples);
  const found: Tone[] = [];
  for (let at = 0; at < heard.length; at += rateHz / 50)
    found.push(...detector.push(heard.subarray(at, at + rateHz / 50)));
  return found;
}
const beepsIn = (samples: Float32Array, rateHz = 8000): Tone[] => tonesIn(samples, rateHz).filter(isBeep);
const speech = findSpeech(undefined);

describe('a beep', () => {
  test.each([
    [400, 200],
    [425, 500],
    [800, 1000],
    [1000, 100],
    [1000, 400],
    [1400, 1800],
    [2000, 300],
  ])('of %i Hz and %i ms is found, with its times', (hz, ms) => {
    for (const rateHz of [8000, 16_000]) {
      const beeps = beepsIn(joined(silence(500, rateHz), tone([hz], ms, { rateHz }), silence(500, rateHz)), rateHz);
      expect(beeps).toHaveLength(1);
      expect(Math.abs((beeps[0]?.hz ?? 0) - hz)).toBeLessThan(10);
      expect(Math.abs((beeps[0]?.startMs ?? 0) - 500)).toBeLessThan(30);
      expect(Math.abs((beeps[0]?.endMs ?? 0) - 500 - ms)).toBeLessThan(40);
    }
  });

  test.each([
    ['in the noise of a line', mixed(joined(silence(400), tone([1000], 300), silence(400)), noise(1100, 0.02))],
    ['that is quiet', joined(silence(400), tone([1000], 300, { level: 0.03 }), silence(400))],
    [
      'that is clipped',
      joined(
        silence(400),
        tone([600], 300, { level: 3 }).map((x) => Math.max(-0.9, Math.min(0.9, x))),
        silence(400),
      ),
    ],
  ])('%s is found', (_, samples) => {
    expect(beepsIn(samples)).toHaveLength(1);
  });

  test.each([
    ['digital silence', silence(3000)],
    ['noise', noise(3000, 0.3)],
    ['a click', joined(silence(300), tone([1000], 50), silence(300))],
    ['a key', joined(silence(300), tone([770, 1336], 300), silence(300))],
    ['a ring', joined(silence(300), tone([440, 480], 2000), silence(300))],
    ['a busy signal', joined(silence(300), tone([480, 620], 500), silence(500))],
    ['a dial tone', joined(silence(300), tone([425], 4000), silence(300))],
    ['a hum below it', joined(silence(300), tone([150], 500), silence(300))],
    [
      'a whistle that glides',
      joined(
        silence(300),
        Float32Array.from({ length: 4000 }, (_, i) => 0.3 * Math.sin((2 * Math.PI * (600 + i / 16) * i) / 8000)),
        silence(300),
      ),
    ],
    ['music', melody(8000)],
  ])('is not found in %s', (_, samples) => {
    expect(beepsIn(samples)).toEqual([]);
  });

  test.skipIf(speech.kind !== 'found')('is not found in recorded speech', async () => {
    const prompts = await loadPrompts(speech.kind === 'found' ? speech.dir : '');
    const found = prompts.filter(({ samples }) => beepsIn(joined(silence(300), samples, silence(300))).length > 0);
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});

test('information tones are three tones in sequence', () => {
  const sequence = joined(silence(300), tone([950], 330), tone([1400], 330), tone([1800], 330), silence(300));
  expect(tonesIn(sequence).map(({ hz }) => Math.round(hz / 50) * 50)).toEqual([950, 1400, 1800]);
});
