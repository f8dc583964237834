import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { testModelsDir } from '../models.ts';

test('simulate plays the example suite on a server of its own when no address is given', async () => {
  const dir = temporaryFolder();
  const file = join(import.meta.dirname, '..', '..', 'examples', 'dental-receptionist', 'suite.yaml');
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((said) => {
    out += String(said);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const json = join(dir, 'results.json');
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    MODELS_DIR: testModelsDir,
    DATA_DIR: dir,
    // Two cases in writing need no second copy of the speech models.
    INFERENCE_THREADS: '1',
  };
  const status = await main(['simulate', file, '--repeat', '2', '--json', json], env);
  vi.restoreAllMocks();
  expect([status, out]).toEqual([0, expect.stringContaining('pass^2 100 %')]);
  const results = JSON.parse(await readFile(json, 'utf8'));
  expect(results).toMatchObject({ ok: true, invalid: 0, pass_k: { hits: 2, count: 2 } });
});
