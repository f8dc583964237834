import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

/** A zombie has ended too. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test.skipIf(process.platform !== 'linux')(
  'a process that is stuck in a loop, and what it has started, end with a server that is killed',
  async () => {
    const server = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [line] = await once(createInterface({ input: server.stdout }), 'line');
    const { pids } = JSON.parse(line) as { pids: number[] };
    onTestFinished(() => {
      for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
    });
    expect(pids).toHaveLength(2);
    expect(pids.map(isAlive)).toEqual([true, true]);
    server.kill('SIGKILL');
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  },
);
