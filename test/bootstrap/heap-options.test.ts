import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');
const optionsIn = (text: string): string[] => text.match(/--[\w-]+-(?:size|percent)=\d+/g) ?? [];
const thresholdsIn = (text: string): string[] =>
  [...text.matchAll(/MALLOC_(?:MMAP|TRIM)_THRESHOLD_(?:=|: ')(\d+)/g)].map(([, bytes = '']) => bytes);

test('a server has the same heap options however it is started', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const options = optionsIn(scripts.start as string);
  expect(options).toHaveLength(3);
  expect(optionsIn(read('bin/set-up/one-pool.mjs'))).toEqual(options);
  expect(optionsIn(read('src/cli/server-child.ts'))).toEqual(options);
});

test('freed blocks of the same size are returned to the system', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const starts = [scripts.start as string, read('bin/set-up/one-pool.mjs'), read('src/cli/server-child.ts')];
  const thresholds = ['1048576', '16777216'];
  expect([...starts, read('deploy/Dockerfile')].map(thresholdsIn)).toEqual([
    thresholds,
    thresholds,
    thresholds,
    thresholds,
  ]);
});
