import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/data/index.ts';
import { type Role, type Scope, scopes } from '../../src/http/identity.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';
import { type AccountsApp, openAccountsApp, password } from './accounts-app.ts';

/** Written down here independently of the code that enforces it. */
const ofMembers: readonly Scope[] = [
  'agent:ocr',
  'agent:audio',
  'voice:calls:read',
  'voice:campaigns:read',
  'sales:calls:read',
  'sales:reports:read',
];
const beyondMembers: readonly Scope[] = [
  'voice:calls:write',
  'voice:campaigns:write',
  'sales:calls:write',
  'sales:simulations:judge',
];

const identify = (app: AccountsApp, key: string) => app.plane.authenticator.identify(key, { isOnThisMachine: false });

/** Opens an app with an admin, and adds users of other roles. */
async function withPeople(app: AccountsApp) {
  const admin = await app.register('ada@example.com', 'Maple Grove');
  const add = async (email: string, role: Role) => {
    const { body } = await app.ask('POST', '/members', { token: admin, body: { email, role } });
    await app.ask('POST', '/password/reset', { body: { token: app.links().at(-1), password } });
    const login = await app.ask('POST', '/login', { body: { email, password } });
    return { userUuid: body.user_uuid as string, token: login.body.token as string };
  };
  const make = (token: string, wanted: readonly string[], more: object = {}) =>
    app.ask('POST', '/api-keys', { token, body: { name: 'k', scopes: wanted, ...more } });
  const promote = (userUuid: string, role: Role) =>
    app.ask('PATCH', `/members/${userUuid}`, { token: admin, body: { role } });
  const list = async (token: string) => (await app.ask('GET', '/api-keys', { token })).body.api_keys;
  return { app, admin, add, make, promote, list };
}

describe('a user who creates an API key', () => {
  test('may give it the scopes of their role only, and the error lists the refused ones', async () => {
    const { add, make, admin, list } = await withPeople(await openAccountsApp());
    const member = await add('mia@example.com', 'member');
    const manager = await add('max@example.com', 'manager');
    for (const scope of ofMembers) expect((await make(member.token, [scope])).status, scope).toBe(201);
    for (const scope of beyondMembers) {
      const { status, body } = await make(member.token, ['voice:calls:read', scope]);
      expect([status, body.detail], scope).toEqual([
        403,
        `Your role member may not give a key ${scope}. It may give ${ofMembers.join(', ')}.`,
      ]);
    }
    expect((await make(member.token, scopes)).body.detail).toContain(`give a key ${beyondMembers.join(', ')}.`);
    expect((await list(member.token)).length).toBe(ofMembers.length);
    for (const { token } of [manager, { token: admin }])
      for (const scope of scopes) expect((await make(token, [scope])).status, scope).toBe(201);
  });

  test('sees which scopes their role permits', async () => {
    const { app, add, admin } = await withPeople(await openAccountsApp());
    const member = await add('mia@example.com', 'member');
    const listed = async (token: string) => (await app.ask('GET', '/api-keys/scopes', { token })).body.scopes;
    const allowed = async (token: string) =>
      (await listed(token)).flatMap(({ name, is_allowed }: { name: string; is_allowed: boolean }) =>
        is_allowed ? [name] : [],
      );
    expect((await allowed(member.token)).sort()).toEqual([...ofMembers].sort());
    expect(await allowed(admin)).toEqual([...scopes]);
    expect(await listed(member.token)).toContainEqual({
      name: 'voice:calls:write',
      is_allowed: false,
      roles: ['manager', 'admin'],
    });
  });
});

describe('an API key', () => {
  test('loses scopes when its owner is demoted, and regains them when its owner is promoted', async () => {
    const { app, add, make, promote, list } = await withPeople(await openAccountsApp());
    const { userUuid, token } = await add('max@example.com', 'manager');
    const { key } = (await make(token, scopes)).body;
    expect(await identify(app, key)).toMatchObject({ role: 'manager', scopes, withheldScopes: [] });
    await promote(userUuid, 'member');
    expect(await identify(app, key)).toMatchObject({
      role: 'member',
      scopes: expect.toSatisfy((kept: Scope[]) => kept.every((scope) => ofMembers.includes(scope))),
      withheldScopes: beyondMembers,
    });
    const login = await app.ask('POST', '/login', { body: { email: 'max@example.com', password } });
    expect(await list(login.body.token)).toMatchObject([{ owner_role: 'member', withheld_scopes: beyondMembers }]);
    await promote(userUuid, 'admin');
    expect(await identify(app, key)).toMatchObject({ role: 'admin', scopes });
  });

  test('is invalid once its owner is removed, also when the owner joins again', async () => {
    const { app, admin, add, make } = await withPeople(await openAccountsApp());
    const { userUuid, token } = await add('max@example.com', 'manager');
    const { key } = (await make(token, ['voice:calls:write'])).body;
    await app.ask('DELETE', `/members/${userUuid}`, { token: admin });
    expect(await identify(app, key)).toBeUndefined();
    await add('max@example.com', 'manager');
    expect(await identify(app, key)).toBeUndefined();
  });

  test('of a superadmin has no rights above its scopes', async () => {
    const { app, admin, make } = await withPeople(await openAccountsApp());
    const me = await app.ask('GET', '/me', { token: admin });
    expect(me.body.superadmin).toBe(true);
    const { key } = (await make(admin, scopes)).body;
    expect(await identify(app, key)).toMatchObject({ superadmin: false });
    expect((await app.ask('GET', '/superadmin/organizations', { token: key })).status).toBe(403);
  });

  test('that is restricted opens no route without scopes', async () => {
    const { app, admin, make } = await withPeople(await openAccountsApp());
    const { key } = (await make(admin, ['voice:calls:read'], { restricted: true })).body;
    const { status, body } = await app.ask('GET', '/me', { token: key });
    expect([status, body.detail]).toEqual([
      403,
      'This API key opens only routes that name one of its scopes: voice:calls:read.',
    ]);
  });

  test('is listed for admins with its owner and its last use', async () => {
    const { app, admin, add, make, list } = await withPeople(await openAccountsApp());
    const { token, userUuid } = await add('mia@example.com', 'member');
    const { key, uuid } = (await make(token, ['agent:ocr'], { restricted: true })).body;
    await app.ask('GET', '/me', { token: (await make(token, ['agent:ocr'])).body.key });
    await identify(app, key);
    await expect
      .poll(async () => (await list(admin)).find((one: { uuid: string }) => one.uuid === uuid))
      .toMatchObject({
        user_uuid: userUuid,
        owner_email: 'mia@example.com',
        owner_role: 'member',
        restricted: true,
        last_used_at: '2026-03-01T12:00:00.000Z',
      });
    expect((await app.ask('DELETE', `/api-keys/${uuid}`, { token: admin })).status).toBe(204);
    expect(await identify(app, key)).toBeUndefined();
  });
});

describe('keys narrowed by an upgrade', () => {
  async function narrow({ tables, system }: Database): Promise<void> {
    await system.tx(async (queries) => {
      await queries.update(tables.apiKeys).set({ removedScopes: ['voice:calls:write'] });
    });
  }

  test('are listed for the admin of their organisation until acknowledged', async () => {
    const { app, admin, add, make } = await withPeople(await openAccountsApp());
    const mia = await add('mia@example.com', 'member');
    const eve = await app.register('eve@example.com', 'Eves');
    await make(mia.token, ['voice:calls:read']);
    await make(eve, ['voice:calls:read']);
    await narrow(app.database);
    const narrowed = async (token: string) => (await app.ask('GET', '/api-keys/narrowed', { token })).body;
    expect((await narrowed(admin)).api_keys).toEqual([
      expect.objectContaining({ owner_email: 'mia@example.com', removed_scopes: ['voice:calls:write'] }),
    ]);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await app.ask(method, '/api-keys/narrowed', { token: mia.token })).status).toBe(403);
    expect((await app.ask('DELETE', '/api-keys/narrowed', { token: admin })).status).toBe(204);
    expect((await narrowed(admin)).api_keys).toEqual([]);
    expect((await narrowed(eve)).api_keys).toHaveLength(1);
  });
});

onEachDatabase('two servers on one database', (where) => {
  test('narrow a key at once when its owner is demoted on the other server', async () => {
    const place = await where.place();
    const open = () =>
      openAccountsApp({ open: () => openAt(place), env: { SESSION_SECRET: 'a secret of both servers' } });
    const here = await withPeople(await open());
    const there = await open();
    const { userUuid, token } = await here.add('max@example.com', 'manager');
    const { key } = (await here.make(token, ['voice:calls:write', 'agent:ocr'])).body;
    expect(await identify(there, key)).toMatchObject({ role: 'manager', scopes: ['voice:calls:write', 'agent:ocr'] });
    await here.promote(userUuid, 'member');
    expect(await identify(there, key)).toMatchObject({ role: 'member', scopes: ['agent:ocr'] });
    await here.app.ask('DELETE', `/members/${userUuid}`, { token: here.admin });
    expect(await identify(there, key)).toBeUndefined();
  });

  test('never return more than the present role while the role changes', async () => {
    const place = await where.place();
    const open = () =>
      openAccountsApp({ open: () => openAt(place), env: { SESSION_SECRET: 'a secret of both servers' } });
    const here = await withPeople(await open());
    const there = await open();
    const { userUuid, token } = await here.add('max@example.com', 'manager');
    const { key } = (await here.make(token, scopes)).body;
    const uses = Array.from({ length: 40 }, async (_, index) => {
      if (index === 20) await here.promote(userUuid, 'member');
      return identify(there, key);
    });
    for (const identity of await Promise.all(uses))
      expect(identity?.scopes.includes('voice:calls:write')).toBe(identity?.role === 'manager');
    expect((await identify(there, key))?.scopes).not.toContain('voice:calls:write');
  });
});
