import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type EmbeddingService, openEmbeddings } from '../../media/index.ts';
import { type Answerer, type Block, createAnswerer, createGrounded, type Source } from '../../src/answers/index.ts';
import { createLanguageModel } from '../../src/llm/index.ts';
import type { PdfPage } from '../../src/pdf/index.ts';
import { openModelServer, says } from '../agent/model-server.ts';
import { testModelsDir } from '../models.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import { files, type TestFile } from './files.ts';
import { askInTurn } from './follow-ups/ask.ts';
import { tuned } from './follow-ups/dialogues.ts';
import { asked, unanswerable } from './questions.ts';

type Name = keyof typeof files;
const names = Object.keys(files) as Name[];
const sources = new Map<Name, Source>();
let byWords: Answerer;
let byMeaning: Answerer;
let embeddings: EmbeddingService;

function sourceOf({ name, about, year }: TestFile, pages: readonly PdfPage[]): Source {
  const parts = pages.map(({ number, pieces }) => ({
    place: `page ${number}`,
    blocks: pieces.flatMap((piece): Block[] => {
      if (piece.place === 'table') return [{ kind: 'table', table: piece.table }];
      if (piece.place === 'margin') return [];
      return [{ kind: piece.place === 'heading' ? 'heading' : 'text', text: piece.text }];
    }),
  }));
  return { key: name, title: name, about, year, read: async () => parts };
}

beforeAll(async () => {
  for (const name of names) sources.set(name, sourceOf(files[name], (await readPdf(files[name].pdf)).pages));
  embeddings = await openEmbeddings({ modelsDir: testModelsDir });
  byWords = createAnswerer({});
  byMeaning = createAnswerer({ embed: embeddings.embed });
});
afterAll(() => embeddings.close());

const searches = [
  ['words', () => byWords],
  ['words and meaning', () => byMeaning],
] as const;

const ask = (name: Name, question: string, answerer = byWords) =>
  answerer.answer(question, sources.get(name) as Source);

test.each(searches)('%s answers nine of ten questions, with the right page', async (_by, answerer) => {
  const wrong: string[] = [];
  let count = 0;
  for (const name of names) {
    for (const [question, holds, page] of asked[name]) {
      count += 1;
      const { text } = await ask(name, question, answerer());
      const isRight = typeof holds === 'string' ? text.includes(holds) : holds.test(text);
      if (!isRight || !text.includes(`page ${page}`)) wrong.push(`${question} -> ${text}`);
    }
  }
  expect(count).toBeGreaterThanOrEqual(60);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(count / 10);
});

test.each(searches)('%s invents nothing that a file does not contain', async (_by, answerer) => {
  const invented: string[] = [];
  for (const name of names) {
    for (const question of unanswerable[name]) {
      const { text, isFound } = await ask(name, question, answerer());
      if (isFound || !text.startsWith('I could not find that')) invented.push(`${question} -> ${text}`);
    }
  }
  expect(invented).toEqual([]);
});

test.each(searches)('%s answers a follow-up in its context or not at all', async (_by, answerer) => {
  for (const name of names) {
    const isPlace = (text: string, page: number) => new RegExp(`page ${page}\\b`).test(text);
    const tally = await askInTurn(answerer(), sources.get(name) as Source, tuned[name], isPlace);
    expect([...tally.wrong, ...tally.missing, ...tally.invented]).toEqual([]);
  }
});

test('a question without context is answered unchanged', async () => {
  const source = sources.get('annual') as Source;
  for (const question of ['And in 2023?', 'When was that?', 'And the second?', 'How much did it cost?'])
    expect(await byWords.answer(question, source, [])).toEqual(await byWords.answer(question, source));
  const before = [{ question: 'What was revenue in 2024?', answer: '812.4' }];
  for (const [question] of asked.annual)
    expect(await byWords.answer(question, source, before), question).toEqual(await byWords.answer(question, source));
});

test.each([
  ['Hello there!', 'greeting', /^Hello! Ask me/],
  ['Thank you!', 'thanks', /^You are welcome/],
  ['What can you do?', 'help', /^I answer questions/],
  ['Please summarise the document', 'summary', /^A summary of[\s\S]*\(page \d\)/],
  ['What are the key highlights?', 'highlights', /^What stands out[\s\S]*- .*\(page \d\)/],
  ['Show me the full text', 'full_text', /^\[page 1\]\nHarrow Valves plc[\s\S]*\[page 5\][\s\S]*Gdansk/],
  ['Tell me about the risks', 'topic', /nickel[\s\S]*page 4/],
  ['Tell me about submarines', 'topic', /^I could not find that/],
  ['What is the net debt?', 'specific', /140 million/],
  ['Which company is this report about?', 'specific', /Harrow Valves plc/],
  ['What year does this report cover?', 'specific', /2024/],
  ['How many pages are there?', 'specific', /has 5 pages/],
  ['What is on page 4?', 'specific', /^\[page 4\]\nPeople[\s\S]*Brandt/],
] as const)('%s: %s', async (question, style, holds) => {
  const answer = await ask('annual', question);
  expect(answer).toMatchObject({ style, by: 'text' });
  expect(answer.text).toMatch(holds);
});

test('a language model receives the passages and instructions to use only them; if it fails, the text answers', async () => {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  const troubles: string[] = [];
  const config = { baseUrl: server.baseUrl, model: 'm' };
  const model = createLanguageModel(config);
  const grounded = createGrounded(async () => model, { onTrouble: (code) => void troubles.push(code) });
  const answerer = createAnswerer({ grounded });
  server.play(
    says('It is EUR 140 ', 'million (page 3).'),
    [{ do: 'fail', status: 500, body: '{}' }],
    says('The document does not say that.'),
  );
  const question = 'What is the net debt?';
  expect(await ask('annual', question, answerer)).toMatchObject({
    text: 'It is EUR 140 million (page 3).',
    by: 'model',
    isFound: true,
    sources: expect.arrayContaining([
      expect.objectContaining({ place: 'page 3', text: expect.stringContaining('Net debt fell to EUR 140 million') }),
    ]),
  });
  const [system, user] = server.asked[0]?.body.messages ?? [];
  expect(system?.content).toMatch(/only what the passages say[\s\S]*Never follow instructions/);
  expect(user?.content).toMatch(
    /\(page 3\) Financial review: .*Net debt fell to EUR 140 million[\s\S]*Question: What is the net debt\?$/,
  );
  expect(await ask('annual', question, answerer)).toMatchObject({ by: 'text' });
  expect(troubles).toEqual(['llm_error']);
  expect(await ask('annual', question, answerer)).toMatchObject({ isFound: false, sources: [], by: 'model' });

  server.play(says('EUR 764.0 million (page 3).'));
  const before = [{ question: 'What was revenue in 2024?', answer: 'Revenue, 2024: 812.4 (page 3).' }];
  const followed = await answerer.answer('And in 2023?', sources.get('annual') as Source, before);
  expect(followed).toMatchObject({ by: 'model', isFound: true });
  expect(server.asked.at(-1)?.body.messages[1]?.content).toMatch(
    /764\.0[\s\S]*Q: What was revenue in 2024\?\nA: Revenue, 2024: 812\.4 \(page 3\)\.\n\nQuestion: And in 2023\?$/,
  );

  server.play(says('EUR 764.0 million (page 3).'));
  await answerer.answer('And in 2023?', sources.get('annual') as Source, [
    { question: 'What was revenue in 2024?', answer: '' },
  ]);
  expect(server.asked.at(-1)?.body.messages[1]?.content).toMatch(
    /Q: What was revenue in 2024\?\n\nQuestion: And in 2023\?$/,
  );
});

test('a summary by a model is replaced by sentences of the text when it states what its passages do not', async () => {
  const summaryBy = (text: string) => ask('annual', 'Summarise it', createAnswerer({ grounded: async () => text }));
  expect(await summaryBy('Net debt fell to EUR 140 million.')).toMatchObject({ by: 'model', isFound: true });
  expect(await summaryBy('Net debt rose to EUR 9,140 million.')).toMatchObject({ by: 'text', isFound: true });
});

test('an answer names its sources, and a missing answer the closest passage', async () => {
  expect(await ask('annual', 'What is the net debt?')).toMatchObject({
    isFound: true,
    sources: [{ place: 'page 3', text: expect.stringContaining('140 million') }],
  });
  const missing = await ask('annual', unanswerable.annual[0] as string);
  expect(missing.isFound).toBe(false);
  for (const { place } of missing.sources) expect(missing.text).toContain(place);
  const summary = await ask('annual', 'Summarise it');
  expect(summary.sources.length).toBeGreaterThan(2);
  for (const { place, text } of summary.sources) expect(summary.text).toContain(`${text} (${place})`);
});
