import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddingService, openEmbeddings } from '../../media/index.ts';
import { type Answerer, createAnswerer, type Source } from '../../src/answers/index.ts';
import { createTranscriber, type Sentence } from '../../src/audio/index.ts';
import { sourceOf } from '../../src/features/documents/audio-transcription/source.ts';
import { testModelsDir as modelsDir } from '../models.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import { askInTurn } from './follow-ups/ask.ts';
import { type Dialogue, heldOut, tuned } from './follow-ups/dialogues.ts';
import { asked, unanswerable } from './held-out/questions.ts';
import { record } from './held-out/record.ts';
import { recordings } from './held-out/recordings.ts';
import { documentSource } from './held-out/source-of.ts';

type Name = keyof typeof asked;
const names = Object.keys(asked) as Name[];
const isRecording = (name: Name): name is keyof typeof recordings => Object.hasOwn(recordings, name);
const folder = mkdtempSync(join(tmpdir(), 'parley-held-out-'));
const sources = new Map<Name, Source>();
let byWords: Answerer;
let byMeaning: Answerer;
let embeddings: EmbeddingService;

const built = (path: string): URL => new URL(`../../dist/media/${path}`, import.meta.url);
const modules = {
  decode: built('codec/sound/decode-child.js'),
  transcribe: built('call/transcript/transcribe-child.js'),
};

async function readDocument(name: Name): Promise<Source> {
  const isPicture = name === 'notice';
  const file = readFileSync(join(import.meta.dirname, 'held-out', `${name}.${isPicture ? 'png' : 'pdf'}`));
  const { outcome, pages } = await readPdf(file, { isPicture });
  if (outcome.kind !== 'read') throw new Error(`${name} was not read: ${outcome.code}`);
  return documentSource(name, pages, outcome.metadata);
}

async function hearRecording(name: keyof typeof recordings): Promise<Source> {
  const path = join(folder, `${name}.wav`);
  await record(path, recordings[name], modelsDir);
  const sentences: Sentence[] = [];
  const transcriber = createTranscriber({
    modules: async () => modules,
    modelsDir,
    threads: 1,
    providers: ['cpu'],
  });
  const outcome = await transcriber.transcribe(path, {
    fromMs: 0,
    signal: new AbortController().signal,
    onPart: async (part) => void sentences.push(...part.sentences),
  });
  if (outcome.kind !== 'transcribed') throw new Error(`${name} was not heard: ${outcome.code}`);
  return sourceOf({ uuid: name, title: name } as never, { jobUuid: name } as never, async () => sentences);
}

beforeAll(async () => {
  for (const name of names) sources.set(name, await (isRecording(name) ? hearRecording(name) : readDocument(name)));
  embeddings = await openEmbeddings({ modelsDir });
  byWords = createAnswerer({});
  byMeaning = createAnswerer({ embed: embeddings.embed });
});
afterAll(async () => {
  await embeddings.close();
  rmSync(folder, { recursive: true, force: true });
});

const searches = [
  ['words', () => byWords],
  ['words and meaning', () => byMeaning],
] as const;

const placeOf = (name: Name, place: number): RegExp =>
  isRecording(name) ? /\(at \d+:\d\d\)/ : new RegExp(`page ${place}\\b`);

test.each(searches)('%s answers nine of ten held-out questions, with the right place', async (_by, answerer) => {
  const wrong: string[] = [];
  let count = 0;
  for (const name of names) {
    for (const [question, holds, place] of asked[name]) {
      count += 1;
      const { text } = await answerer().answer(question, sources.get(name) as Source);
      const isRight = typeof holds === 'string' ? text.includes(holds) : holds.test(text);
      if (!isRight || !placeOf(name, place).test(text)) wrong.push(`${name}: ${question} -> ${text}`);
    }
  }
  expect(count).toBeGreaterThanOrEqual(40);
  expect(wrong.length, `${count} asked\n${wrong.join('\n')}`).toBeLessThanOrEqual(count / 10);
});

test.each(searches)('%s invents nothing that the files do not contain', async (_by, answerer) => {
  const invented: string[] = [];
  for (const name of names) {
    for (const question of unanswerable[name]) {
      const { text, isFound } = await answerer().answer(question, sources.get(name) as Source);
      if (isFound || !text.startsWith('I could not find that')) invented.push(`${name}: ${question} -> ${text}`);
    }
  }
  expect(invented).toEqual([]);
});

test.each(searches)('%s answers held-out follow-ups in their context or not at all', async (_by, answerer) => {
  const dialogues: Partial<Record<Name, readonly Dialogue[]>> = { ...tuned, ...heldOut };
  const tallies = await Promise.all(
    names.map((name) =>
      askInTurn(answerer(), sources.get(name) as Source, dialogues[name] ?? [], (text, place) =>
        placeOf(name, place).test(text),
      ),
    ),
  );
  const all = (of: 'wrong' | 'missing' | 'invented') => tallies.flatMap((tally) => tally[of]);
  const count = tallies.reduce((sum, tally) => sum + tally.asked, 0);
  const right = tallies.reduce((sum, tally) => sum + tally.right, 0);
  const told = `${right} of ${count} right\nwrong:\n${all('wrong').join('\n')}\nmissing:\n${all('missing').join('\n')}`;
  console.info(told);
  expect(count).toBeGreaterThanOrEqual(80);
  expect(right, told).toBeGreaterThanOrEqual(0.85 * count);
  expect(all('wrong').length, told).toBeLessThanOrEqual(0.07 * count);
  expect(all('invented')).toEqual([]);
});
