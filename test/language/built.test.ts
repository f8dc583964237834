import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { languages } from '../../media/language/languages.ts';

const root = join(import.meta.dirname, '..', '..');

/** The media plane as it was built, somewhere else. */
async function builtElsewhere(): Promise<string> {
  const at = await mkdtemp(join(tmpdir(), 'built-'));
  onTestFinished(() => rm(at, { recursive: true }));
  for (const part of ['media', 'models'])
    await cp(join(root, 'dist', part), join(at, 'dist', part), { recursive: true });
  await cp(join(root, 'package.json'), join(at, 'package.json'));
  await symlink(join(root, 'node_modules'), join(at, 'node_modules'));
  return at;
}

/** What a thread of calls loads. */
function load(at: string): { readonly status: number | null; readonly out: string; readonly err: string } {
  const url = (path: string): string => JSON.stringify(pathToFileURL(join(at, 'dist', 'media', path)).href);
  const program = `
    await import(${url('call/call-line.js')});
    const { languages } = await import(${url('language/languages.js')});
    const { registeredEngines } = await import(${url('engines/registry.js')});
    const { recogniser } = registeredEngines.find((engine) => engine.recogniser !== undefined);
    process.stdout.write(JSON.stringify([languages, recogniser.calibration.overlap.prompt]));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

test('the built media plane reads its packs and calibrations, and names a damaged file and its field', async () => {
  const at = await builtElsewhere();
  const { status, out } = load(at);
  expect(status).toBe(0);
  expect(JSON.parse(out)).toEqual([languages, expect.stringContaining('Achha')]);
  await writeFile(join(at, 'dist', 'media', 'language', 'hi', 'fillers.json'), '{ "words": { "entries": ["ji"] } }');
  const damaged = load(at);
  expect(damaged.status).not.toBe(0);
  expect(damaged.err).toMatch(/media\/language\/hi\/fillers\.json: words\.source: /);
});
