import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listRecognisers } from '../../media/engines/registry.ts';
import { readModelCard } from '../../media/recogniser/model-card.ts';
import { addRecogniser, type NewRecogniser } from '../../models/add-recogniser.ts';
import { taskFolder } from '../../models/locate.ts';
import { main } from '../../models/main.ts';
import { manifest, taskModels } from '../../models/manifest.ts';
import { hashFile, inspectModel } from '../../models/stamp.ts';
import { type SyntheticModel, writeSyntheticModel } from '../whisper/synthetic-model.ts';

let model: SyntheticModel;
let sha256: string;
let modelsDir: string;
beforeAll(async () => {
  model = await writeSyntheticModel();
  sha256 = await hashFile(join(model.folder, 'model.bin'));
});
afterAll(() => model.remove());
beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'parley-recogniser-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(modelsDir, { recursive: true, force: true });
});

const add = (options: Partial<NewRecogniser> = {}): Promise<string> =>
  addRecogniser({ modelsDir, source: model.folder, sha256, task: 'recognition', ...options });

const standard = manifest.find(({ role }) => role === taskModels.recognition)!;

/** What a folder holds besides the lock. */
const left = async (): Promise<string[]> => (await readdir(modelsDir)).filter((name) => name !== '.lock');

test('a Whisper model is converted, and takes the place of the standard one of its task', async () => {
  const folder = await add();
  expect(folder).toBe(taskFolder(modelsDir, 'recognition'));
  expect((await readModelCard(folder)).precision).toBe('int8');
  expect(await inspectModel(folder, standard)).toEqual({ state: 'operator' });
  const stamp: unknown = JSON.parse(await readFile(join(folder, 'provenance.json'), 'utf8'));
  expect(stamp).toEqual({ source: 'operator', from: model.folder, sha256: { 'model.bin': sha256 } });
  expect(await left()).toEqual([taskModels.recognition]);
});

test('nothing that was measured of the standard model is said of it', async () => {
  const measured = async () => {
    const engines = await listRecognisers({ modelsDir, servers: undefined });
    return engines.find(({ engine }) => engine === 'whisper')?.wordErrors;
  };
  const folder = await add();
  expect(await measured()).toEqual({});
  await writeFile(join(folder, 'provenance.json'), JSON.stringify({ source: 'fetched', packages: [], files: {} }));
  expect(await measured()).toEqual(standard.wordErrors);
});

test('an address is read below its folder, the small files first', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    asked.push(String(url));
    return new Response(await readFile(join(model.folder, String(url).split('/').at(-1)!)));
  });
  await add({ source: 'https://models.example/whisper/', task: 'multilingual' });
  expect(asked).toEqual(
    ['config.json', 'tokenizer.json', 'model.bin'].map((name) => `https://models.example/whisper/${name}`),
  );
  expect(await left()).toEqual([taskModels.multilingual]);
});

test('weights with another hash, a page in place of a file and a missing file leave the model unchanged', async () => {
  await add();
  const before = await hashFile(join(taskFolder(modelsDir, 'recognition'), 'decoder.onnx'));
  const wrong = add({ sha256: '0'.repeat(64) });
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_file', message: expect.stringContaining(sha256) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('no such page', { status: 404 }));
  await expect(add({ source: 'https://models.example/none' })).rejects.toMatchObject({ code: 'not_fetched' });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(Buffer.alloc(33 * 2 ** 20)));
  await expect(add({ source: 'https://models.example/huge' })).rejects.toMatchObject({ code: 'wrong_file' });
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(broken));
  await expect(add({ source: 'https://models.example/broken' })).rejects.toMatchObject({ code: 'not_fetched' });
  await expect(add({ source: join(model.folder, 'none') })).rejects.toMatchObject({ code: 'bad_source' });
  expect(await hashFile(join(taskFolder(modelsDir, 'recognition'), 'decoder.onnx'))).toBe(before);
  expect(await left()).toEqual([taskModels.recognition]);
});

test.each([
  ['weights of another form', 'model.bin', 'GGUF'],
  ['a tokenizer of another model', 'tokenizer.json', '{"added_tokens":[]}'],
  ['a page of a website as configuration', 'config.json', '<html>'],
])('%s are refused with the form that is read', async (_, name, contents) => {
  const folder = join(modelsDir, 'weights');
  await cp(model.folder, folder, { recursive: true });
  await writeFile(join(folder, name), contents);
  const hash = await hashFile(join(folder, 'model.bin'));
  const refused = add({ source: folder, sha256: hash });
  await expect(refused).rejects.toMatchObject({
    code: 'not_whisper',
    advice: expect.stringContaining('CTranslate2'),
  });
  expect(await left()).toEqual(['weights']);
});

test('the command names the task, the hash and how to go back', async () => {
  let out = '';
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      out += String(text);
      return true;
    });
  const env = { MODELS_DIR: modelsDir };
  expect(await main(['--add', model.folder, '--as', 'synthesis', '--sha256', sha256], env)).toBe(1);
  expect(out).toContain('--as must be recognition or multilingual, not "synthesis"');
  expect(await main(['--as', 'recognition', '--sha256', sha256], env)).toBe(2);
  expect(out).toContain('--as and --sha256 belong to --add');
  expect(await main(['--add', model.folder, '--as', 'recognition'], env)).toBe(1);
  expect(out).toContain('--sha256 must be the hash of the file');
  expect(await main(['--add', model.folder, '--as', 'multilingual', '--sha256', sha256], env)).toBe(0);
  expect(out).toContain(`MULTILINGUAL_RECOGNISER=${taskModels.multilingual}`);
  expect(out).toContain(`delete ${taskFolder(modelsDir, 'multilingual')}`);
});
