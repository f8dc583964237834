import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * The parts of Vitest's JSON report that are used here.
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} TestResult
 * @typedef {{ name: string, status: string, message?: string, assertionResults:
 * TestResult[] }} FileResult
 * @typedef {{ files: FileResult[], status: number, isWhole: boolean }} Run `status`: vitest's exit status
 */

/**
 * Reads a run's report; an incomplete report counts as a failed run.
 * @param {string} path @param {number} status @returns {Run}
 */
export function readRun(path, status) {
  try {
    return { files: JSON.parse(readFileSync(path, 'utf8')).testResults, status, isWhole: true };
  } catch {
    return { files: [], status, isWhole: false };
  }
}

/**
 * A file that fails before its first test counts as one failure, as does a run that exits with an error but reports no
 * failure. With `titles`, a test that was skipped counts only if its name has them: the run was not to have the others.
 * @param {Run} run @param {string} [titles]
 */
export function countResults({ files, status, isWhole }, titles = '') {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    const failedBefore = counts.failed;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed++;
      else if (test.status === 'failed') counts.failed++;
      else if (test.fullName.includes(titles)) counts.skipped++;
    }
    if (file.status === 'failed' && counts.failed === failedBefore) counts.failed++;
  }
  if (counts.failed === 0 && (status !== 0 || !isWhole)) counts.failed = 1;
  return counts;
}

/**
 * Returns one line for each failed test and each file that did not load, with the first line of its error.
 * @param {Run} run @param {string} root folder to which file names are relative
 */
export function tellFailures({ files }, root) {
  return files.flatMap((file) => {
    const tests = file.assertionResults.filter((one) => one.status === 'failed');
    const told = tests.map((one) => `${one.fullName}: ${firstLine(one.failureMessages?.[0])}`);
    if (tests.length === 0 && file.status === 'failed') told.push(firstLine(file.message));
    return told.map((words) => `Failed: ${relative(root, file.name)}: ${words}`);
  });
}

/** With what a page was waited for, which the first line does not say. @param {string | undefined} message */
function firstLine(message = '') {
  const [first = '', ...others] = message.split('\n');
  const wait = others.find((line) => /^\s*- waiting for /.test(line));
  const line = wait === undefined ? first : `${first} ${wait.trim()}`;
  return line.slice(0, 300) || 'no reason given';
}
