import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDerivedFiles } from '../../src/recordings/derived-files.ts';

function open(existing: readonly string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'parley-derived-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const silenced = join(dir, 'silenced');
  mkdirSync(silenced);
  for (const name of ['kept', 'gone']) {
    writeFileSync(join(dir, `${name}.wav`), '');
    writeFileSync(join(dir, `${name}.mp3`), '');
    writeFileSync(join(dir, `${name}.v1.mp3`), '');
    for (const copy of ['v1.wav', 'v2.wav', 'v3.wav.7-1.part']) writeFileSync(join(silenced, `${name}.${copy}`), '');
  }
  const derived = createDerivedFiles({
    folders: [
      { dir, ending: '.mp3' },
      { dir: silenced, ending: '.wav' },
    ],
    existing: async (sources) => new Set(sources.filter((one) => existing.includes(one))),
  });
  return { derived, left: () => [...readdirSync(dir), ...readdirSync(silenced)].sort() };
}

const left = [
  ...['gone.wav', 'kept.mp3', 'kept.v1.mp3', 'kept.v1.wav', 'kept.v2.wav', 'kept.v3.wav.7-1.part', 'kept.wav'],
  'silenced',
];

test('every copy of a deleted recording is removed, finished or not, and recordings themselves stay', async () => {
  const app = open(['kept', 'gone']);
  await app.derived.remove(['gone']);
  expect(app.left()).toEqual(left);
  expect(await app.derived.sweep()).toBe(0);
});

test('a sweep removes copies of recordings that another server has deleted', async () => {
  const app = open(['kept']);
  expect(await app.derived.sweep()).toBe(5);
  expect(app.left()).toEqual(left);
});
