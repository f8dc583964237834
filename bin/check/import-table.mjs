#!/usr/bin/env node
/**
 * Compares the list of import rules in docs/architecture.md with `.dependency-cruiser.cjs`, and fails if it differs.
 * `--write` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { forbidden } = createRequire(import.meta.url)(`${root}/.dependency-cruiser.cjs`);
const begin = '<!-- import rules: written by bin/check/import-table.mjs -->';
const end = '<!-- end of import rules -->';

/**
 * @typedef {{ path?: string | string[], pathNot?: string | string[] }} Places
 * @typedef {Places & { circular?: boolean, dependencyTypesNot?: string[] }} Target
 */

/** A pattern without its anchors and escapes: `^media/(kit|line)/` is `media/(kit, line)/`. */
const readable = (/** @type {string | string[] | undefined} */ pattern) =>
  [pattern ?? []]
    .flat()
    .map((part) => part.replace('(/|$)', '/').replaceAll('[^/]+', '*').replaceAll(/\$\d/g, '<same>'))
    .map((part) => `\`${part.replaceAll(/[\^$\\]/g, '').replaceAll('|', ', ')}\``)
    .join(', ');
const placesOf = (/** @type {Places} */ { path, pathNot }, /** @type {string} */ all) =>
  `${path === undefined ? all : readable(path)}${pathNot === undefined ? '' : `, except ${readable(pathNot)}`}`;
const targetOf = (/** @type {Target} */ to) =>
  to.circular ? 'itself, through others' : placesOf(to, to.dependencyTypesNot ? 'code, only types' : 'anything');

const table = [
  begin,
  '',
  '| rule | importer | may not import |',
  '|---|---|---|',
  ...forbidden.map(
    (/** @type {{ name: string, from: Places, to: Target }} */ { name, from, to }) =>
      `| ${name.replaceAll('-', ' ')} | ${placesOf(from, 'everything')} | ${targetOf(to)} |`,
  ),
  '',
  end,
].join('\n');

const path = `${root}/docs/architecture.md`;
const text = readFileSync(path, 'utf8');
const [before, rest = ''] = text.split(begin);
const after = rest.split(end)[1];
const wanted = after === undefined ? undefined : `${before}${table}${after}`;
if (process.argv.includes('--write') && wanted !== undefined) writeFileSync(path, wanted);
else if (wanted !== text) {
  console.error('docs/architecture.md lists other import rules. Run "node bin/check/import-table.mjs --write".');
  process.exitCode = 1;
}
