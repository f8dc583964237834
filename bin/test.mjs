#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterSetUp, root } from './set-up/set-up.mjs';
import { countResults, tellFailures } from './set-up/test-results.mjs';

// Types are the business of `npm run check`: a wrong one must not hide what the tests say.
await afterSetUp({ models: ['default'], goOn: true }, async (env) => {
  const results = join(root, '.cache', `test-results.${process.pid}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  const status = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  const { passed, failed, skipped } = countResults(results, status);
  for (const line of tellFailures(results, root)) process.stdout.write(`${line}\n`);
  rmSync(results, { force: true });
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  return failed > 0 || passed === 0 ? 1 : status;
});
