import { expect, test } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import { openAccountsApp, password } from './accounts-app.ts';

async function withPeople() {
  const app = await openAccountsApp();
  const superadmin = await app.register('ada@example.com', 'Maple Grove');
  const other = await app.register('eve@example.com', 'Eves');
  app.clock.ms += 1000;
  const waiting = await app.register('zoe@corner-shop.example');
  const approve = (email: string, body: unknown = {}, token = superadmin) =>
    app.ask('POST', `/superadmin/waitlist/${encodeURIComponent(email)}/approve`, { token, body });
  return { app, superadmin, other, waiting, approve };
}

test('a superadmin lists the waiting accounts and the organisations', async () => {
  const { app, superadmin: token } = await withPeople();
  expect((await app.ask('GET', '/superadmin/waitlist', { token })).body).toEqual({
    results: [
      {
        email: 'zoe@corner-shop.example',
        name: null,
        waitlist_status: 'pending',
        created_at: '2026-03-01T12:00:01.000Z',
      },
    ],
    total: 1,
    limit: 50,
    offset: 0,
  });
  const { results, total } = (await app.ask('GET', '/superadmin/organizations', { token })).body;
  expect(total).toBe(2);
  expect(results).toContainEqual({
    uuid: localOrganisation,
    name: 'Maple Grove',
    members: 1,
    created_at: '2026-03-01T12:00:00.000Z',
  });
  const page = (await app.ask('GET', '/superadmin/organizations?limit=1&offset=1', { token })).body;
  expect(page).toMatchObject({ results: [{ members: 1 }], total: 2, limit: 1, offset: 1 });
});

test.each([
  ['organizations', 'MAPLE', 'Maple Grove'],
  ['organizations', 'eve', 'Eves'],
  ['organizations', '%', undefined],
  ['waitlist', 'Corner-Shop', 'zoe@corner-shop.example'],
  ['waitlist', 'ada', undefined],
])('a superadmin searches the %s for %s', async (list, q, found) => {
  const { app, superadmin: token } = await withPeople();
  const { results, total } = (await app.ask('GET', `/superadmin/${list}?q=${encodeURIComponent(q)}`, { token })).body;
  const names = results.map((row: { name: string | null; email?: string }) => row.email ?? row.name);
  expect([names, total]).toEqual(found === undefined ? [[], 0] : [[found], 1]);
});

test('an approved account gets its own organisation or joins an existing one', async () => {
  const { app, waiting, approve } = await withPeople();
  expect((await approve('zoe@corner-shop.example')).body).toEqual({
    email: 'zoe@corner-shop.example',
    role: 'admin',
    organization_name: 'corner-shop.example',
    organization_uuid: expect.any(String),
    waitlist_status: 'approved',
    invitation_link: expect.stringContaining('/set-password#token='),
  });
  // Anybody may have registered the address: the session that did is over.
  expect((await app.ask('GET', '/me', { token: waiting })).status).toBe(401);
  const reset = { token: app.links().at(-1), password };
  expect((await app.ask('POST', '/password/reset', { body: reset })).status).toBe(204);
  const login = { email: 'zoe@corner-shop.example', password };
  const { token } = (await app.ask('POST', '/login', { body: login })).body;
  expect((await app.ask('GET', '/me', { token })).body).toMatchObject({
    role: 'admin',
    waitlist_status: 'approved',
    organization_name: 'corner-shop.example',
  });
  expect((await approve('zoe@corner-shop.example')).status).toBe(404);
  await app.register('kim@example.com');
  expect((await approve('kim@example.com', { organization_uuid: localOrganisation })).body).toMatchObject({
    role: 'member',
    organization_name: 'Maple Grove',
  });
  await app.register('lea@example.com');
  const missing = { organization_uuid: '00000000-0000-4000-8000-00000000dead' };
  expect((await approve('lea@example.com', missing)).status).toBe(404);
  expect((await approve('lea@example.com', { organization_name: 'Leas' })).body).toMatchObject({
    organization_name: 'Leas',
  });
});

test('only a superadmin approves, and approving an account that is not waiting returns 404', async () => {
  const { app, other, waiting, approve } = await withPeople();
  for (const token of [other, waiting]) {
    expect((await app.ask('GET', '/superadmin/waitlist', { token })).status).toBe(403);
    expect((await app.ask('GET', '/superadmin/organizations', { token })).status).toBe(403);
    expect((await approve('zoe@corner-shop.example', {}, token)).status).toBe(403);
  }
  expect((await app.ask('GET', '/superadmin/waitlist')).status).toBe(401);
  expect((await approve('eve@example.com')).status).toBe(404);
  expect((await approve('nobody@example.com')).status).toBe(404);
  expect((await approve('not-an-address')).status).toBe(404);
});
