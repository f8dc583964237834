import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Counts from vitest's JSON report. A file that fails before its first test counts as one failure, and so does a run that
 * ended badly with nothing else to show for it.
 * @param {string} path @param {number} status vitest's exit status
 */
export function countResults(path, status) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const brokenFiles = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * One line for each test that failed and each file that did not load, with the first line of why: what is left of a long log.
 * @param {string} path @param {string} root where the files' names begin
 */
export function tellFailures(path, root) {
  /** @type {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} */
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
  return report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((one) => one.status === 'failed');
    const told = tests.map((one) => `${one.fullName}: ${firstLine(one.failureMessages?.[0])}`);
    if (tests.length === 0 && file.status === 'failed') told.push(firstLine(file.message));
    return told.map((words) => `Failed: ${relative(root, file.name)}: ${words}`);
  });
}

function firstLine(/** @type {string | undefined} */ message) {
  return (message ?? '').split('\n', 1)[0]?.slice(0, 300) || 'no reason given';
}
