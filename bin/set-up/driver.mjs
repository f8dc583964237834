import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const name = 'better-sqlite3';
const header = new URL('object-wrap.h', import.meta.url);

/** Returns whether the database driver loads on this Node. @param {string} root */
export function driverWorks(root) {
  try {
    const Database = createRequire(join(root, 'package.json'))(name);
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs the compiled part of the database driver, which takes a minute where no published build can be downloaded:
 * the copy of an earlier installation if there is one, otherwise what `compile` leaves, and stores a copy of that.
 * @param {{ root: string, env: NodeJS.ProcessEnv, compile: () => void }} options
 */
export function installDriver({ root, env, compile }) {
  const folder = join(root, 'node_modules', name);
  if (!existsSync(folder)) return;
  const target = join(folder, 'build', 'Release', 'better_sqlite3.node');
  const copy = copyPath(root, env);
  if (isOwn(copy)) {
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(copy, target);
    if (driverWorks(root)) return;
  }
  compile();
  if (!existsSync(target)) return;
  mkdirSync(dirname(copy), { recursive: true });
  const unfinished = `${copy}.${process.pid}`;
  copyFileSync(target, unfinished);
  renameSync(unfinished, copy);
}

/** The name says what the copy was compiled from and for. @param {string} root @param {NodeJS.ProcessEnv} env */
function copyPath(root, env) {
  const entry = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`];
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  const source = createHash('sha256')
    .update(`${entry.integrity} ${report.header.glibcVersionRuntime} `)
    .update(readFileSync(header))
    .digest('hex')
    .slice(0, 16);
  const machine = `${process.platform}_${process.arch}_${process.versions.modules}`;
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'parley', 'native', `better_sqlite3_${entry.version}_${machine}_${source}.node`);
}

/** Returns whether the file can have been written by this user only. @param {string} path */
function isOwn(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  return entry !== undefined && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0;
}
