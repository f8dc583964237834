import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdOwnerLock } from '../../src/data/index.ts';
import { temporaryFolder } from '../http/test-app.ts';

const lockModule = join(import.meta.dirname, '..', '..', 'src', 'data', 'owner-lock.ts');

test('a process is known to live until it is killed', async () => {
  const folder = temporaryFolder();
  const own = holdOwnerLock(folder);
  onTestFinished(() => own.close());
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `import { holdOwnerLock } from ${JSON.stringify(lockModule)};
       console.log(holdOwnerLock(${JSON.stringify(folder)}).id);
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: join(import.meta.dirname, '..', '..') },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const other = line.toString().trim();

  expect(own.isAlive(other)).toBe(true);
  expect(own.isAlive(own.id)).toBe(true);
  child.kill('SIGSTOP');
  expect(own.isAlive(other)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(own.isAlive(other)).toBe(false);
  expect(own.isAlive(other)).toBe(false);
  expect(own.isAlive('../parley')).toBe(false);
});
