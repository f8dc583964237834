import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the process survives when a thread inside a native library is given up or closed', async () => {
  const child = new URL('./retire-child.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', child], { timeout: 120_000 });
  expect(stdout).toBe('engine_died done closed\n');
});
