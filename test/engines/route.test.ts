import { describe, expect, it } from 'vitest';
import type { AvailableSpeech, AvailableVoice } from '../../media/engines/available.ts';
import { type RoutedPlan, route } from '../../media/engines/route.ts';

const voice = (name: string, rest: Partial<AvailableVoice>): AvailableVoice => ({
  name,
  gender: 'female',
  age: 'adult',
  description: name,
  languageCodes: ['en-US'],
  engine: 'embedded',
  provider: 'platform',
  sampleRatesHz: [8000, 16_000],
  ...rest,
});

const recogniser = (engine: string, languages: readonly string[], sampleRatesHz: readonly (8000 | 16000)[]) =>
  ({ engine, host: 'model', languages, sampleRatesHz, partialResults: true }) as const;

const available: AvailableSpeech = {
  recognisers: [
    recogniser('embedded', ['en'], [8000, 16_000]),
    recogniser('indic', ['hi', 'ta'], [8000, 16_000]),
    recogniser('studio', ['de'], [16_000]),
  ],
  synthesisers: [
    { engine: 'embedded', host: 'model' },
    { engine: 'indic', host: 'network' },
  ],
  voices: [
    voice('ava', {}),
    voice('maya', { languageCodes: ['en-IN'], parameters: { pitchScale: 1.18 } }),
    voice('asha', { engine: 'indic', provider: 'speech_a', languageCodes: ['hi-IN', 'en-IN'], voice: 'asha-v3' }),
    voice('greta', { engine: 'studio', provider: 'speech_b', languageCodes: ['de-DE'], sampleRatesHz: [16_000] }),
  ],
};

const routed = (plan: Partial<RoutedPlan>) =>
  route({ voice: { speaker: 'ava' }, languageCode: 'en-US', rateHz: 8000, ...plan }, available);
const outcome = (plan: Partial<RoutedPlan>) => {
  const { recogniser: heardBy, voice: spokenBy, alarm, fault } = routed(plan);
  return [heardBy.engine, spokenBy.voice, alarm?.code, fault?.code];
};

describe('a route', () => {
  it('has the voice that was asked for, resolved with its engine, pace and parameters', () => {
    expect(routed({ voice: { speaker: 'maya', pace: 1.2 } })).toEqual({
      recogniser: available.recognisers[0],
      voice: { engine: 'embedded', voice: 'maya', pace: 1.2, parameters: { pitchScale: 1.18 } },
      spoken: ['en-IN'],
    });
  });

  it('has the first engine that knows the language', () => {
    const hindi = { voice: { speaker: 'asha', provider: 'speech_a' }, languageCode: 'hi-IN' };
    expect(outcome(hindi)).toEqual(['indic', 'asha-v3', undefined, undefined]);
    expect(outcome({ ...hindi, languageCode: 'en-IN' })).toEqual(['embedded', 'asha-v3', undefined, undefined]);
  });

  it.each(['EN-gb', 'en_US', 'en', 'auto'])('compares languages by their primary subtag: %s', (languageCode) => {
    expect(outcome({ languageCode })).toEqual(['embedded', 'ava', undefined, undefined]);
  });

  it('falls back to the default voice and raises an alarm when nobody has the voice', () => {
    const { voice: spokenBy, alarm, fault } = routed({ voice: { speaker: 'nobody', pace: 0.8 } });
    expect(spokenBy).toEqual({ engine: 'embedded', voice: 'ava', pace: 0.8 });
    expect(alarm?.code).toBe('voice_unknown');
    expect(alarm?.message).toBe('no speaker is called "nobody"; there are ava, maya, asha, greta; ava speaks instead');
    expect(fault).toBeUndefined();
  });

  it('falls back to a voice that speaks the language when the default voice does not', () => {
    const hindi = { voice: { speaker: 'nobody' }, languageCode: 'hi-IN' };
    expect(outcome(hindi)).toEqual(['indic', 'asha-v3', 'voice_unknown', undefined]);
  });

  it('names the provider when no engine serves it, and keeps a voice of the same name', () => {
    const { voice: spokenBy, alarm } = routed({ voice: { speaker: 'maya', provider: 'speech_c' } });
    expect(spokenBy.voice).toBe('maya');
    expect(alarm?.message).toBe('no speech engine serves the provider "speech_c"; maya speaks instead');
    expect(outcome({ voice: { speaker: 'zoe', provider: 'speech_c' } })).toEqual([
      'embedded',
      'ava',
      'voice_unknown',
      undefined,
    ]);
  });

  it('raises an alarm when the voice is from another provider than the one asked for', () => {
    expect(outcome({ voice: { speaker: 'maya', provider: 'speech_a' } })[2]).toBe('voice_unknown');
  });

  it.each([
    ['nobody recognises or speaks it', 'fr-FR', 'ava', 'the recogniser knows en, hi, ta, de, not fr-FR'],
    ['it is recognised and the voice does not speak it', 'ta-IN', 'asha', 'the voice knows hi-IN, en-IN, not ta-IN'],
    [
      'its recogniser does not accept the rate of the line',
      'de-DE',
      'ava',
      'the recogniser knows en, hi, ta, de, not de-DE',
    ],
  ])('has a fault when %s', (_why, languageCode, speaker, message) => {
    const { fault } = routed({ languageCode, voice: { speaker } });
    expect(fault?.code).toBe('language_unsupported');
    expect(fault?.message).toBe(message);
  });

  it('depends on the rate of the line', () => {
    const german = { voice: { speaker: 'greta' }, languageCode: 'de-DE' };
    expect(outcome({ ...german, rateHz: 16_000 })).toEqual(['studio', 'greta', undefined, undefined]);
    expect(outcome({ ...german, rateHz: 8000 })[3]).toBe('language_unsupported');
  });
});
