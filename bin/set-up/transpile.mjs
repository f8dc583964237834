import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Folders whose modules and data files have a counterpart in `dist`, with those below unless `isFlat`. */
const folders = [
  { name: 'src' },
  { name: 'media' },
  { name: 'models' },
  { name: 'bench' },
  { name: 'native', isFlat: true },
];

/**
 * Writes the module of `dist` for each TypeScript file that has changed since `stamps`, without checking types, and
 * copies changed data files. Removes the output of files that are gone. Returns the new stamps.
 * @param {{ root: string, stamps: Readonly<Record<string, string>> }} options
 */
export async function transpile({ root, stamps }) {
  const sources = folders.flatMap(({ name, isFlat }) => sourcesIn(root, name, isFlat));
  const newStamps = Object.fromEntries(sources.map((path) => [path, stampOf(join(root, path))]));
  const changed = sources.filter(
    (path) => stamps[path] !== newStamps[path] || outputsOf(path).some((output) => !existsSync(join(root, output))),
  );
  const outputs = new Set(sources.flatMap(outputsOf));
  for (const path of filesIn(root, 'dist')) if (!outputs.has(path)) rmSync(join(root, path));
  if (changed.length === 0) return newStamps;
  // Loaded late: it is a native library, and most runs change nothing.
  const { transformSync } = await import('rolldown/utils');
  const faults = changed.flatMap((path) => writeOutput(root, path, transformSync));
  if (faults.length > 0) throw new SyntaxError(faults.join('\n'));
  return newStamps;
}

/** Code that replaces newer syntax is imported from here. */
const helperPackage = '@oxc-project/runtime';

/** @param {string} root @param {string} path @param {typeof import('rolldown/utils').transformSync} transformSync */
function writeOutput(root, path, transformSync) {
  const source = readFileSync(join(root, path), 'utf8');
  const [output, map] = outputsOf(path).map((name) => join(root, name));
  if (output === undefined) return [];
  if (map === undefined) {
    replace(output, source);
    return [];
  }
  const result = transformSync(join(root, path), source, {
    lang: 'ts',
    target: 'node20',
    sourcemap: true,
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  });
  if (result.errors.length > 0)
    return result.errors.map(({ message }) => `${path}: ${stripVTControlCharacters(message)}`);
  // The package would need another one at run time.
  if (result.code.includes(helperPackage)) return [`${path}: uses syntax that Node 20 lacks, such as "using"`];
  replace(map, JSON.stringify(result.map));
  replace(output, `${result.code}//# sourceMappingURL=${basename(map)}\n`);
  return [];
}

/** A process that loads the file meanwhile gets the whole old one or the whole new one. @param {string} path @param {string} content */
function replace(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, path);
}

/** @param {string} path */
function stampOf(path) {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}

/** Returns the files of `dist` that a source becomes. @param {string} path */
function outputsOf(path) {
  const output = join('dist', path.replace(/\.ts$/, '.js'));
  return path.endsWith('.ts') ? [output, `${output}.map`] : [output];
}

/** @param {string} root @param {string} folder @param {boolean} [isFlat] */
const sourcesIn = (root, folder, isFlat = false) =>
  filesIn(root, folder, isFlat).filter((path) => /\.(ts|json)$/.test(path) && !path.endsWith('.d.ts'));

/** @param {string} root @param {string} folder @param {boolean} [isFlat] @returns {string[]} */
function filesIn(root, folder, isFlat = false) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return isFlat ? [] : filesIn(root, path);
  });
}
