import { expect, test } from 'vitest';
import { keyScopesOf, scopes } from '../../src/http/identity.ts';
import { onEachDatabase } from './databases.ts';
import { openEarlierSchema } from './earlier-schema.ts';

const narrowing = '0064_narrowed_keys.sql';

interface StoredKey {
  readonly uuid: string;
  readonly scopes: string;
  readonly removed_scopes: string | null;
}

onEachDatabase('the migration that narrows API keys', (where) => {
  test('removes the scopes that exceed the role of the owner, and records them', async () => {
    const { run, migrate } = openEarlierSchema(await where.emptyPlace());
    await migrate((name) => name < narrowing);
    const at = '2026-01-01T00:00:00.000Z';
    await run(`INSERT INTO organisations (uuid, name, created_at) VALUES ('o', 'One', '${at}')`);
    for (const role of ['member', 'manager', 'admin']) {
      await run(
        `INSERT INTO users (uuid, email, name, password_hash, superadmin, waitlist_status, created_at) VALUES ('${role}', '${role}@example.com', NULL, NULL, 0, 'none', '${at}')`,
      );
      await run(
        `INSERT INTO memberships (user_uuid, organisation_id, role, created_at) VALUES ('${role}', 'o', '${role}', '${at}')`,
      );
    }
    const keys: [string, string, readonly string[]][] = [
      ['a-admin', 'admin', scopes],
      ['b-manager', 'manager', scopes],
      ['c-all', 'member', scopes],
      ['d-writing', 'member', ['sales:simulations:judge', 'voice:calls:write']],
      ['e-reading', 'member', ['sales:reports:read', 'agent:ocr']],
    ];
    for (const [uuid, owner, granted] of keys)
      await run(
        `INSERT INTO api_keys (uuid, organisation_id, user_uuid, name, prefix, sha256, scopes, created_at, last_used_at) VALUES ('${uuid}', 'o', '${owner}', 'k', '${uuid}', 'aa', '${JSON.stringify(granted)}', '${at}', NULL)`,
      );
    await migrate((name) => name <= narrowing);
    const stored = (await run('SELECT uuid, scopes, removed_scopes FROM api_keys ORDER BY uuid')) as StoredKey[];
    expect(
      stored.map(({ uuid, scopes: kept, removed_scopes: removed }) => [
        uuid,
        JSON.parse(kept),
        removed === null ? null : JSON.parse(removed),
      ]),
    ).toEqual([
      ['a-admin', [...scopes], null],
      ['b-manager', [...scopes], null],
      [
        'c-all',
        scopes.filter((scope) => keyScopesOf('member').includes(scope)),
        ['voice:calls:write', 'voice:campaigns:write', 'sales:calls:write', 'sales:simulations:judge'],
      ],
      ['d-writing', [], ['sales:simulations:judge', 'voice:calls:write']],
      ['e-reading', ['sales:reports:read', 'agent:ocr'], null],
    ]);
  });
});
