import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const built = new URL('../../dist/media/kit/yield-to-others.js', import.meta.url).href;

test.each([0, 5, 15])('a process %i below the usual priority is lowered to 10, and never raised', async (below) => {
  const script = `
    const { yieldToOthers } = await import(${JSON.stringify(built)});
    yieldToOthers();
    console.log((await import('node:os')).getPriority());`;
  const { stdout } = await run('nice', [
    '-n',
    String(below),
    process.execPath,
    '--input-type=module',
    '--eval',
    script,
  ]);
  expect(Number(stdout)).toBe(Math.max(10, Math.min(19, getPriority() + below)));
});
