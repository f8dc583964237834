import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Hashes of the files that the adaptation was tried on, by build. */
type KnownBuilds = Readonly<Record<string, { readonly input: string; readonly output: string } | undefined>>;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Where the copy of uWebSockets.js adapted to this machine's C library lies, if set-up had to make one. The name carries the
 * version and the published file's hash, so a copy of another release is never loaded. `adaptUws` in
 * `native/uws-glibc/adapt.mjs` writes by the same rule. The copy is hashed before each load, because it lies in a cache.
 * Throws if uWebSockets.js is not installed, or if the adapted copy is missing or has an unknown hash.
 */
export function adaptedUwsPath(env: NodeJS.ProcessEnv): string {
  const folder = dirname(createRequire(import.meta.url).resolve('uWebSockets.js'));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const build = `${process.platform}_${process.arch}_${process.versions.modules}`;
  const published = readFileSync(join(folder, `uws_${build}.node`));
  const hash = sha256(published).slice(0, 8);
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const path = join(cache, 'parley', 'native', `uws_${version}_${build}_${hash}.node`);
  // Seen from `dist`, the only place it runs from.
  const list = new URL('../../native/uws-glibc/known-builds.json', import.meta.url);
  const known = JSON.parse(readFileSync(list, 'utf8')) as KnownBuilds;
  if (sha256(readFileSync(path)) !== known[build]?.output) throw new Error(`${path} is not the file that set-up wrote`);
  return path;
}
