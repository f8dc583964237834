import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../../bin/set-up/build.mjs';
import { requireNode } from '../../bin/set-up/node-version.mjs';
import { installPackages } from '../../bin/set-up/packages.mjs';
import { countResults, readRun, tellFailures } from '../../bin/set-up/test-results.mjs';

let root: string;
let said: string[];
const say = (line: string) => said.push(line);
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const lines = (path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').split('\n') : [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-root-'));
  said = [];
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the Node version check', () => {
  it.each(['20.19.0', '20.20.2', '22.1.0', '24.0.0'])('%s runs it', (version) => requireNode(version));
  it.each(['20.18.3', '18.20.0', '16.0.0'])('%s does not, in a plain sentence', (version) => {
    expect(() => requireNode(version)).toThrow(`needs Node 20.19 or newer; this is ${version}`);
  });
});

describe('packages', () => {
  /** An npm that records its arguments and runs `script`. */
  const openNpm = (script: string) => {
    write('npm-cli.js', `require('fs').appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');${script}`);
    write('package-lock.json', '{"packages": {"": {}, "node_modules/a": {"version": "1.0.0"}}}');
    const env = {
      npm_execpath: join(root, 'npm-cli.js'),
      PATH: process.env.PATH,
      XDG_CACHE_HOME: join(root, 'cache'),
    };
    return () => installPackages({ root, env, say });
  };
  const works = "require('fs').mkdirSync('node_modules', { recursive: true })";
  const fails = (words: string) => `console.error(${JSON.stringify(words)}); process.exit(1)`;

  it('are installed once, and again after a change of the lockfile', () => {
    const install = openNpm(works);
    install();
    install();
    expect(lines('calls')).toHaveLength(2);
    expect(lines('calls')[0]).toMatch(/^ci --include=dev --ignore-scripts/);
    expect(said).toEqual(['Installing packages (once; a minute or two)…']);
    write('package-lock.json', '{"packages": {"": {}}}');
    install();
    expect(lines('calls')).toHaveLength(3);
  });

  describe('the database driver', () => {
    const lock = (integrity: string) =>
      JSON.stringify({ packages: { 'node_modules/better-sqlite3': { version: '1.0.0', integrity } } });
    const folder = 'node_modules/better-sqlite3';
    /** A driver that loads where its compiled part says so, and an npm that compiles it. */
    const openDriver = (integrity: string) => {
      const install = openNpm(`
        const fs = require('fs');
        fs.mkdirSync('${folder}', { recursive: true });
        fs.writeFileSync('${folder}/index.js', \`module.exports = class {
          constructor() { if (require('fs').readFileSync('${root}/${folder}/build/Release/better_sqlite3.node', 'utf8') !== 'works') throw new Error(); }
          close() {}
        };\`);
        if (process.argv[2] === 'rebuild') {
          fs.mkdirSync('${folder}/build/Release', { recursive: true });
          fs.writeFileSync('${folder}/build/Release/better_sqlite3.node', 'works');
          fs.writeFileSync('flags', process.env.CXXFLAGS);
        }`);
      write('package-lock.json', lock(integrity));
      return install;
    };
    const commands = () => lines('calls').map((line) => line.split(' ')[0]);
    const removePackages = () => rmSync(join(root, 'node_modules'), { recursive: true });

    it('is compiled once for its version, without the option that aborts on Node 24.19 and newer', () => {
      const install = openDriver('sha512-a');
      install();
      expect(commands()).toEqual(['ci', 'rebuild', '']);
      const header = /^-include "(.*)"$/.exec(lines('flags')[0] as string)?.[1] as string;
      expect(readFileSync(header, 'utf8')).toContain('#define RemoveEnvironmentCleanupHook');
      removePackages();
      install();
      expect(commands()).toEqual(['ci', 'rebuild', 'ci', '']);
      expect(lines(`${folder}/build/Release/better_sqlite3.node`)).toEqual(['works']);
      removePackages();
      write('package-lock.json', lock('sha512-b'));
      install();
      expect(commands()).toEqual(['ci', 'rebuild', 'ci', 'ci', 'rebuild', '']);
    });

    it.each([
      ['does not load', 'broken', 0o644],
      ['others may write', 'works', 0o666],
    ])('is compiled again when the stored copy %s', (_why, content, mode) => {
      const install = openDriver('sha512-a');
      install();
      const stored = join(root, 'cache/parley/native');
      const [name] = readdirSync(stored) as [string];
      writeFileSync(join(stored, name), content);
      chmodSync(join(stored, name), mode);
      removePackages();
      install();
      expect(commands()).toEqual(['ci', 'rebuild', 'ci', 'rebuild', '']);
    });
  });

  it.each([
    ['gyp ERR! find Python \ngyp ERR! not ok', 'apt-get install build-essential python3'],
    ['make: not found', 'apt-get install build-essential python3'],
    ['npm error code ENOTFOUND', 'The package registry was not reached'],
    ['npm error code ENOSPC', 'The disk is full'],
    ['npm error something else', 'something else'],
  ])('"%s" becomes a sentence, and the next run tries again', (words, sentence) => {
    const install = openNpm(fails(words));
    expect(install).toThrow(sentence);
    expect(install).toThrow(sentence);
  });

  it('are all in the lockfile, including those of other platforms, so that a clean install works', () => {
    const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
    const packages: Record<string, { optionalDependencies?: Record<string, string> }> = lock.packages;
    const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
    const wanted = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}));
    expect(wanted.length).toBeGreaterThan(50);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('the build', () => {
  const run = () => build({ root, env: process.env, say });
  const built = (path: string) => lines(`dist/${path}`).join('\n');
  /** A bundler of the console that records that it ran. */
  const openConsole = (status = 0) => {
    const bundler = `const fs = require('fs'); fs.appendFileSync('calls', 'vite\\n');
      fs.mkdirSync('console/dist', { recursive: true }); fs.writeFileSync('console/dist/index.html', '');
      process.exitCode = ${status};`;
    write('node_modules/vite/bin/vite.js', bundler);
    write('console/vite.config.ts', '');
  };
  const bundles = () => lines('calls').length - 1;

  beforeEach(() => {
    write('package.json', '{"type": "commonjs"}');
    write('src/main.ts', "import type { A } from './a.ts';\nexport const a = await import('./b.ts') as A;\n");
    write('src/words.json', '["one"]');
  });

  it('removes types, writes the names of modules as they are in dist, and copies data', async () => {
    await run();
    expect(built('src/main.js')).toContain('export const a = await import("./b.js");');
    expect(built('src/main.js')).not.toContain('./a');
    expect(built('src/words.json')).toBe('["one"]');
    expect(said).toEqual(['Building…']);
  });

  it('writes what has changed or is missing, and removes the output of removed files', async () => {
    await run();
    write('dist/src/main.js', 'untouched');
    await run();
    expect(built('src/main.js')).toBe('untouched');
    write('src/main.ts', 'export const changed = 1;');
    await run();
    expect(built('src/main.js')).toContain('changed');
    rmSync(join(root, 'dist/src/main.js'));
    write('src/added/file.ts', 'export {};');
    await run();
    expect(built('src/main.js')).toContain('changed');
    expect(existsSync(join(root, 'dist/src/added/file.js'))).toBe(true);
    rmSync(join(root, 'src/added'), { recursive: true });
    await run();
    expect(existsSync(join(root, 'dist/src/added/file.js'))).toBe(false);
    write('package-lock.json', '{"another": "compiler"}');
    write('dist/src/main.js', 'of the former compiler');
    await run();
    expect(built('src/main.js')).toContain('changed');
  });

  it('names the file and line that it cannot read, and tries again next time', async () => {
    write('src/main.ts', 'export const = 1;');
    await expect(run()).rejects.toThrow(/src\/main\.ts[\s\S]*could not be built/);
    await expect(run()).rejects.toThrow('could not be built');
    write('src/main.ts', 'export const a = 1;');
    await run();
    expect(built('src/main.js')).toContain('a = 1');
  });

  it('bundles the console again after a change of the console', async () => {
    openConsole();
    await run();
    await run();
    write('src/main.ts', '');
    await run();
    expect(bundles()).toBe(1);
    write('console/src/page.tsx', '');
    await run();
    expect(bundles()).toBe(2);
    rmSync(join(root, 'console/dist'), { recursive: true });
    await run();
    expect(bundles()).toBe(3);
  });

  it('generates the types of the API for the type checker alone, after a change of the server', async () => {
    openConsole();
    const script =
      "import fs from 'fs'; fs.appendFileSync('calls', 'types\\n'); fs.writeFileSync('console/src/server/api.d.ts', '');";
    write('bin/set-up/write-api-types.mjs', script);
    write('console/src/server/client.ts', '');
    await run();
    const check = () => build({ root, env: process.env, say, parts: ['API types'] });
    await check();
    await check();
    write('src/main.ts', 'export const changed = 1;');
    await check();
    // The bundle has no types.
    await run();
    expect(lines('calls')).toEqual(['vite', 'types', 'types', '']);
  });

  it('stops the command when the console cannot be built', async () => {
    openConsole(1);
    await expect(run()).rejects.toThrow('The console could not be built');
    await expect(run()).rejects.toThrow('The console could not be built');
    expect(bundles()).toBe(2);
  });
});

describe('the closing line of the tests', () => {
  const passed = { status: 'passed', fullName: 'a call ends' };
  const failed = { status: 'failed', fullName: 'a call rings', failureMessages: ['expected 1 to be 2\n    at …'] };
  const skipped = { status: 'skipped', fullName: 'a call waits' };
  const todo = { status: 'todo', fullName: 'a call is sung' };
  const named = (file: string) => `/parley/test/${file}.test.ts`;
  const good = { name: named('good'), status: 'passed', assertionResults: [passed, skipped, todo] };
  const bad = { name: named('bad'), status: 'failed', assertionResults: [failed, passed] };
  const broken = { name: named('broken'), status: 'failed', message: 'Cannot find c\n', assertionResults: [] };

  function runOf(testResults: readonly object[], status: number) {
    write('report.json', JSON.stringify({ testResults }));
    return readRun(join(root, 'report.json'), status);
  }

  it.each([
    ['a good run', [good], 0, { passed: 1, failed: 0, skipped: 2 }],
    ['a failed test', [good, bad], 1, { passed: 2, failed: 1, skipped: 2 }],
    ['a file that does not load', [good, broken], 1, { passed: 1, failed: 1, skipped: 2 }],
    ['an error outside of any test', [good], 1, { passed: 1, failed: 1, skipped: 2 }],
  ])('counts %s', (_name, files, status, counts) => {
    expect(countResults(runOf(files, status))).toEqual(counts);
  });

  it('counts no test that was left out because of its name', () => {
    const twin = { status: 'skipped', fullName: 'a row is stored (PostgreSQL)' };
    const file = { ...good, assertionResults: [passed, skipped, twin] };
    expect(countResults(runOf([file], 0), '(PostgreSQL)')).toEqual({ passed: 1, failed: 0, skipped: 1 });
  });

  it('counts a run without a report as a failure', () => {
    const path = join(root, 'report.json');
    expect(countResults(readRun(path, 0))).toEqual({ passed: 0, failed: 1, skipped: 0 });
    write('report.json', '{"testRes');
    expect(countResults(readRun(path, 0))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('lists failures with their reasons, one per line', () => {
    expect(tellFailures(runOf([good, bad, broken], 1), '/parley')).toEqual([
      'Failed: test/bad.test.ts: a call rings: expected 1 to be 2',
      'Failed: test/broken.test.ts: Cannot find c',
    ]);
  });
});
