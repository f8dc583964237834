import { describe, expect, it } from 'vitest';
import type { AvailableSpeech, AvailableVoice } from '../../media/engines/available.ts';
import { neutralCalibration } from '../../media/engines/calibrations.ts';
import { type RoutedPlan, route } from '../../media/engines/route.ts';

const voice = (name: string, rest: Partial<AvailableVoice>): AvailableVoice => ({
  name,
  gender: 'female',
  age: 'adult',
  description: name,
  languageCodes: ['en-US'],
  engine: 'embedded',
  provider: 'platform',
  host: 'model',
  sampleRatesHz: [8000, 16_000],
  ...rest,
});

const recogniser = (engine: string, languages: readonly string[], sampleRatesHz: readonly (8000 | 16000)[]) =>
  ({
    engine,
    provider: 'platform',
    host: 'model',
    languages,
    sampleRatesHz,
    partialResults: true,
    calibration: neutralCalibration,
  }) as const;

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
  it('has the requested voice, with its engine, pace and parameters', () => {
    expect(routed({ voice: { speaker: 'maya', pace: 1.2 } })).toEqual({
      languages: ['en-US'],
      recogniser: available.recognisers[0],
      voice: { engine: 'embedded', voice: 'maya', pace: 1.2, parameters: { pitchScale: 1.18 } },
      spoken: ['en-IN'],
    });
  });

  it('has the first engine that supports the language', () => {
    const hindi = { voice: { speaker: 'asha', provider: 'speech_a' }, languageCode: 'hi-IN' };
    expect(outcome(hindi)).toEqual(['indic', 'asha-v3', undefined, undefined]);
    expect(outcome({ ...hindi, languageCode: 'en-IN' })).toEqual(['embedded', 'asha-v3', undefined, undefined]);
  });

  it.each(['EN-gb', 'en_US', 'en', 'auto'])('compares languages by their primary subtag: %s', (languageCode) => {
    expect(outcome({ languageCode })).toEqual(['embedded', 'ava', undefined, undefined]);
  });

  it('falls back to the default voice with an alarm if the voice is unknown', () => {
    const { voice: spokenBy, alarm, fault } = routed({ voice: { speaker: 'nobody', pace: 0.8 } });
    expect(spokenBy).toEqual({ engine: 'embedded', voice: 'ava', pace: 0.8 });
    expect(alarm?.code).toBe('voice_unknown');
    expect(alarm?.message).toBe('no speaker is called "nobody"; there are ava, maya, asha, greta; ava speaks instead');
    expect(fault).toBeUndefined();
  });

  it('falls back to a voice of the language if the default voice does not speak it', () => {
    const hindi = { voice: { speaker: 'nobody' }, languageCode: 'hi-IN' };
    expect(outcome(hindi)).toEqual(['indic', 'asha-v3', 'voice_unknown', undefined]);
  });

  it('names the provider if no engine serves it, and keeps a voice of the same name', () => {
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

  it('raises an alarm if the voice belongs to another provider', () => {
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

  it('depends on the sample rate of the line', () => {
    const german = { voice: { speaker: 'greta' }, languageCode: 'de-DE' };
    expect(outcome({ ...german, rateHz: 16_000 })).toEqual(['studio', 'greta', undefined, undefined]);
    expect(outcome({ ...german, rateHz: 8000 })[3]).toBe('language_unsupported');
  });

  describe('with servers', () => {
    const cloud = (name: string, provider: string, languageCodes: string[]): AvailableVoice =>
      voice(name, { engine: provider, provider, host: 'network', languageCodes });
    const remote = (provider: string, languages: readonly string[]) => ({
      ...recogniser(provider, languages, [8000, 16_000]),
      provider,
      host: 'network' as const,
    });
    const withServers: AvailableSpeech = {
      ...available,
      recognisers: [...available.recognisers.slice(0, 1), remote('speech_a', ['en', 'hi']), remote('speech_b', ['fr'])],
      voices: [voice('ava', {}), cloud('priya', 'speech_a', ['hi-IN', 'en-IN']), cloud('marie', 'speech_b', ['fr'])],
    };
    const served = (plan: Partial<RoutedPlan>) =>
      route({ voice: { speaker: 'ava' }, languageCode: 'en-US', rateHz: 8000, ...plan }, withServers);

    it('sends nothing to a provider that the plan does not name', () => {
      for (const languageCode of ['en-US', 'hi-IN', 'fr']) {
        const { recogniser: heardBy, voice: spokenBy } = served({ languageCode });
        expect([heardBy.engine, spokenBy.engine]).toEqual(['embedded', 'embedded']);
      }
      expect(served({ voice: { speaker: 'priya', provider: 'platform' } }).voice.engine).toBe('embedded');
      expect(served({ languageCode: 'hi-IN' }).fault?.code).toBe('language_unsupported');
    });

    it('recognises with the provider of the routing, and speaks with that of the voice', () => {
      const routedToA = served({ recogniser: 'speech_a' });
      expect(routedToA.recogniser.engine).toBe('speech_a');
      expect(routedToA.spareRecogniser?.engine).toBe('embedded');
      expect(routedToA.voice.engine).toBe('embedded');
      expect(routedToA.spareVoice).toBeUndefined();
    });

    it('recognises a language that this installation does not know with the provider of the voice', () => {
      const hindi = served({ languageCode: 'hi-IN', voice: { speaker: 'priya', provider: 'speech_a' } });
      expect([hindi.recogniser.engine, hindi.voice.engine]).toEqual(['speech_a', 'speech_a']);
      expect(hindi.spareRecogniser).toBeUndefined();
      expect(hindi.spareVoice).toMatchObject({ voice: { voice: 'ava' }, spoken: ['en-US'] });
      const english = served({ languageCode: 'en-IN', voice: { speaker: 'priya', provider: 'speech_a' } });
      expect(english.recogniser.engine).toBe('embedded');
      expect(english.spareVoice?.spoken).toEqual(['en-US']);
    });

    it('recognises with a server that distinguishes the languages of the agent', () => {
      const telling = (detectsLanguage: boolean): AvailableSpeech => ({
        ...withServers,
        recognisers: withServers.recognisers.map((one) => ({
          ...one,
          ...(one.host === 'network' && { detectsLanguage }),
        })),
      });
      const plan: RoutedPlan = {
        voice: { speaker: 'priya', provider: 'speech_a' },
        rateHz: 8000,
        languageCode: 'en-IN',
        languages: ['en-IN', 'hi-IN', 'fr-FR'],
      };
      const spoken = { ...plan, languages: ['en-IN', 'hi-IN'] };
      const followed = route(spoken, telling(true));
      expect([followed.recogniser.engine, followed.languages]).toEqual(['speech_a', ['en-IN', 'hi-IN']]);
      expect(followed.voice.languageCode).toBe('en-IN');
      // Neither knows all three.
      expect(route(plan, telling(true)).recogniser.engine).toBe('embedded');
      expect(route(spoken, telling(false)).languages).toEqual(['en-IN']);
      const elsewhere = route({ ...spoken, voice: { speaker: 'ava' } }, telling(true));
      expect([elsewhere.recogniser.engine, elsewhere.languages]).toEqual(['embedded', ['en-IN']]);
    });

    it('has an alarm when the provider of the routing cannot recognise the call', () => {
      const { recogniser: heardBy, alarm, fault } = served({ recogniser: 'speech_c' });
      expect([heardBy.engine, alarm?.code, fault]).toEqual(['embedded', 'speech_engine_missing', undefined]);
    });
  });

  it('has the multilingual recogniser for an agent of several languages or of another one', () => {
    const [english] = available.recognisers;
    const multilingual = { ...recogniser('whisper-base', ['en', 'hi', 'de'], [8000, 16_000]), detectsLanguage: true };
    const own = { ...available, recognisers: [english as NonNullable<typeof english>, multilingual] };
    const engineOf = (plan: Partial<RoutedPlan>) =>
      route({ voice: { speaker: 'asha', provider: 'speech_a' }, languageCode: 'en-IN', rateHz: 8000, ...plan }, own);
    expect(engineOf({}).recogniser.engine).toBe('embedded');
    expect(engineOf({ languageCode: 'hi-IN' }).recogniser.engine).toBe('whisper-base');
    const followed = engineOf({ languages: ['en-IN', 'hi-IN'] });
    expect([followed.recogniser.engine, followed.languages]).toEqual(['whisper-base', ['en-IN', 'hi-IN']]);
  });
});

describe('a recogniser of a server that recognises the calls of its own voices', () => {
  const server = {
    ...recogniser('speech_b', ['en', 'de'], [8000, 16_000]),
    provider: 'speech_b',
    host: 'network',
  } as const;
  const withServer = (recognisesOwnCalls: boolean): AvailableSpeech => ({
    ...available,
    recognisers: [...available.recognisers, { ...server, recognisesOwnCalls }],
    voices: [...available.voices, voice('alloy', { engine: 'speech_b', provider: 'speech_b', host: 'network' })],
  });
  const heardBy = (speaker: string, provider: string, recognisesOwnCalls: boolean, routedTo?: string) =>
    route(
      {
        voice: { speaker, provider },
        languageCode: 'en-US',
        rateHz: 8000,
        ...(routedTo === undefined ? {} : { recogniser: routedTo }),
      },
      withServer(recognisesOwnCalls),
    );

  it('recognises those calls, with the embedded recogniser as a spare', () => {
    const { recogniser: chosen, spareRecogniser } = heardBy('alloy', 'speech_b', true);
    expect([chosen.engine, spareRecogniser?.engine]).toEqual(['speech_b', 'embedded']);
  });

  it('recognises no others, and none that the model routing sends elsewhere', () => {
    expect(heardBy('ava', 'platform', true).recogniser.engine).toBe('embedded');
    expect(heardBy('alloy', 'speech_b', false).recogniser.engine).toBe('embedded');
    expect(heardBy('alloy', 'speech_b', true, 'platform').recogniser.engine).toBe('embedded');
  });
});
