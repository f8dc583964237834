import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLink } from '../../src/data/postgres/link.ts';
import { holdSessionLock } from '../../src/data/postgres/owner.ts';
import { onEachDatabase, onPostgres, openAt } from './databases.ts';
import { migrationsDir, onServer } from './postgres-server.ts';

const data = new URL('../../dist/src/data/index.js', import.meta.url).href;

onEachDatabase('a process', ({ name, place }) => {
  test('the owner lock counts as held until its process is killed', async () => {
    const where = await place();
    const database = await openAt(where);
    const own = await database.ownerLock();
    onTestFinished(() => own.close());
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { openDatabase } from ${JSON.stringify(data)};
         const database = await openDatabase(${JSON.stringify({ ...where, migrationsDir })});
         console.log((await database.ownerLock()).id);
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const other = line.toString().trim();

    expect(await own.isAlive(other)).toBe(true);
    expect(await own.isAlive(own.id)).toBe(true);
    child.kill('SIGSTOP');
    expect(await own.isAlive(other)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // A server gives a process that it lost some time to come back.
    if (name === 'sqlite') expect(await own.isAlive(other)).toBe(false);
    if (name === 'sqlite') expect(await own.isAlive(other)).toBe(false);
    expect(await own.isAlive('../parley')).toBe(false);
  });
});

onPostgres('a lock of a session', ({ place }) => {
  const quiet = createLink('test', undefined);

  test('the owner lock survives a lost connection for a while before its process counts as dead', async () => {
    const { databaseUrl: url = '' } = await place();
    let nowMs = 0;
    const a = await holdSessionLock(url, quiet);
    const b = await holdSessionLock(url, quiet, () => nowMs);
    onTestFinished(async () => void (await Promise.all([a.close(), b.close()])));
    const sessions = () =>
      onServer(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parley owner'",
        url,
      );
    const before = await sessions();
    expect(before).toHaveLength(2);
    await onServer(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parley owner'",
      url,
    );
    // Until it has its own lock again, a process declares no other one dead.
    expect(await b.isAlive(a.id)).toBe(true);
    await vi.waitFor(async () => expect(await sessions()).toHaveLength(2), { timeout: 60_000 });
    nowMs += 60_000;
    await vi.waitFor(async () => expect(await b.isAlive(a.id)).toBe(true), { timeout: 60_000 });

    await a.close();
    await vi.waitFor(async () => expect(await sessions()).toHaveLength(1), { timeout: 60_000 });
    expect(await b.isAlive(a.id)).toBe(true);
    nowMs += 6999;
    expect(await b.isAlive(a.id)).toBe(true);
    nowMs += 1;
    expect(await b.isAlive(a.id)).toBe(false);
  });
});
