import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyTermsOf } from '../../media/call/recognition/key-terms.ts';
import { openSpeech, type SpeechService } from '../../media/index.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { Engine } from '../../media/line/engine.ts';
import type { RecogniseJob, Utterance } from '../../media/line/speech.ts';
import { createEngine } from '../../media/recogniser/engine.ts';
import { createKeyTerms } from '../../media/recogniser/key-terms.ts';
import { openVocabulary, type Vocabulary } from '../../media/recogniser/vocabulary.ts';
import { agentPlan } from '../call/scripted-call.ts';
import { modelPath, testModelsDir } from '../models.ts';

const names = ['Chatterjee', 'Halvorsen', 'Solmara', 'Wojcik', 'Papadopoulos', 'Guillermo', 'Nimbaro', 'Thistlewood'];

let engine: Engine<RecogniseJob, Utterance>;
let speech: SpeechService;
let vocabulary: Vocabulary;

beforeAll(async () => {
  const modelDir = modelPath('whisper-tiny.en');
  engine = await createEngine({ modelDir }, createOpenSession({ providers: ['cpu'] }));
  speech = await openSpeech({ modelsDir: testModelsDir });
  vocabulary = await openVocabulary(modelDir);
});
afterAll(async () => {
  await engine.close();
  await speech.close();
});

async function recognise(text: string, keyTerms?: readonly string[]): Promise<Utterance | undefined> {
  const { samples } = await speech.speak(text, { speaker: 'ava' }, 8000);
  const job: RecogniseJob = { samples, rateHz: 8000, languageCode: 'en-US', kind: 'final' };
  for await (const utterance of engine.run(keyTerms === undefined ? job : { ...job, keyTerms }, { aborted: false }))
    return utterance;
  return undefined;
}

test.each([
  ['I would like to return the Halvorsen jacket.', 'Halvorsen'],
  ['How much is a room at the Solmara hotel?', 'Solmara'],
  ['We met Mister Papadopoulos at the front desk.', 'Papadopoulos'],
  ['Could you explain the Nimbaro warranty?', 'Nimbaro'],
])('the recogniser writes the name of %j as in its list', async (text, name) => {
  const told = await recognise(text, names);
  expect(told?.text).toContain(name);
  expect(told?.words.map((word) => word.text).join(' ')).toBe(told?.text);
  for (const [i, word] of (told?.words ?? []).entries()) {
    expect(word.startMs).toBeGreaterThanOrEqual(told?.words[i - 1]?.startMs ?? 0);
    expect(word.confidence).toBeGreaterThan(0);
  }
});

test.each([
  'I need to speak to someone about a refund.',
  'The washing machine makes a strange noise.',
  'It is the third house on the left.',
])('the recogniser inserts no name into %j', async (text) => {
  const told = (await recognise(text, names))?.text ?? '';
  expect(names.filter((name) => told.includes(name))).toEqual([]);
  expect(told.toLowerCase().replace(/[^a-z ]/g, '')).toBe(text.toLowerCase().replace(/[^a-z ]/g, ''));
});

test('noise yields no names', async () => {
  const samples = Float32Array.from({ length: 16_000 }, (_, i) => 0.1 * Math.sin(i * i));
  const job: RecogniseJob = { samples, rateHz: 8000, languageCode: 'en-US', kind: 'final', keyTerms: names };
  for await (const { text } of engine.run(job, { aborted: false })) expect(text).toBe('');
});

const revised = (text: string, terms: readonly string[], probability = 0.5): string[] => {
  const [tokens = []] = vocabulary.tokens([` ${text}`]);
  const heard = { tokens, probabilities: [...tokens, 0].map(() => probability) };
  const revisions = createKeyTerms(vocabulary)(terms)?.suspects(heard)?.revise(heard) ?? [];
  return revisions.map((revision) => vocabulary.text(revision.tokens).trim());
};

test('words that sound like a name are tried as the name, with the punctuation after them', () => {
  expect(revised('Is Sole Mara, the hotel, open?', ['Solmara'])).toContain('Is Solmara, the hotel, open?');
  expect(revised('Is the house open?', ['Solmara'])).toEqual([]);
});

test('certain words are not tried as a name', () => {
  expect(revised('Is Sole Mara open?', ['Solmara'], 0.99)).toEqual([]);
});

test('words in slight doubt that sound a little like a name call for no second look', () => {
  const [tokens = []] = vocabulary.tokens([' Followed by the pound key.']);
  const suspects = (first: number) =>
    createKeyTerms(vocabulary)(['Physiotherapy'])?.suspects({
      tokens,
      probabilities: [...tokens, 0].map((_, i) => (i === 0 ? first : 0.95)),
    });
  expect(suspects(0.6)).toBeUndefined();
  expect(suspects(0.01)).toBeDefined();
});

test('names that the model knows as one token are left out, and few others precede the words', () => {
  expect(createKeyTerms(vocabulary)(['London', 'Monday'])).toBeUndefined();
  const many = Array.from({ length: 60 }, (_, i) => `Papadopoulos${String.fromCharCode(97 + (i % 26))}`);
  const [tokens = []] = vocabulary.tokens([' Papa dopou loss']);
  const suspects = createKeyTerms(vocabulary)(many)?.suspects({ tokens, probabilities: [...tokens, 0].map(() => 0.3) });
  expect(suspects?.context.length).toBeLessThan(60);
});

test('names without letters of the Latin alphabet, empty and very long ones have no effect', async () => {
  const strange = [
    '',
    ' ',
    '👩‍⚕️🎉',
    'प्रिया शर्मा',
    '王小明',
    '\u0000',
    ...Array.from({ length: 60 }, () => 'Xyzzy'.repeat(40)),
  ];
  expect((await recognise('I need to speak to someone about a refund.', strange))?.text).toBe(
    (await recognise('I need to speak to someone about a refund.'))?.text,
  );
});

test('the key terms of a call are its given names and the proper nouns of the documents', () => {
  const terms = keyTermsOf(
    {
      ...agentPlan,
      agentName: 'Ada',
      businessName: 'Halvorsen Bikes',
      contact: { customer_name: 'Priya  Wojcik', order: 'A-1234', city: 'worcester' },
      personaPrompt: 'You answer for Halvorsen Bikes. Ask for Guillermo if somebody wants a refund.',
      knowledge: [
        {
          id: '1',
          title: 'Prices',
          text: 'Our Solmara bike costs 900. Ask about the Solmara, or the Bike of the year.',
        },
        { id: '2', title: 'Towns', text: 'we deliver to Penrhyn and Llan Ffestiniog. A bike is ready in a day.' },
      ],
    },
    { pronunciations: [{ word: 'Nimbaro', respelling: 'nim-bah-ro' }] },
  );
  expect(terms.slice(0, 4)).toEqual(['Ada', 'Halvorsen Bikes', 'Priya Wojcik', 'Nimbaro']);
  expect(terms).toEqual(expect.arrayContaining(['Guillermo', 'Solmara', 'Penrhyn', 'Llan Ffestiniog']));
  expect(terms.join(' ')).not.toMatch(/1234|worcester|Bike of|Our/);
});
