#!/usr/bin/env node
/**
 * Writes the package of the browser client to client/dist: modules with their types. The widget, which is one script, is
 * built beside the console.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const root = fileURLToPath(new URL('../../client', import.meta.url));
const output = join(root, 'dist');
const folders = ['audio', 'call', 'website'];

/** @param {string} folder @returns {string[]} */
const modulesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));

rmSync(output, { recursive: true, force: true });
const entries = ['index.ts', 'react.ts'].map((name) => join(root, name));
for (const path of [...entries, ...folders.flatMap((name) => modulesIn(join(root, name)))]) {
  if (!statSync(path).isFile()) continue;
  const { code, declaration, errors } = transformSync(path, readFileSync(path, 'utf8'), {
    lang: 'ts',
    target: 'es2022',
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite', declaration: {} },
  });
  if (errors.length > 0 || declaration === undefined) {
    process.stderr.write(`${relative(root, path)}: ${errors.map(({ message }) => message).join('\n')}\n`);
    process.exit(1);
  }
  const target = join(output, relative(root, path).replace(/\.ts$/, ''));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.js`, code);
  writeFileSync(`${target}.d.ts`, declaration.replaceAll(/(from\s+["'][^"']+)\.ts(["'])/g, '$1.js$2'));
}
