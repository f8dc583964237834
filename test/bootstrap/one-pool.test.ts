import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'parley-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));
const wrapper = pathToFileURL(join(import.meta.dirname, '..', '..', 'bin', 'set-up', 'one-pool.mjs')).href;
const entry = join(folder, 'entry.mjs');
/** Prints its process id and environment, then does what its argument says. */
writeFileSync(
  entry,
  `import { withOnePool } from ${JSON.stringify(wrapper)};
await withOnePool(import.meta.url, () => {
  process.on('SIGTERM', () => process.exit(3));
  const [what] = process.argv.slice(2);
  console.log('pid ' + process.pid + ' arenas ' + process.env.MALLOC_ARENA_MAX + ' from ' + process.env.MALLOC_MMAP_THRESHOLD_ + ' ' + what);
  if (what === 'end') process.exit(7);
  if (what === 'break') process.kill(process.pid, 'SIGKILL');
  setInterval(() => {}, 1000);
});`,
);

function start(what: string, env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, [entry, what], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = new Promise<{
    pid: number;
    arenas?: string | undefined;
    from?: string | undefined;
    what?: string | undefined;
  }>((resolve) => {
    child.stdout?.once('data', (chunk: Buffer) => {
      const [, pid, arenas, from, told] = /^pid (\d+) arenas (\S+) from (\S+) (\S+)/.exec(chunk.toString()) ?? [];
      resolve({ pid: Number(pid), arenas, from, what: told });
    });
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, said, ended, closed };
}

describe.runIf(process.platform === 'linux')('an entry that wants one pool of memory', () => {
  test('the server restarts once with one memory pool, and its exit status is passed on', async () => {
    const { child, said, ended } = start('end');
    const { pid, ...rest } = await said;
    expect({ ...rest, other: pid !== child.pid }).toEqual({ arenas: '1', from: '1048576', what: 'end', other: true });
    expect(await ended).toBe(7);
  });

  test('the server runs directly if the setting is present, or if another one was chosen', async () => {
    const { child, said, ended } = start('end', { MALLOC_ARENA_MAX: '2' });
    expect(await said).toEqual({ pid: child.pid, arenas: '2', from: 'undefined', what: 'end' });
    expect(await ended).toBe(7);
  });

  test('the child receives signals, and the parent exits with its status', async () => {
    const { child, said, ended } = start('wait');
    await said;
    child.kill('SIGTERM');
    expect(await ended).toBe(3);
    expect(await start('break').ended).toBe(128 + 9);
  });

  test('the child does not outlive the process that started it', async () => {
    const { child, said, closed } = start('wait');
    await said;
    child.kill('SIGKILL');
    // Its standard output is open for as long as one of the two lives.
    await closed;
  });
});
