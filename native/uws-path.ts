import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Where the copy of uWebSockets.js adapted to this machine's C library lies, if set-up had to make one. The name carries the
 * version and the published file's hash, so a copy of another release is never loaded. `adaptUws` in
 * `native/uws-glibc/adapt.mjs` writes by the same rule. Throws when uWebSockets.js is not installed.
 */
export function adaptedUwsPath(env: NodeJS.ProcessEnv): string {
  const folder = dirname(createRequire(import.meta.url).resolve('uWebSockets.js'));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const build = `${process.platform}_${process.arch}_${process.versions.modules}`;
  const published = readFileSync(join(folder, `uws_${build}.node`));
  const hash = createHash('sha256').update(published).digest('hex').slice(0, 8);
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'parley', 'native', `uws_${version}_${build}_${hash}.node`);
}
