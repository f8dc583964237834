import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { accuracyOf, heldOutRows } from '../../bench/intents.ts';
import { createIntents, type Intents, isEmergency, safetyIntentOf } from '../../media/agent/embedded/intents.ts';
import { createEmbedder, type Embedder } from '../../media/agent/embedding.ts';
import { createVectorFiles } from '../../media/agent/vector-files.ts';
import { languages } from '../../media/language/languages.ts';
import { modelPath, testModelsDir } from '../models.ts';
import { embeddingModel } from './open-agent.ts';

const modelFile = join(modelPath('minilm-l6'), 'model.onnx');
let embedder: Embedder;
let intents: Intents;
beforeAll(async () => {
  embedder = createEmbedder(await embeddingModel());
  intents = createIntents({ embedder, vectorFiles: createVectorFiles(join(testModelsDir, 'vectors'), modelFile) });
});

const of = (text: string, strict = false) => intents.of(text, { languageCode: 'en-US', strict });

describe('intents', () => {
  it('are recognised in sentences that no example was chosen by', async () => {
    const { intents: own, none, wrong } = await accuracyOf(intents, heldOutRows);
    expect(own[0] / own[1], wrong.join('\n')).toBeGreaterThanOrEqual(0.83);
    expect(none[0] / none[1], wrong.join('\n')).toBeGreaterThanOrEqual(0.97);
  }, 120_000);

  it('have no example among the held-out sentences', () => {
    const examples = new Set(
      Object.values(languages.find(({ code }) => code === 'en')?.intents?.examples ?? {}).flatMap(({ entries }) =>
        entries.map((entry) => entry.toLowerCase().replace(/[^a-z' ]/g, '')),
      ),
    );
    // Idioms of one or two words have no second form.
    expect(heldOutRows.filter(([, text]) => text.split(' ').length > 6 && examples.has(text))).toEqual([]);
  });

  it.each([
    ['never mind, goodbye', 'goodbye'],
    ['Okay, thanks. Bye!', 'goodbye'],
    ['hello, can you hear me', 'hear_me'],
    ['Hi. I want to book a table.', undefined],
    ['just a second', 'hold'],
    ['ek minute', 'hold'],
    ['', undefined],
    ['?!', undefined],
    [`hello ${'and so on '.repeat(40)}`, undefined],
  ])('%s: %s', async (text, intent) => expect(await of(text)).toBe(intent));

  it.each([
    ['please do not call us again, thank you very much for the offer', 'dnc'],
    ['mujhe call mat karo', 'dnc'],
    ['galat number hai', 'wrong_number'],
    ['stop stop', undefined],
    ['please stop', 'stop'],
    ["don't call me before nine", undefined],
    ['take me off the waiting list', undefined],
    ['stop the delivery', undefined],
  ])('are decided by a pattern where safety needs it: %s', (text, intent) => expect(safetyIntentOf(text)).toBe(intent));

  it.each([
    'call an ambulance',
    "he's not breathing",
    'I smell gas in the kitchen',
    'my house is on fire',
    'aag lag gayi',
  ])('danger is met: %s', (text) => expect(isEmergency(text)).toBe(true));

  it.each(['I need a fire extinguisher', 'do you sell gas heaters', 'the ambulance bill is wrong', 'I breathe'])(
    'no danger: %s',
    (text) => expect(isEmergency(text)).toBe(false),
  );
});

describe('vectors of examples', () => {
  it('are computed once, and again when the file is damaged or about other texts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vectors-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const made: string[] = [];
    const counting: Embedder = {
      ...embedder,
      embed(texts) {
        made.push(...texts);
        return embedder.embed(texts);
      },
    };
    const embed = (...texts: string[]) => createVectorFiles(folder, modelFile).embed('some', texts, counting);
    const first = await embed('one', 'two');
    expect(await embed('one', 'two')).toEqual(first);
    expect(made).toEqual(['one', 'two']);
    await truncate(join(folder, 'some.bin'), (await stat(join(folder, 'some.bin'))).size - 4);
    expect(await embed('one', 'two')).toEqual(first);
    await embed('one', 'three');
    expect(made).toEqual(['one', 'two', 'one', 'two', 'one', 'three']);
    expect(await readdir(folder)).toEqual(['some.bin']);
  });

  it('are computed at each start where nothing can be written', async () => {
    const files = createVectorFiles(join(import.meta.filename, 'folder'), modelFile);
    expect(await files.embed('some', ['one'], embedder)).toHaveLength(1);
  });

  it('are discarded when they are no longer needed', async () => {
    const files = createVectorFiles(join(import.meta.filename, 'folder'), modelFile);
    files.close();
    await expect(files.embed('some', ['one'], embedder)).rejects.toThrow('no longer needed');
  });
});
