import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpFault } from './fault.mjs';

/** Inputs, expected outputs and command of each build. */
const builds = [
  {
    name: 'server',
    reads: [
      'src',
      'media',
      'models',
      'bench',
      'native',
      'tsconfig.base.json',
      'tsconfig.build.json',
      'package-lock.json',
    ],
    leaves: ['dist/models/main.js'],
    notes: '.cache/build.tsbuildinfo',
    run: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
    says: 'Building…',
  },
  {
    name: 'API types',
    reads: ['src', 'media', 'bin/set-up/api-types.mjs', 'bin/set-up/write-api-types.mjs', 'package-lock.json'],
    leaves: ['console/src/server/api.d.ts'],
    run: ['bin/set-up/write-api-types.mjs'],
    says: 'Generating the types of the API…',
  },
  {
    name: 'console',
    reads: ['console', 'src', 'package-lock.json'],
    needs: 'console/vite.config.ts',
    leaves: ['console/dist/index.html'],
    run: ['node_modules/vite/bin/vite.js', 'build', '--config', 'console/vite.config.ts', '--logLevel', 'warn'],
    says: 'Building the console…',
  },
];

/** The parts that run. The types of the API are for the type checker only. */
export const programs = ['server', 'console'];

/**
 * Builds the named parts that have changed since the last build. A file counts as changed if its size or modification
 * time has. With `goOn`, compiler errors are printed and the output is used anyway; the next run builds again.
 * @param {{ root: string, env: NodeJS.ProcessEnv, say: (line: string) => void, goOn: boolean, parts?: readonly string[] }}
 * options
 */
export function build({ root, env, say, goOn, parts = programs }) {
  const stampFile = join(root, '.cache', 'built.json');
  const stamps = readStamps(stampFile);
  for (const one of builds.filter(({ name }) => parts.includes(name))) {
    if (one.needs && !existsSync(join(root, one.needs))) continue;
    const state = fingerprint(root, one.reads);
    const whole = one.leaves.every((path) => existsSync(join(root, path)));
    if (whole && stamps[one.name] === state) continue;
    say(one.says);
    // An incremental compiler that finds its build info but not its output writes nothing.
    if (!whole && one.notes) rmSync(join(root, one.notes), { force: true });
    const { status } = spawnSync(process.execPath, one.run, { cwd: root, env, stdio: ['ignore', 2, 2] });
    if (status !== 0) {
      const written = one.leaves.every((path) => existsSync(join(root, path)));
      if (!goOn || !written) throw new SetUpFault(`The ${one.name} could not be built; the lines above say why.`);
      say(`The ${one.name} was built with complaints; going on.`);
      continue;
    }
    stamps[one.name] = state;
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(stamps));
  }
}

/** @param {string} path @returns {Record<string, string>} */
function readStamps(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {string} root @param {readonly string[]} paths */
function fingerprint(root, paths) {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (!found) return;
    if (!found.isDirectory()) {
      hash.update(`${path} ${found.size} ${found.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(join(root, path)).sort()) {
      if (name !== 'node_modules' && name !== 'dist') add(`${path}/${name}`);
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}
