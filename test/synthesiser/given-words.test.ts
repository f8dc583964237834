import { beforeAll, describe, expect, test } from 'vitest';
import { synthesiserOf } from '../../media/engines/clients.ts';
import { route } from '../../media/engines/route.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { Pronunciation, SpeakJob } from '../../media/line/speech.ts';
import { givenWords } from '../../media/synthesiser/given-words.ts';
import { normalise } from '../../media/synthesiser/normalise/normalise.ts';
import { readPhonemes } from '../../media/synthesiser/phonemes/ipa.ts';
import { type LoadedPhonemiser, loadPhonemiser } from '../../media/synthesiser/phonemes/load-phonemiser.ts';
import { pronunciationsIn } from '../../media/synthesiser/pronunciations.ts';
import { prepareUtterance } from '../../media/synthesiser/utterance.ts';
import { modelPath } from '../models.ts';

const lexicon: readonly Pronunciation[] = [
  { word: 'Nguyen', phonemes: 'ˈwɪn' },
  { word: 'GIF', respelling: 'jif' },
  { word: 'Lead', respelling: 'LED' },
  { word: 'Lead-Time', respelling: 'leed time' },
];

let loaded: LoadedPhonemiser;
beforeAll(async () => {
  loaded = await loadPhonemiser(modelPath('hibari-us'), createOpenSession({ providers: ['cpu'] }));
});

async function soundsOf(text: string, pronunciations: readonly Pronunciation[] = []) {
  const options = { isWord: (word: string) => loaded.lexicon.findChecked(word) !== undefined };
  const read = (one: string) => normalise(one, { ...options, given: givenWords(pronunciations, options) });
  const voice = { engine: 'hibari', voice: 'ava' };
  const { sounds } = await prepareUtterance({ text, voice, rateHz: 8000 }, read, loaded.phonemise);
  return sounds.join(' ');
}

describe('a word whose pronunciation is given', () => {
  test('has the phonemes of the lexicon, also in another case and as a possessive', async () => {
    expect(await soundsOf('Mrs Tanaka', lexicon)).toBe(await soundsOf('Mrs Tanaka'));
    expect(await soundsOf('nguyen speaks', lexicon)).toMatch(/^wˈɪn /);
    expect(await soundsOf('NGUYEN’s desk', lexicon)).toMatch(/^wˈɪnz /);
  });

  test('sounds like its respelling in any case', async () => {
    expect(await soundsOf('a GIF here', lexicon)).toBe(await soundsOf('a jif here'));
    expect(await soundsOf('the lead pipe', lexicon)).toBe(await soundsOf('the led pipe'));
    expect(await soundsOf('the lead-time', lexicon)).toBe(await soundsOf('the leed time'));
  });

  test('keeps its place in the written text', () => {
    const options = { isWord: () => true };
    const readings = normalise('Is Nguyen in?', { ...options, given: givenWords(lexicon, options) });
    expect(readings.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [3, 9],
      [10, 12],
      [12, 13],
    ]);
  });

  test.each(['misleading', 'leader', 'lead@example.com', 'lead.example.com', 'x/lead', 'Leadé'])(
    'is not a part of %s',
    (text) => expect(pronunciationsIn(text, lexicon)).toEqual([]),
  );
});

test.each([
  ['ˈwɪn', 'wˈɪn'],
  ['dʒɔɪ', 'ʤY'],
  ['ˌoʊkəˈfɔːr', 'ˌOkəfˈɔɹ'],
  ['saʊ.ɪɚ', 'sWɪəɹ'],
])('%s is read as %s', (phonemes, symbols) => expect(readPhonemes(phonemes)).toEqual({ symbols }));

test.each([
  ['wɪ5n', '5'],
  ['ǃa', 'ǃ'],
  ['n', ''],
])('%s is not: %j', (phonemes, unknown) => expect(readPhonemes(phonemes)).toEqual({ unknown }));

describe('a call', () => {
  const recogniser = {
    engine: 'r',
    provider: 'platform',
    host: 'model',
    languages: ['en'],
    sampleRatesHz: [8000],
    partialResults: true,
    calibration: {},
  };
  const voiceOf = (name: string, acceptsPronunciations: boolean) => ({
    name,
    engine: name,
    provider: 'platform',
    host: 'model',
    gender: 'unknown',
    age: 'unknown',
    description: name,
    languageCodes: ['en-US'],
    sampleRatesHz: [8000],
    acceptsPronunciations,
  });
  const available = {
    recognisers: [recogniser],
    synthesisers: [],
    voices: [voiceOf('able', true), voiceOf('plain', false)],
  } as never;

  test('sends engines that accept pronunciations those of the words of each text, and others none', async () => {
    const jobs: SpeakJob[] = [];
    const engine = {
      async *run(job: SpeakJob) {
        jobs.push(job);
        yield { samples: new Float32Array(1) };
      },
    };
    const speech = synthesiserOf(
      new Map([
        ['able', engine],
        ['plain', engine],
      ]),
    );
    for (const speaker of ['able', 'plain'])
      for (const text of ['Ask Nguyen.', 'Ask me.']) {
        const plan = { voice: { speaker, pronunciations: lexicon }, languageCode: 'en-US', rateHz: 8000 } as const;
        const { voice } = route(plan, available);
        for await (const _ of speech.run({ text, voice, rateHz: 8000 }, new AbortController().signal));
      }
    expect(jobs.map(({ voice }) => [voice.voice, voice.pronunciations])).toEqual([
      ['able', [lexicon[0]]],
      ['able', undefined],
      ['plain', undefined],
      ['plain', undefined],
    ]);
  });
});
