import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pagePaths, pages } from '../../console/src/app/pages.ts';
import type { Page } from '../../console/src/shared/navigation/page.ts';

const sources = join(import.meta.dirname, '..', '..', 'console', 'src');

/** The folders of pages. */
const folders = async (): Promise<string[]> =>
  (await readdir(join(sources, 'pages'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('the shell shows exactly the pages that folders of pages declare', async () => {
  const declared: Page[] = [];
  for (const folder of await folders()) {
    const module: { readonly pages: readonly Page[] } = await import(join(sources, 'pages', folder, 'page.ts'));
    expect(module.pages.length, folder).toBeGreaterThan(0);
    declared.push(...module.pages);
  }
  const paths = (list: readonly Page[]) => list.map(({ path }) => path).sort();
  expect(paths(pages)).toEqual(paths(declared));
  const all = declared.flatMap(({ path, parts = [] }) => [path, ...parts.map((part) => part.path)]);
  expect(all.sort()).toEqual([...pagePaths].sort());
});

test('a page is one folder: no file outside names the folder', async () => {
  const files = (await readdir(sources, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(sources, file), 'utf8')] as const),
  );
  for (const folder of await folders()) {
    const path = `pages/${folder}/`;
    const users = texts.filter(([file, text]) => !file.startsWith(path) && text.includes(path)).map(([file]) => file);
    expect(users, folder).toEqual([]);
  }
});
