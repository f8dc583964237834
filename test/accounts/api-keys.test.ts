import { describe, expect, test } from 'vitest';
import { openAccountsApp, password } from './accounts-app.ts';

const body = { name: ' integration ', scopes: ['voice:calls:read', 'voice:calls:write', 'voice:calls:read'] };

async function withAdmin() {
  const app = await openAccountsApp();
  const token = await app.register('ada@example.com', 'Maple Grove');
  const make = (given: unknown = body, as = token) => app.ask('POST', '/api-keys', { token: as, body: given });
  const list = async (as = token) => (await app.ask('GET', '/api-keys', { token: as })).body.api_keys;
  return { app, token, make, list };
}

describe('API keys', () => {
  test('are shown once, stored as a digest, and valid until revoked', async () => {
    const { app, token, make, list } = await withAdmin();
    const made = await make();
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      uuid: expect.any(String),
      key: expect.stringMatching(/^parley_[a-z0-9]{10}_[A-Za-z0-9_-]{43}$/),
      name: 'integration',
      scopes: ['voice:calls:read', 'voice:calls:write'],
      restricted: false,
      expires_at: null,
    });
    const bounded = { ...body, restricted: true, expires_at: '2026-04-01' };
    const { body: contractors } = await make(bounded);
    expect(contractors).toMatchObject({ restricted: true, expires_at: '2026-04-02T00:00:00.000Z' });
    await app.ask('DELETE', `/api-keys/${contractors.uuid}`, { token });
    const { key, uuid } = made.body;
    expect(await list()).toEqual([
      {
        uuid,
        name: 'integration',
        prefix: key.slice(0, 17),
        scopes: ['voice:calls:read', 'voice:calls:write'],
        withheld_scopes: [],
        restricted: false,
        expires_at: null,
        user_uuid: expect.any(String),
        owner_email: 'ada@example.com',
        owner_name: null,
        owner_role: 'admin',
        created_at: '2026-03-01T12:00:00.000Z',
        last_used_at: null,
      },
    ]);
    const { apiKeys } = app.database.tables;
    expect(JSON.stringify(await app.database.system.read.select().from(apiKeys))).not.toContain(key.slice(-43));
    const me = await app.ask('GET', '/me', { token: key });
    expect(me.body).toMatchObject({
      email: 'ada@example.com',
      role: 'admin',
      superadmin: false,
      auth_method: 'api_key',
    });
    expect((await app.ask('GET', '/me', { token })).body).toMatchObject({ superadmin: true, auth_method: 'session' });
    expect((await app.ask('DELETE', `/api-keys/${uuid}`, { token })).status).toBe(204);
    expect((await app.ask('GET', '/me', { token: key })).status).toBe(401);
    expect((await app.ask('DELETE', `/api-keys/${uuid}`, { token })).status).toBe(404);
  });

  test('have their own scopes and no rights above the organisation', async () => {
    const { app, make } = await withAdmin();
    const { key, uuid } = (await make()).body;
    expect(await app.plane.authenticator.identify(key, { isOnThisMachine: false })).toMatchObject({
      method: 'api_key',
      credentialUuid: uuid,
      role: 'admin',
      superadmin: false,
      scopes: ['voice:calls:read', 'voice:calls:write'],
    });
  });

  test('record their last use once a minute', async () => {
    const { app, make, list } = await withAdmin();
    const { key } = (await make()).body;
    const lastUsed = async () => (await list())[0].last_used_at;
    const use = () => app.ask('GET', '/me', { token: key });
    await use();
    await expect.poll(lastUsed).toBe('2026-03-01T12:00:00.000Z');
    app.clock.ms += 59_000;
    await use();
    app.clock.ms += 2_000;
    expect(await lastUsed()).toBe('2026-03-01T12:00:00.000Z');
    await use();
    await expect.poll(lastUsed).toBe('2026-03-01T12:01:01.000Z');
  });

  test.each<[string, unknown]>([
    ['an unknown scope', { ...body, scopes: ['voice:calls:delete'] }],
    ['no scopes', { name: 'x', scopes: [] }],
    ['no name', { scopes: ['agent:ocr'] }],
    ['a blank name', { name: ' ', scopes: ['agent:ocr'] }],
    ['an expiry in the past', { ...body, expires_at: '2026-02-28' }],
    ['an expiry now', { ...body, expires_at: '2026-03-01T12:00:00Z' }],
    ['an expiry without a time zone', { ...body, expires_at: '2026-04-01T12:00:00' }],
    ['an expiry that is no date', { ...body, expires_at: 'tomorrow' }],
    ['a restriction that is no boolean', { ...body, restricted: 'yes' }],
  ])('%s is 400', async (_, given) => {
    const { make } = await withAdmin();
    const { status, body: answer } = await make(given);
    expect([status, answer]).toEqual([400, { detail: expect.any(String) }]);
  });

  test('are rejected with an unknown scope, and the error lists the valid scopes', async () => {
    const { make } = await withAdmin();
    expect((await make({ ...body, scopes: ['x'] })).body.detail).toContain('voice:campaigns:write');
  });

  test('cannot create, list or revoke API keys', async () => {
    const { app, make } = await withAdmin();
    const { key, uuid } = (await make()).body;
    expect((await make(body, key)).status).toBe(403);
    expect((await app.ask('GET', '/api-keys', { token: key })).status).toBe(403);
    expect((await app.ask('DELETE', `/api-keys/${uuid}`, { token: key })).status).toBe(403);
    for (const [method, path] of [
      ['GET', '/api-keys/scopes'],
      ['GET', '/api-keys/narrowed'],
      ['DELETE', '/api-keys/narrowed'],
    ] as const)
      expect((await app.ask(method, path, { token: key })).status).toBe(403);
    expect((await app.ask('POST', '/logout', { token: key })).status).toBe(403);
  });

  test('stop working at their expiry', async () => {
    const { app, make, list } = await withAdmin();
    const { key } = (await make({ ...body, expires_at: '2026-03-01T17:40:00+05:30' })).body;
    expect((await list())[0].expires_at).toBe('2026-03-01T12:10:00.000Z');
    const never = (await make({ ...body, expires_at: null })).body.key;
    const day = (await make({ ...body, expires_at: '2026-03-01' })).body.key;
    const status = async (token: string) => (await app.ask('GET', '/me', { token })).status;
    app.clock.ms = Date.parse('2026-03-01T12:09:59.999Z');
    expect(await status(key)).toBe(200);
    app.clock.ms += 1;
    expect(await status(key)).toBe(401);
    app.clock.ms = Date.parse('2026-03-01T23:59:59.999Z');
    expect(await status(day)).toBe(200);
    app.clock.ms += 1;
    expect([await status(day), await status(never)]).toEqual([401, 200]);
  });

  test('members see and revoke their own keys, admins all keys of the organisation, strangers none', async () => {
    const { app, token, make, list } = await withAdmin();
    await app.ask('POST', '/members', { token, body: { email: 'bob@example.com', role: 'member' } });
    await app.ask('POST', '/password/reset', { body: { token: app.links().at(-1), password } });
    const bob = (await app.ask('POST', '/login', { body: { email: 'bob@example.com', password } })).body.token;
    const eve = await app.register('eve@example.com', 'Eves');
    const adas = (await make()).body.uuid;
    const bobs = (await make({ ...body, scopes: ['voice:calls:read'] }, bob)).body.uuid;
    const uuids = async (as: string) => (await list(as)).map(({ uuid }: { uuid: string }) => uuid).sort();
    expect(await uuids(bob)).toEqual([bobs]);
    expect(await uuids(token)).toEqual([adas, bobs].sort());
    expect(await uuids(eve)).toEqual([]);
    for (const as of [bob, eve]) expect((await app.ask('DELETE', `/api-keys/${adas}`, { token: as })).status).toBe(404);
    expect((await app.ask('DELETE', `/api-keys/${bobs}`, { token })).status).toBe(204);
  });
});
