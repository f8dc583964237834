import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../console/src');
/** Lines of files with this ending that match, as `file: line`. Charts over time, which say so, are left out. */
const linesWith = (ending: string, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (!file.endsWith(ending)) return [];
    const text = readFileSync(join(folder, file), 'utf8');
    if (text.includes('direction: ltr')) return [];
    return text.split('\n').flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : []));
  });

test('text and spaces are on the side where lines begin or end, whatever the direction of the language', () => {
  expect(linesWith('.css', /text-align: (left|right)|\b(margin|padding|border)-(left|right):/)).toEqual([]);
  expect(linesWith('.tsx', /\bta(=\{?|: )(["']|.* )?["'](left|right)["']/)).toEqual([]);
});
