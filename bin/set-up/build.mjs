import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpFault } from './fault.mjs';
import { transpile } from './transpile.mjs';

/** A change of these changes the output of every module of the server. */
const compiler = ['package-lock.json', 'bin/set-up/transpile.mjs'];

/** Inputs, expected output and command of each part that is built as a whole, after the server. */
const builds = [
  {
    name: 'API types',
    reads: ['src', 'media', 'bin/set-up/api-types.mjs', 'bin/set-up/write-api-types.mjs', 'package-lock.json'],
    leaves: 'console/src/server/api.d.ts',
    run: ['bin/set-up/write-api-types.mjs'],
    says: 'Generating the types of the API…',
  },
  {
    name: 'console',
    // From the sources of the server, the console imports types only.
    reads: ['client', 'console', 'package-lock.json'],
    needs: 'console/vite.config.ts',
    leaves: 'console/dist/index.html',
    run: ['node_modules/vite/bin/vite.js', 'build', '--config', 'console/vite.config.ts', '--logLevel', 'warn'],
    says: 'Building the console…',
  },
  {
    name: 'client',
    reads: ['client', 'bin/set-up/build-client.mjs', 'package-lock.json'],
    needs: 'client/index.ts',
    leaves: 'client/dist/react.js',
    run: ['bin/set-up/build-client.mjs'],
    says: 'Building the browser client…',
  },
];

/** The parts that run beside the server or in other pages. The types of the API are for the type checker only. */
export const programs = ['console', 'client'];

/**
 * Builds what has changed since the last build of the server and of the named parts, without checking types. A file
 * counts as changed if its size or modification time has.
 * @param {{ root: string, env: NodeJS.ProcessEnv, say: (line: string) => void, parts?: readonly string[] }} options
 */
export async function build({ root, env, say, parts = programs }) {
  const stampFile = join(root, '.cache', 'built.json');
  const stamps = readStamps(stampFile);
  const record = (/** @type {object} */ added) => {
    Object.assign(stamps, added);
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(stamps));
  };
  const compilerState = fingerprint(root, compiler);
  const previous = stamps.compiler === compilerState ? stamps.modules : undefined;
  if (previous === undefined) say('Building…');
  const modules = await transpile({ root, stamps: previous ?? {} }).catch((error) => {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SetUpFault(`${error.message}\nThe server could not be built.`);
  });
  record({ compiler: compilerState, modules });

  const states = stamps.parts ?? {};
  for (const { name, reads, needs, leaves, run, says } of builds.filter((part) => parts.includes(part.name))) {
    if (needs !== undefined && !existsSync(join(root, needs))) continue;
    const state = fingerprint(root, reads);
    if (states[name] === state && existsSync(join(root, leaves))) continue;
    say(says);
    const { status } = spawnSync(process.execPath, run, { cwd: root, env, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new SetUpFault(`The ${name} could not be built; the lines above say why.`);
    states[name] = state;
    record({ parts: states });
  }
}

/**
 * @typedef {{ compiler?: string, modules?: Record<string, string>, parts?: Record<string, string> }} Stamps
 * @param {string} path @returns {Stamps}
 */
function readStamps(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** What a build leaves among its inputs. */
const generated = new Set(['node_modules', 'dist', 'api.d.ts']);

/** @param {string} root @param {readonly string[]} paths */
function fingerprint(root, paths) {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ path) => {
    const entry = statSync(join(root, path), { throwIfNoEntry: false });
    if (!entry) return;
    if (!entry.isDirectory()) {
      hash.update(`${path} ${entry.size} ${entry.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(join(root, path)).sort()) {
      if (!generated.has(name)) add(`${path}/${name}`);
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}
