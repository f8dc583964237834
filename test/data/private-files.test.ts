import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/main.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { openAt } from './databases.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('the database is readable by its owner only, in a folder that others may read and over files that they could', async () => {
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const dataDir = temporaryFolder();
  chmodSync(dataDir, 0o755);
  const file = join(dataDir, 'parley.db');
  writeFileSync(file, '', { mode: 0o644 });
  await openAt({ dataDir });
  for (const path of [file, `${file}-wal`, `${file}-shm`].filter(existsSync))
    expect([path, modeOf(path)]).toEqual([path, 0o600]);
  expect(existsSync(`${file}-wal`)).toBe(true);
});

test('the server creates files for its owner only', async () => {
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  expect(await main(['--unknown'], {})).toBe(1);
  expect(process.umask()).toBe(0o077);
});
