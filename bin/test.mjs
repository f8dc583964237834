#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterSetUp, root } from './set-up/set-up.mjs';
import { countResults, filesToRunAgain, mergeRuns, readRun, tellFailures } from './set-up/test-results.mjs';

const tell = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** @param {readonly string[]} args vitest's @param {NodeJS.ProcessEnv} env */
async function run(args, env) {
  const report = join(root, '.cache', `test-results.${process.pid}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args];
  const child = spawn(process.execPath, vitest, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, stop);
  const status = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.off(signal, stop);
  const result = readRun(report, status);
  rmSync(report, { force: true });
  return { ...result, wasStopped: child.signalCode !== null };
}

// Types are the business of `npm run check`: a wrong one must not hide what the tests say.
await afterSetUp({ models: ['default'], goOn: true }, async (env) => {
  const asked = process.argv.slice(2);
  const first = await run(asked, env);
  /** @type {import('./set-up/test-results.mjs').Run} */
  let all = first;
  const again = first.wasStopped || asked.length > 0 ? [] : filesToRunAgain(first);
  if (again.length > 0) {
    for (const line of tellFailures(first, root)) tell(line.replace('Failed:', 'Failed at first:'));
    tell(`Once more, one after the other: ${again.map((file) => relative(root, file)).join(' ')}`);
    all = mergeRuns(first, await run(['--no-file-parallelism', ...again], env));
  }
  for (const line of tellFailures(all, root)) tell(line);
  const { passed, failed, skipped } = countResults(all);
  tell(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed > 0 || passed === 0 ? 1 : all.status;
});
