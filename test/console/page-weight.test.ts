import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const dist = join(import.meta.dirname, '..', '..', 'console', 'dist');
const manifestPath = join(dist, 'manifest.json');
const mostKilobytes = 205;
/** For clients that do not know Brotli. */
const mostGzipKilobytes = 225;

const kilobytesOf = (files: Iterable<string>, ending: '.br' | '.gz' = '.br'): number =>
  [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}${ending}`)).size, 0) / 1000;

/** The files that the browser loads before a chunk runs. */
function filesOf(manifest: Manifest, name: string, files = new Set<string>()): Set<string> {
  const { file, imports = [] } = manifest[name] as Chunk;
  if (files.has(file)) return files;
  files.add(file);
  for (const imported of imports) filesOf(manifest, imported, files);
  return files;
}

describe.skipIf(!existsSync(manifestPath))('the scripts of a page', () => {
  test(`have at most ${mostKilobytes} kB as they are sent`, async ({ annotate }) => {
    const manifest: Manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
    // The first script loads the rest of the shell once the language is there.
    const entry = filesOf(manifest, 'index.html');
    const rest = [...entry].flatMap((file) => dynamicImportsOf(manifest, file));
    const shell = rest.reduce((files, name) => filesOf(manifest, name, files), new Set(entry));
    const pages = [...new Set([...shell].flatMap((file) => dynamicImportsOf(manifest, file)))].filter(
      (page) => !rest.includes(page),
    );
    const weights = pages
      .map((page) => {
        const files = filesOf(manifest, page, new Set(shell));
        return { page, kilobytes: kilobytesOf(files), gzipKilobytes: kilobytesOf(files, '.gz') };
      })
      .sort((one, other) => other.kilobytes - one.kilobytes);
    const shown = weights.map(({ page, kilobytes }) => `${kilobytes.toFixed(1)} kB ${page}`);
    await annotate(`shell ${kilobytesOf(shell).toFixed(1)} kB; ${shown.join(', ')}`, 'weights');
    expect(pages).toContain('src/pages/calls/call-page.tsx');
    expect(pages.length).toBeGreaterThan(40);
    const isHeavy = ({ kilobytes, gzipKilobytes }: (typeof weights)[number]): boolean =>
      kilobytes > mostKilobytes || gzipKilobytes > mostGzipKilobytes;
    expect(weights.filter(isHeavy)).toEqual([]);
  });
});

const dynamicImportsOf = (manifest: Manifest, file: string): readonly string[] =>
  Object.values(manifest).find((chunk) => chunk.file === file)?.dynamicImports ?? [];
