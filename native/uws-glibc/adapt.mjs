import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { withoutGlibc238 } from './elf.mjs';
import { knownBuilds } from './known-builds.mjs';

/**
 * @typedef {object} Machine
 * @property {string} platform
 * @property {string} arch
 * @property {string} abi `process.versions.modules`: 115 for Node 20, 137 for Node 24
 * @property {string | undefined} glibc "2.36"; absent where the C library is not glibc
 *
 * `present`: an earlier run wrote it, and its hash is right. `unknown-build`: nothing is written, for only files that the
 * adaptation was tried on are touched.
 * @typedef {{ outcome: 'not-needed' } | { outcome: 'adapted' | 'present', path: string } | { outcome: 'unknown-build', reason: string }} Adaptation
 */

/** @returns {Machine} */
export function thisMachine() {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return {
    platform: process.platform,
    arch: process.arch,
    abi: process.versions.modules,
    glibc: report.header.glibcVersionRuntime,
  };
}

/** @param {string | undefined} glibc */
function tooOld(glibc) {
  const [major = 0, minor = 0] = (glibc ?? '').split('.').map(Number);
  return glibc !== undefined && (major < 2 || (major === 2 && minor < 38));
}

/** @param {Uint8Array} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** @param {string} path @param {string} hash */
const holds = (path, hash) => existsSync(path) && sha256(readFileSync(path)) === hash;

/**
 * uWebSockets.js's Linux binary asks for glibc 2.38. Where the C library is older, writes a copy that does not to
 * `$XDG_CACHE_HOME/parley/native` (`adaptedUwsPath` in `native/uws-path.ts` finds it); the package itself stays as published.
 * @param {{ packageFolder: string, env: NodeJS.ProcessEnv, machine?: Machine }} options
 * @returns {Adaptation}
 */
export function adaptUws({ packageFolder, env, machine = thisMachine() }) {
  if (machine.platform !== 'linux' || !tooOld(machine.glibc)) return { outcome: 'not-needed' };
  const build = `${machine.platform}_${machine.arch}_${machine.abi}`;
  const source = join(packageFolder, `uws_${build}.node`);
  const known = knownBuilds[build];
  if (!known || !existsSync(source)) return { outcome: 'unknown-build', reason: `there is no known uws_${build}.node` };
  const published = readFileSync(source);
  const hash = sha256(published);
  if (hash !== known.input)
    return { outcome: 'unknown-build', reason: `uws_${build}.node has the unknown hash ${hash}` };
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const path = join(cache, 'parley', 'native', `uws_${version}_${build}_${hash.slice(0, 8)}.node`);
  if (holds(path, known.output)) return { outcome: 'present', path };
  const adapted = withoutGlibc238(published);
  if (sha256(adapted) !== known.output) {
    return { outcome: 'unknown-build', reason: `adapting uws_${build}.node gave an unexpected file` };
  }
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, adapted, { mode: 0o755 });
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return { outcome: 'adapted', path };
}
