import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addLanguageModel } from '../../models/add.ts';
import { createLocalModels } from '../../src/local-models/index.ts';

async function folderFor() {
  const modelsDir = await mkdtemp(join(tmpdir(), 'parley-models-'));
  onTestFinished(() => rm(modelsDir, { recursive: true, force: true }));
  return modelsDir;
}

/** A process that answers as the model's does. Its end is that of the word `end`. */
const answering = `
  import { createServer } from 'node:http';
  const [path, name, key] = process.argv.slice(2);
  const server = createServer((request, response) => {
    if (request.url === '/end') process.exit(3);
    response.end(JSON.stringify({ path, name, isKey: request.headers.authorization === 'Bearer ' + key }));
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
`;

async function setUp(code: string) {
  const modelsDir = await folderFor();
  const module = join(modelsDir, 'child.mjs');
  await writeFile(module, code);
  const ends: string[] = [];
  const folder = join(modelsDir, 'llm');
  const models = createLocalModels({
    folder,
    module: new URL(`file://${module}`),
    onEnd: (name, end) => void ends.push(`${name} ${end.kind}`),
  });
  onTestFinished(() => models.close());
  const source = join(modelsDir, 'tiny.gguf');
  const bytes = Buffer.from('GGUF and more');
  await writeFile(source, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { models, modelsDir, folder, source, sha256, ends };
}

test('a file is added only with its hash, and served by a process of its own', async () => {
  const { models, modelsDir, folder, source, sha256 } = await setUp(answering);
  const wrong = addLanguageModel({ modelsDir, source, sha256: '0'.repeat(64) });
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_file', message: expect.stringContaining(sha256) });
  expect(await readdir(folder)).toEqual([]);
  await expect(addLanguageModel({ modelsDir, source, sha256: undefined })).rejects.toMatchObject({
    code: 'bad_source',
  });
  expect(await models.names()).toEqual([]);

  expect(await addLanguageModel({ modelsDir, source, sha256 })).toBe('tiny');
  expect(await models.names()).toEqual(['tiny']);
  const [served, again] = await Promise.all([models.serve('tiny'), models.serve('tiny')]);
  expect(again).toEqual(served);
  const headers = { authorization: `Bearer ${served.apiKey}` };
  const answer = await (await fetch(served.baseUrl, { headers })).json();
  expect(answer).toEqual({ path: join(folder, 'tiny.gguf'), name: 'tiny', isKey: true });
});

test('a process that crashes is started again for the next call', async () => {
  const { models, modelsDir, source, sha256, ends } = await setUp(answering);
  await addLanguageModel({ modelsDir, source, sha256 });
  const first = await models.serve('tiny');
  await fetch(new URL('/end', first.baseUrl)).catch(() => {});
  await expect.poll(() => ends).toEqual(['tiny failed']);
  const second = await models.serve('tiny');
  expect(second.apiKey).not.toBe(first.apiKey);
  expect((await fetch(second.baseUrl)).status).toBe(200);
});

test('says why a model does not start', async () => {
  const { models, modelsDir, source, sha256 } = await setUp("throw new Error('not enough memory')");
  await addLanguageModel({ modelsDir, source, sha256 });
  await expect(models.serve('other')).rejects.toThrow('no language model other');
  await expect(models.serve('../child')).rejects.toMatchObject({ code: 'unknown_model' });
  await expect(models.serve('tiny')).rejects.toThrow('ended before it was ready: Error: not enough memory.');
});

test('refuses a file that is not a model', async () => {
  const modelsDir = await folderFor();
  const source = join(modelsDir, 'page.gguf');
  await writeFile(source, '<html>');
  const sha256 = createHash('sha256').update('<html>').digest('hex');
  await expect(addLanguageModel({ modelsDir, source, sha256 })).rejects.toThrow('is not a GGUF file');
  const notNamed = { modelsDir, source: join(modelsDir, 'child.bin'), sha256 };
  await expect(addLanguageModel(notNamed)).rejects.toMatchObject({ code: 'bad_source' });
});
