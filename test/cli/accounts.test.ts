import { expect, test } from 'vitest';
import type { CliFault } from '../../src/cli/cli-fault.ts';
import { keyCommand } from '../../src/cli/key-command.ts';
import { userCommand } from '../../src/cli/user-command.ts';
import { makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { forOrganisation, localOrganisation } from '../../src/data/index.ts';
import { createAccountStore } from '../../src/features/people/accounts/index.ts';
import { createAuditStore } from '../../src/features/people/audit/index.ts';
import { openTestApp, temporaryFolder } from '../http/test-app.ts';

/** The command line on a folder of its own, and what it printed. */
function commandLine(dataDir = temporaryFolder()) {
  const env = readEnvironment({ variables: { DATA_DIR: dataDir }, workingDir: dataDir });
  const config = makeConfig(env, { rootDir: process.cwd(), version: '0' });
  const run =
    (command: typeof userCommand) =>
    async (line: string, input = '') => {
      let printed = '';
      const print = (text: string): void => {
        printed += text;
      };
      await command(line.split(' '), { config, print, readInput: async () => input });
      return printed;
    };
  return { dataDir, user: run(userCommand), key: run(keyCommand) };
}

const refused = (code: CliFault['code']) => expect.objectContaining({ code });

test('users are added, listed, and given a password and a role; the first is superadmin', async () => {
  const { user } = commandLine();
  expect(await user('add Ada@example.com --organisation Maple')).toMatch(
    /^ada@example\.com: admin, superadmin\npassword \(shown once\): \S{20}\n$/,
  );
  expect(await user('add bob@example.com --role manager --password-stdin', 'a good password\n')).toBe(
    'bob@example.com: manager\n',
  );
  await user('role bob@example.com member');
  const lines = (await user('list')).trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^ada@example\.com +admin, superadmin +Maple$/),
    expect.stringMatching(/^bob@example\.com +member +Maple$/),
  ]);
  await expect(user('role ada@example.com member')).rejects.toEqual(refused('account_conflict'));
  await expect(user('add bob@example.com')).rejects.toEqual(refused('account_conflict'));
  await expect(user('password eve@example.com')).rejects.toEqual(refused('account_missing'));
  await expect(user('password bob@example.com --password-stdin', 'short')).rejects.toEqual(refused('bad_argument'));
  for (const line of ['add', 'add x', 'role bob@example.com owner', 'remove bob@example.com', 'list --loud'])
    await expect(user(line), line).rejects.toEqual(refused('bad_argument'));
});

test('a key made on the command line works until it is revoked there', async () => {
  const { dataDir, user, key } = commandLine();
  await user('add ada@example.com');
  const made = (await key('create ada@example.com --scopes voice:calls:read')).trim();
  const app = await openTestApp({ dataDir, signedIn: false });
  const status = async (url: string) =>
    (await app.http.inject({ url, headers: { authorization: `Bearer ${made}` } })).statusCode;
  expect(await status('/v1/calls')).toBe(200);
  expect(await status('/api/voice/flows')).toBe(403);
  const prefix = made.slice(0, 17);
  expect(await key('list')).toContain(`${prefix}  ada@example.com  command line  voice:calls:read`);
  await key(`revoke ${prefix}`);
  expect(await status('/v1/calls')).toBe(401);
  await expect(key(`revoke ${prefix}`)).rejects.toEqual(refused('account_missing'));
  for (const line of ['create ada@example.com', 'create ada@example.com --scopes x', 'make'])
    await expect(key(line), line).rejects.toEqual(refused('bad_argument'));
});

test('a key made on the command line keeps to the role of its owner, its restriction and its expiry', async () => {
  const { dataDir, user, key } = commandLine();
  await user('add ada@example.com');
  await user('add bob@example.com');
  for (const line of [
    'create bob@example.com --scopes voice:calls:read,voice:calls:write',
    'create ada@example.com --scopes agent:ocr --expires 2020-01-31',
    'create ada@example.com --scopes agent:ocr --expires soon',
  ])
    await expect(key(line), line).rejects.toEqual(refused('bad_argument'));
  const options = '--scopes voice:calls:read --restricted --expires 2999-01-31';
  const made = (await key(`create bob@example.com ${options}`)).trim();
  expect(await key('list')).toContain('voice:calls:read  never used  restricted  until 2999-02-01T00:00:00.000Z');
  const app = await openTestApp({ dataDir, signedIn: false });
  const status = async (url: string) =>
    (await app.http.inject({ url, headers: { authorization: `Bearer ${made}` } })).statusCode;
  expect([await status('/v1/calls'), await status('/api/auth/me')]).toEqual([200, 403]);
});

test('changes on the command line are in the organisation’s audit log, without values', async () => {
  const { dataDir, user, key } = commandLine();
  await user('add ada@example.com --organisation Maple');
  await user('add bob@example.com --name Canary');
  await user('role bob@example.com manager');
  await user('password bob@example.com --password-stdin', 'canary-canary');
  await key('create bob@example.com --scopes voice:calls:read --name Canary');
  await key(`revoke ${(await key('list')).slice(0, 17)}`);
  await expect(user('role ada@example.com member')).rejects.toEqual(refused('account_conflict'));
  const app = await openTestApp({ dataDir, signedIn: false });
  const list = createAuditStore((organisation) => forOrganisation(app.database, organisation)).list;
  const { rows } = await list(localOrganisation, {}, { limit: 20, offset: 0 });
  expect(rows.map(({ action, status }) => `${action} ${status}`).sort()).toEqual([
    'key create 200',
    'key revoke 200',
    'user add 200',
    'user add 200',
    'user password 200',
    'user role 200',
    'user role 409',
  ]);
  for (const row of rows) expect(row).toMatchObject({ actorMethod: 'command_line', userUuid: null, address: null });
  expect(JSON.stringify(rows)).not.toMatch(/canary|example\.com/i);
  const bob = (await createAccountStore(app.database).byEmail('bob@example.com'))?.uuid;
  expect(rows.filter(({ subject }) => (subject as { user_uuid?: string }).user_uuid === bob)).toHaveLength(4);
});

test('the demo is the first account, with the example agents, and does not affect others', async () => {
  const app = await openTestApp({ signedIn: false });
  const demo = (await app.accounts.demo())!;
  const login = (payload: object) => app.http.inject({ method: 'POST', url: '/api/auth/login', payload });
  const { token } = (await login(demo)).json() as { token: string };
  const flows = await app.http.inject({ url: '/api/voice/flows', headers: { authorization: `Bearer ${token}` } });
  expect(flows.json().total).toBeGreaterThan(0);
  const again = (await app.accounts.demo())!;
  expect([(await login(demo)).statusCode, (await login(again)).statusCode]).toEqual([401, 200]);
  const taken = await openTestApp();
  expect(await taken.accounts.demo()).toBeUndefined();
});
