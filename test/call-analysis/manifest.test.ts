import { expect, test } from 'vitest';
import { readManifest } from '../../src/features/analysis/call-analysis/manifest.ts';

const withColumns = (count: number): Buffer => Buffer.from(`file${',x'.repeat(count - 1)}\n1.wav\n`);

test('a manifest has at most 200 columns', () => {
  expect(readManifest(withColumns(200)).rows.map(({ file }) => file)).toEqual(['1.wav']);
  expect(() => readManifest(withColumns(201))).toThrow('The manifest has more than 200 columns.');
});
