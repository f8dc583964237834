import { beforeAll, describe, expect, it, test } from 'vitest';
import { createOpenSession } from '../../media/inference/session.ts';
import { say, spell } from '../../media/synthesiser/normalise/rule.ts';
import { addEd, addIng, addS, inflect } from '../../media/synthesiser/phonemes/inflection.ts';
import { type LoadedPhonemiser, loadPhonemiser } from '../../media/synthesiser/phonemes/load-phonemiser.ts';
import { names } from '../../media/synthesiser/phonemes/names.ts';
import type { SpokenToken } from '../../media/synthesiser/spoken-token.ts';
import { modelPath } from '../models.ts';

let loaded: LoadedPhonemiser;
let symbols: Set<string>;

beforeAll(async () => {
  const folder = modelPath('hibari-us');
  loaded = await loadPhonemiser(folder, createOpenSession({ providers: ['cpu'] }));
  const { readTable } = await import('../../media/synthesiser/phonemes/load-phonemiser.ts');
  symbols = new Set(Object.keys(await readTable<Record<string, number>>(folder, 'vocab.json')));
});

async function soundsOf(tokens: readonly SpokenToken[]): Promise<string> {
  const sounds = await loaded.phonemise(tokens);
  expect(sounds).toHaveLength(tokens.length);
  return sounds.reduce(
    (line, sound, i) => line + (tokens[i]?.kind === 'mark' || line === '' ? sound : ` ${sound}`),
    '',
  );
}

describe('words in the dictionary', () => {
  test.each([
    ['hello', 'həlˈO'],
    ['Tuesday', 'tˈuzdˌA'],
    ['appointment', 'əpˈYntmənt'],
    ['dentist', 'dˈɛntɪst'],
    ['insurance', 'ɪnʃˈʊɹəns'],
    ['through', 'θɹu'],
    ['thought', 'θˈɔt'],
    ['daughter', 'dˈɔTəɹ'],
    ['eight', 'ˈAt'],
    ['fifteen', 'fˌɪftˈin'],
    ['twelfth', 'twˈɛlfθ'],
    ['queue', 'kjˈu'],
    ['choir', 'kwˈIəɹ'],
    ['colonel', 'kˈɜɹnᵊl'],
    ['Wednesday', 'wˈɛnzdˌA'],
    ['receipt', 'ɹəsˈit'],
    ['schedule', 'skˈɛʤˌul'],
    ["don't", 'dˈOnt'],
    ["it's", 'ɪts'],
    ["they're", 'ðɛɹ'],
  ])('"%s" is pronounced %s', async (word, expected) => {
    expect(await soundsOf(say(`${word} now`))).toBe(`${expected} nˈW`);
  });
});

describe('homographs are pronounced by their place in the sentence', () => {
  test.each([
    ['I read it yesterday', 'ɹˈɛd'],
    ['I want to read it', 'ɹˈid'],
    ['they live here', 'lˈɪv'],
    ['a live show', 'lˈIv'],
    ['I will record it', 'ɹəkˈɔɹd'],
    ['a record of it', 'ɹˈɛkəɹd'],
    ['we use it', 'jˈuz'],
    ['of no use', 'jˈus'],
    ['please close it', 'klˈOz'],
    ['they are close', 'klˈOs'],
    ['to present it', 'pɹizˈɛnt'],
    ['a present for you', 'pɹˈɛzᵊnt'],
    ['the wind blows', 'wˈɪnd'],
    ['we wind the clock', 'wˈInd'],
    ['he shed a tear', 'tˈɪɹ'],
    ['he objects to it', 'əbʤˈɛkts'],
    ['the objects are', 'ˈɑbʤəkts'],
    ['she lives here', 'lˈɪvz'],
    ['it has many uses', 'jˈusᵻz'],
    ['we recorded it', 'ɹəkˈɔɹdᵻd'],
    ['he is closing it', 'klˈOzɪŋ'],
    ['the object is', 'ˈɑbʤəkt'],
    ['I used to go', 'jˈust'],
    ['he used it', 'jˈuzd'],
    ['the apple', 'ði'],
    ['the pear', 'ðə'],
    ['to eat', 'tʊ'],
    ['to go', 'tə'],
    ['a pear', 'ɐ'],
    ['come in, please', 'ˈɪn'],
    ['in the box', 'ɪn'],
    ['the project is', 'pɹˈɑʤˌɛkt'],
    ['one minute please', 'mˈɪnət'],
  ])('%s: %s', async (sentence, expected) => {
    expect((await soundsOf(say(sentence))).split(/[ ,]+/)).toContain(expected);
  });
});

describe('derived forms', () => {
  test.each([
    ['cats', 'kˈæts'],
    ['dogs', 'dˈɔɡz'],
    ['boxes', 'bˈɑksᵻz'],
    ["Smith's", 'smˈɪθs'],
    ["dentists'", 'dˈɛntɪsts'],
    ['rescheduled', 'ɹiskˈɛʤəld'],
    ['waited', 'wˈATᵻd'],
    ['booked', 'bˈʊkt'],
    ['confirming', 'kənfˈɜɹmɪŋ'],
    ['chatting', 'ʧˈæTɪŋ'],
  ])('"%s" is pronounced %s', async (word, expected) => {
    expect(await soundsOf(say(word))).toBe(expected);
  });

  it('add endings by the preceding sound', () => {
    expect(['kˈæt', 'dˈɔɡ', 'bˈʌs'].map(addS)).toEqual(['kˈæts', 'dˈɔɡz', 'bˈʌsᵻz']);
    expect(['lˈʊk', 'nˈid', 'wˈAt', 'ɹˈʌn'].map(addEd)).toEqual(['lˈʊkt', 'nˈidᵻd', 'wˈAɾᵻd', 'ɹˈʌnd']);
    expect(['wˈAt', 'ɹˈʌn'].map(addIng)).toEqual(['wˈAɾɪŋ', 'ɹˈʌnɪŋ']);
  });

  it('find a stem with changed spelling, and none where there is none', () => {
    const stems: Readonly<Record<string, string>> = { zib: 'zˈɪb', zoke: 'zˈOk', zuny: 'zˈuni' };
    const find = (word: string): string | undefined => stems[word];
    expect(
      ['zibbing', 'zoking', 'zoked', 'zunies', 'zunied', "zib's", "zibs'"].map((word) => inflect(word, find)),
    ).toEqual(['zˈɪbɪŋ', 'zˈOkɪŋ', 'zˈOkt', 'zˈuniz', 'zˈunid', 'zˈɪbz', 'zˈɪbz']);
    expect(inflect('glass', find)).toBeUndefined();
  });
});

describe('other words', () => {
  test.each([
    ['Maria Garcia', 'məɹˈiə ɡɑɹsˈiə'],
    ["Sean's", 'ʃˈɔnz'],
    ['Mr Nguyen', 'mˈɪstəɹ wˈɪn'],
    ['Siobhan', 'ʃəvˈɔn'],
  ])('knows how %s is said', async (name, expected) => {
    expect(await soundsOf(say(name))).toBe(expected);
  });

  it('are listed in the model’s symbols only', () => {
    for (const [name, sound] of Object.entries(names)) {
      expect(sound, name).toMatch(/ˈ/);
      expect(
        [...sound].filter((symbol) => !symbols.has(symbol)),
        name,
      ).toEqual([]);
    }
    expect(Object.keys(names).length).toBeGreaterThan(150);
  });

  test.each(['Kowalczyk', 'Chidinma', 'Bengaluru', 'Ramanujan', 'Zendaya', 'blorptastic', 'Müller', 'Xiuying'])(
    'reads the unknown name %s in the model’s symbols',
    async (name) => {
      const sound = await soundsOf(say(name));
      expect(sound.length).toBeGreaterThan(3);
      expect([...sound].filter((symbol) => !symbols.has(symbol))).toEqual([]);
    },
  );

  it('are spelled, with the stress on the last letter', async () => {
    expect(await soundsOf(spell('USA'))).toBe('jˌuˌɛsˈA');
    expect(await soundsOf(spell('GPs'))).toBe('ʤˌipˈiz');
  });

  it('are joined as compounds, one stress stronger', async () => {
    expect(await soundsOf(say('follow-up'))).toBe('fˈɑlOˌʌp');
    expect(await soundsOf(say('twenty-one'))).toBe('twˌɛntiwˈʌn');
  });

  it('keep punctuation, and are silent for signs without sound', async () => {
    expect(await soundsOf(say('yes, no.'))).toBe('jˈɛs, nˈO.');
    expect(await loaded.phonemise([{ kind: 'word', text: '漢字' }])).toEqual(['']);
  });

  it('ignore names that every object has', async () => {
    for (const word of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(typeof (await soundsOf(say(word)))).toBe('string');
    }
  });
});
