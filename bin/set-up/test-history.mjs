import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { firstLine } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Run} Run */

/** Maximum retries per test in the latest whole runs. */
const mostFlakes = 1;
const latestRuns = 10;

/** Stored beside the models, so that it survives a fresh clone. @param {NodeJS.ProcessEnv} env */
export const flakesPath = (env) => join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'test-flakes.json');

/**
 * Returns the seconds from each file's first test to its last, slowest first.
 * @param {Run} run @param {string} root folder to which file names are relative
 */
export function timesOf({ files }, root) {
  const times = files.map(({ name, startTime = 0, endTime = 0 }) => ({
    file: relative(root, name),
    seconds: Math.round((endTime - startTime) / 100) / 10,
  }));
  return times.sort((one, other) => other.seconds - one.seconds);
}

/**
 * Stores the duration of each file; a partial run updates only its files. @param {string} path @param
 * {ReturnType<typeof timesOf>} times
 */
export function keepTimes(path, times) {
  const added = Object.fromEntries(times.map(({ file, seconds }) => [file, seconds]));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ ...readOr(path, {}), ...added }, null, 1)}\n`);
}

/**
 * Returns the tests that passed at the second attempt, with the first line of the error of the first.
 * @param {Run} run @param {string} root folder to which file names are relative
 */
export function flakesOf({ files }, root) {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
      .map(({ fullName, failureMessages }) => ({
        test: `${relative(root, name)}: ${fullName}`,
        error: firstLine(failureMessages?.[0]),
      })),
  );
}

/**
 * Adds a whole run to the record of the latest ones. Returns the tests that needed retries too often in them.
 * @param {string} path @param {readonly string[]} flakes @param {string} at when the run ended
 */
export function recordFlakes(path, flakes, at) {
  const runs = [...readOr(path, []), { at, flakes }].slice(-latestRuns);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(runs, null, 1)}\n`);
  /** @type {string[]} */
  const all = runs.flatMap((run) => run.flakes);
  return flakes.filter((test) => all.filter((other) => other === test).length > mostFlakes);
}

/** @param {string} path @param {any} otherwise */
function readOr(path, otherwise) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return otherwise;
  }
}
