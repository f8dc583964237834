#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryFolder } from './set-up/memory-folder.mjs';
import { afterSetUp, root } from './set-up/set-up.mjs';
import { flakesOf, flakesPath, keepTimes, recordFlakes, timesOf } from './set-up/test-history.mjs';
import { countResults, readRun, tellFailures } from './set-up/test-results.mjs';

const tell = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** @param {readonly string[]} args vitest's arguments @param {NodeJS.ProcessEnv} env */
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

/**
 * Prints the slowest files and the tests that needed a retry. Returns those that needed one too often recently.
 * @param {import('./set-up/test-results.mjs').Run} result @param {{ env: NodeJS.ProcessEnv, isWhole: boolean }} options
 */
function tellHistory(result, { env, isWhole }) {
  const times = timesOf(result, root);
  keepTimes(join(root, '.cache', 'test-times.json'), times);
  if (isWhole)
    tell(
      `The slowest files: ${times
        .slice(0, 10)
        .map(({ file, seconds }) => `${file} ${seconds} s`)
        .join(', ')}`,
    );
  const flakes = flakesOf(result, root);
  for (const { test, error } of flakes) tell(`Failed at first: ${test}: ${error}`);
  const tests = flakes.map(({ test }) => test);
  return isWhole ? recordFlakes(flakesPath(env), tests, new Date().toISOString()) : [];
}

/** The reliability tests have their own command, `npm run test:reliability`. */
const everydayTests = '--project=!reliability*';

// Types are checked by `npm run check`: a type error must not hide test results.
await afterSetUp({ models: ['default'], goOn: true }, async (env) => {
  const named = process.argv.slice(2);
  const asked = named.length === 0 ? [everydayTests] : named;
  const memory = env.TMPDIR === undefined ? openMemoryFolder() : undefined;
  const result = await run(asked, memory === undefined ? env : { ...env, TMPDIR: memory.path });
  memory?.remove();
  const isWhole = asked.every((one) => one.startsWith('--project=')) && result.isWhole && !result.wasStopped;
  const repeated = tellHistory(result, { env, isWhole });
  for (const test of repeated) tell(`Failed at first more than once in ten runs: ${test}`);
  for (const line of tellFailures(result, root)) tell(line);
  const { passed, failed, skipped } = countResults(result);
  tell(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  const isFlaky = env.CI === 'true' && repeated.length > 0;
  return failed > 0 || passed === 0 || isFlaky ? 1 : result.status;
});
