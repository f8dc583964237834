import { copyFileSync, cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eraseCommand } from '../../src/cli/erase-command.ts';
import { createErasureRegister } from '../../src/features/operations/erasure/index.ts';
import { migratedFolder, type OnEnd, temporaryFolder } from '../http/test-app.ts';
import { done, found, known, openErasing, person, talked } from './person.ts';

test('a database restored from before an erasure is erased again, by the register beside it', async () => {
  const dataDir = migratedFolder();
  const ends: Parameters<OnEnd>[0][] = [];
  const first = await openErasing({ dataDir }, {}, (work) => void ends.push(work));
  await known(first);
  const backup = temporaryFolder();
  await first.database.checkpoint();
  for (const name of ['parley.db', 'parley.db-wal'])
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(backup, name));
  cpSync(join(dataDir, 'files'), join(backup, 'files'), { recursive: true });
  const { body } = await first.ask('POST', '/api/voice/erasures', { phone: person.phone });
  await done(first, body.uuid);
  for (const work of ends.splice(0).reverse()) await work();

  const register = join(dataDir, 'erasures.json');
  expect(statSync(register).mode & 0o777).toBe(0o600);
  expect(readFileSync(register, 'utf8')).not.toContain(person.phone.slice(1));
  cpSync(backup, dataDir, { recursive: true, force: true });
  expect(await found({ dataDir }, undefined)).not.toEqual([]);
  const again = await openErasing({ dataDir });
  expect(await done(again, body.uuid)).toMatchObject({ origin: 'restore', removed: { contacts: 1, calls: 1 } });
  expect(await found(again, undefined)).toEqual([]);
  const back = await again.ask('POST', '/v1/contacts', { phone: person.phone });
  expect(back.body.opted_out).toBe(true);
});

test('a register with the key of another installation is moved aside, and one that cannot be read stays', async () => {
  const dataDir = temporaryFolder();
  const entry = { uuid: 'u', organisation: 'o', number_hash: 'h', requested_at: 't', user_uuid: null };
  const path = join(dataDir, 'erasures.json');
  const reapplied: string[] = [];
  const syncWith = async (kept: object | undefined, key: 'same' | 'other' | 'unreadable') => {
    if (kept !== undefined) writeFileSync(path, JSON.stringify(kept));
    await createErasureRegister({
      dataDir,
      hashes: { sealedKey: async () => 'sealed', adopt: async () => key },
      stored: async () => [],
      reapply: async ({ uuid }) => void reapplied.push(uuid),
      log: { info: () => {}, warn: () => {} },
    }).sync();
  };
  const file = { format: 1, sealed_key: 'sealed', erasures: [entry] };
  await syncWith(file, 'unreadable');
  expect([reapplied, JSON.parse(readFileSync(path, 'utf8'))]).toEqual([[], file]);
  await syncWith(undefined, 'other');
  expect([reapplied, JSON.parse(readFileSync(`${path}.other`, 'utf8'))]).toEqual([[], file]);
  await syncWith(file, 'same');
  expect(reapplied).toEqual(['u']);
});

test('the command line shows what it would erase, and a running server erases it', async () => {
  const app = await openErasing({ dataDir: migratedFolder() });
  await talked(app);
  let printed = '';
  const run = (line: string) => {
    printed = '';
    const print = (text: string): void => {
      printed += text;
    };
    return eraseCommand(line.split(' '), { config: app.config, print });
  };
  await run(`--number ${person.phone}`);
  expect(printed).toMatch(/^Would erase 0 contacts and 1 calls.*Nothing was changed/);
  await run(`--number ${person.phone} --yes`);
  expect(printed).toMatch(/: done\nnumber {4}hmac:\w+\nerased {4}1 calls, /);
  expect(await found(app, undefined)).toEqual([]);
  await expect(run('--number 12')).rejects.toMatchObject({ code: 'bad_argument' });
  const { events } = (await app.ask('GET', '/api/audit')).body;
  expect(events[0]).toMatchObject({ action: 'erase', actor: { method: 'command_line' } });
});
