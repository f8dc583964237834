import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');

/** Returns the compiled counterpart of a module in `dist`; undefined if it has none, as for modules of tests. */
export function builtTwin(module: URL): URL | undefined {
  const path = fileURLToPath(module);
  if (!path.startsWith(root) || !path.endsWith('.ts')) return undefined;
  const built = join(root, 'dist', path.slice(root.length).replace(/\.ts$/, '.js'));
  return existsSync(built) ? pathToFileURL(built) : undefined;
}
