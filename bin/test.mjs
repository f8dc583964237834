#!/usr/bin/env node
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryFolder } from './set-up/memory-folder.mjs';
import { afterSetUp, root } from './set-up/set-up.mjs';
import { countResults, readRun, tellFailures } from './set-up/test-results.mjs';

const tell = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/**
 * The runs of each command: projects of vitest.config.ts, and the end of the titles of the suites that run. Suites of
 * PostgreSQL share files with others.
 * @type {Record<string, readonly { projects: readonly string[], titles?: string }[]>}
 */
const commands = {
  everyday: [{ projects: ['rooms', 'alone', 'samples'] }],
  pages: [{ projects: ['pages'] }],
  calls: [{ projects: ['calls', 'crowded'] }],
  reliability: [
    { projects: ['reliability', 'reliability-calls', 'reliability-crowded'] },
    { projects: ['postgres'], titles: '(PostgreSQL)' },
  ],
};

/** @param {readonly string[]} args vitest's arguments @param {NodeJS.ProcessEnv} env */
async function run(args, env) {
  const report = join(root, '.cache', `test-results.${process.pid}.${randomUUID()}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), ...args, ...reporters];
  const child = spawn(process.execPath, vitest, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, stop);
  const status = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.off(signal, stop);
  const result = readRun(report, status);
  rmSync(report, { force: true });
  return result;
}

/**
 * Returns the files that differ from a commit, with the modules of the build in place of their sources: tests import
 * those.
 * @param {string} commit
 */
function changedFiles(commit) {
  const git = (/** @type {readonly string[]} */ args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const names = [
    ...git(['diff', '--name-only', '--diff-filter=d', commit]),
    ...git(['ls-files', '--others', '--exclude-standard']),
  ];
  return names.map((name) =>
    /^(src|media|models|bench)\//.test(name) ? join('dist', name.replace(/\.ts$/, '.js')) : name,
  );
}

/**
 * Returns vitest's arguments for each run of a command. Files that are named run whichever command has them;
 * `--changed[=COMMIT]` runs the tests of the command that import a changed file.
 * @param {string} command @param {readonly string[]} args
 */
function runsOf(command, args) {
  if (args.length > 0 && !args.some((arg) => arg.startsWith('--changed')))
    return [{ titles: undefined, args: ['run', ...args] }];
  const since = args.find((arg) => arg.startsWith('--changed'));
  const what =
    since === undefined
      ? ['run']
      : ['related', '--run', '--passWithNoTests', ...changedFiles(since.split('=')[1] ?? 'HEAD')];
  return (commands[command] ?? []).map(({ projects, titles }) => ({
    titles,
    args: [
      ...what,
      ...projects.map((project) => `--project=${project}`),
      ...(titles === undefined ? [] : [`--testNamePattern=${titles.replaceAll(/[()]/g, '\\$&')}`]),
    ],
  }));
}

const [command = 'everyday', ...options] = process.argv.slice(2);
// Types are checked by `npm run check`.
await afterSetUp({ models: ['default'] }, async (given) => {
  const memory = given.TMPDIR === undefined ? openMemoryFolder() : undefined;
  const env = memory === undefined ? given : { ...given, TMPDIR: memory.path };
  const sum = { passed: 0, failed: 0, skipped: 0 };
  let status = 0;
  for (const { args, titles } of runsOf(command, options)) {
    const result = await run(args, env);
    for (const line of tellFailures(result, root)) tell(line);
    const counts = countResults(result, titles);
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) sum[key] += counts[key];
    status = Math.max(status, result.status);
  }
  memory?.remove();
  tell(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  const mayBeNone = options.some((option) => option.startsWith('--changed'));
  return sum.failed > 0 || (sum.passed === 0 && !mayBeNone) ? 1 : status;
});
