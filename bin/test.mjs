#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { openMemoryFolder } from './set-up/memory-folder.mjs';
import { afterSetUp, root } from './set-up/set-up.mjs';
import { flakesOf, flakesPath, keepTimes, recordFlakes, timesOf } from './set-up/test-history.mjs';
import { countResults, readRun, tellFailures } from './set-up/test-results.mjs';

const tell = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/**
 * Runs vitest, with its output on this process's own or kept and returned.
 * @param {readonly string[]} args vitest's arguments @param {NodeJS.ProcessEnv} env
 * @param {{ isInBackground?: boolean, isKept?: boolean }} [options]
 */
async function run(args, env, { isInBackground = false, isKept = false } = {}) {
  const report = join(root, '.cache', `test-results.${process.pid}.${randomUUID()}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args];
  const output = isKept ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, vitest, { cwd: root, env, stdio: ['ignore', output, output] });
  if (isInBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  /** @type {Buffer[]} */
  const kept = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => kept.push(chunk));
  const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, stop);
  const status = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.off(signal, stop);
  const result = readRun(report, status);
  rmSync(report, { force: true });
  return { ...result, wasStopped: child.signalCode !== null, output: Buffer.concat(kept) };
}

/** Projects of vitest.config.ts. Each command runs all tests of its kind. */
const commands = {
  everyday: { calls: ['live', 'crowded'], others: ['pages', 'rooms', 'alone'] },
  reliability: { calls: ['reliability-live', 'reliability-crowded'], others: ['reliability'] },
};

/**
 * Runs all tests of a command in two processes: calls in real time have the cores first, and the other tests use what
 * they leave. The output of the calls is printed when they are through.
 * @param {(typeof commands)[keyof typeof commands]} command @param {NodeJS.ProcessEnv} env
 */
async function runAll({ calls, others }, env) {
  const projects = (/** @type {readonly string[]} */ names) => names.map((name) => `--project=${name}`);
  const [first, second] = await Promise.all([
    run(projects(calls), env, { isKept: true }).then((result) => {
      process.stdout.write(result.output);
      return result;
    }),
    run(projects(others), env, { isInBackground: true }),
  ]);
  return {
    files: [...first.files, ...second.files],
    status: first.status || second.status,
    isWhole: first.isWhole && second.isWhole,
    wasStopped: first.wasStopped || second.wasStopped,
  };
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

// Types are checked by `npm run check`: a type error must not hide test results.
await afterSetUp({ models: ['default'] }, async (given) => {
  const args = process.argv.slice(2);
  const command = args.length === 0 ? 'everyday' : args[0] === '--reliability' ? 'reliability' : undefined;
  const memory = given.TMPDIR === undefined ? openMemoryFolder() : undefined;
  const env = memory === undefined ? given : { ...given, TMPDIR: memory.path };
  const result = command === undefined ? await run(args, env) : await runAll(commands[command], env);
  memory?.remove();
  const isWhole = command !== undefined && result.isWhole && !result.wasStopped;
  const repeated = tellHistory(result, { env, isWhole });
  for (const test of repeated) tell(`Failed at first more than once in ten runs: ${test}`);
  for (const line of tellFailures(result, root)) tell(line);
  const { passed, failed, skipped } = countResults(result);
  tell(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  const isFlaky = env.CI === 'true' && repeated.length > 0;
  return failed > 0 || passed === 0 || isFlaky ? 1 : result.status;
});
