import { expect, test } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import { type AccountsApp, openAccountsApp, password } from './accounts-app.ts';

const hire = 'newhire@example.com';
const ownPassword = 'the owner chose this';

async function withAttacker(mail: boolean) {
  const app = await openAccountsApp({ mail });
  const admin = await app.register('ada@example.com', 'Maple Grove');
  const attacker = await app.register(hire);
  const add = (email: string, token = admin) => app.ask('POST', '/members', { token, body: { email, role: 'admin' } });
  return { app, admin, attacker, add };
}

const login = (app: AccountsApp, email: string, given: string) =>
  app.ask('POST', '/login', { body: { email, password: given } });
const setPassword = (app: AccountsApp, token: string | undefined, chosen = ownPassword) =>
  app.ask('POST', '/password/reset', { body: { token, password: chosen } });

/** Owns the mailbox: asks for a link and follows it. */
async function prove(app: AccountsApp, email: string): Promise<string> {
  const before = app.links().length;
  await app.ask('POST', '/password/forgot', { body: { email } });
  await expect.poll(() => app.links().length).toBe(before + 1);
  await setPassword(app, app.links().at(-1));
  return (await login(app, email, ownPassword)).body.token;
}

test.each([true, false])(
  'an account that a stranger registered joins without their credentials (mail: %s)',
  async (mail) => {
    const { app, attacker, add } = await withAttacker(mail);
    // A link that the stranger asked for beforehand.
    await app.ask('POST', '/password/forgot', { body: { email: hire } });
    if (mail) await expect.poll(() => app.links().length).toBe(1);
    const early = app.links()[0];

    const added = await add(hire);
    expect(added.body).toMatchObject({ status: 'invited', role: 'admin' });
    expect((await app.ask('GET', '/me', { token: attacker })).status).toBe(401);
    expect((await login(app, hire, password)).status).toBe(401);
    if (mail) expect((await setPassword(app, early, password)).status).toBe(400);

    if (mail) {
      expect(added.body.invitation_link).toBeNull();
      await expect.poll(() => app.links().length).toBe(2);
    }
    expect((await setPassword(app, app.links().at(-1))).status).toBe(204);
    const { token } = (await login(app, hire, ownPassword)).body;
    expect((await app.ask('GET', '/me', { token })).body).toMatchObject({ organization_name: 'Maple Grove' });
    expect((await login(app, hire, password)).status).toBe(401);
  },
);

test('an unproven account that a superadmin admits loses its credentials too', async () => {
  const { app, admin, attacker } = await withAttacker(false);
  const body = { organization_uuid: localOrganisation, role: 'admin' };
  const approved = await app.ask('POST', `/superadmin/waitlist/${hire}/approve`, { token: admin, body });
  expect(approved.body.invitation_link).toContain('/set-password#token=');
  expect((await app.ask('GET', '/me', { token: attacker })).status).toBe(401);
  expect((await login(app, hire, password)).status).toBe(401);
});

test('a proven account joins only when its owner accepts', async () => {
  const { app, admin, add } = await withAttacker(true);
  const owner = await prove(app, hire);
  expect((await add(hire)).body).toMatchObject({ status: 'invited', invitation_link: null, name: null });
  expect((await add(hire)).status).toBe(409);
  const me = () => app.ask('GET', '/me', { token: owner });
  expect((await me()).body.organization_uuid).toBeUndefined();
  const { members } = (await app.ask('GET', '/members', { token: admin })).body;
  expect(members).toContainEqual(expect.objectContaining({ email: hire, status: 'invited' }));

  const { invitations } = (await app.ask('GET', '/invitations', { token: owner })).body;
  expect(invitations).toEqual([
    {
      organization_uuid: localOrganisation,
      organization_name: 'Maple Grove',
      role: 'admin',
      created_at: expect.any(String),
    },
  ]);
  const accept = (token: string) => app.ask('POST', `/invitations/${localOrganisation}/accept`, { token });
  expect((await accept(await app.register('eve@example.com'))).status).toBe(404);
  expect((await accept(owner)).status).toBe(204);
  expect((await me()).body).toMatchObject({ organization_name: 'Maple Grove', waitlist_status: 'approved' });
  expect((await accept(owner)).status).toBe(404);
});

test('an invitation can be changed, withdrawn and declined', async () => {
  const { app, admin, add } = await withAttacker(true);
  const owner = await prove(app, hire);
  const { user_uuid: uuid } = (await add(hire)).body;
  const change = { token: admin, body: { role: 'member' } };
  expect((await app.ask('PATCH', `/members/${uuid}`, change)).body).toMatchObject({
    role: 'member',
    status: 'invited',
  });
  expect((await app.ask('DELETE', `/members/${uuid}`, { token: admin })).status).toBe(204);
  const accept = () => app.ask('POST', `/invitations/${localOrganisation}/accept`, { token: owner });
  const decline = () => app.ask('DELETE', `/invitations/${localOrganisation}`, { token: owner });
  expect([(await accept()).status, (await decline()).status]).toEqual([404, 404]);
  await add(hire);
  expect([(await decline()).status, (await accept()).status]).toEqual([204, 404]);
});

test('an admin cannot reset a superadmin by adding that account', async () => {
  const { app, admin } = await withAttacker(false);
  const second = (
    await app.ask('POST', '/members', { token: admin, body: { email: 'bob@example.com', role: 'admin' } })
  ).body;
  await setPassword(app, second.invitation_link.split('#token=')[1]);
  const bob = (await login(app, 'bob@example.com', ownPassword)).body.token;
  const { members } = (await app.ask('GET', '/members', { token: bob })).body;
  const ada = members.find(({ email }: { email: string }) => email === 'ada@example.com').user_uuid;
  await app.ask('DELETE', `/members/${ada}`, { token: bob });
  const eve = await app.register('eve@example.com', 'Eves');
  const added = await app.ask('POST', '/members', { token: eve, body: { email: 'ada@example.com', role: 'member' } });
  expect(added.body.invitation_link).toBe('http://127.0.0.1:8080/');
  expect((await login(app, 'ada@example.com', password)).status).toBe(200);
});

test('a password set by a link revokes the API keys, and its owner receives a message', async () => {
  const app = await openAccountsApp({ mail: true });
  const token = await app.register('ada@example.com', 'Maple Grove');
  const { key } = (await app.ask('POST', '/api-keys', { token, body: { name: 'k', scopes: ['voice:calls:read'] } }))
    .body;
  expect((await app.ask('GET', '/me', { token: key })).status).toBe(200);
  await prove(app, 'ada@example.com');
  expect((await app.ask('GET', '/me', { token: key })).status).toBe(401);
  await expect.poll(() => app.letters().join('')).toContain('Your Parley password was set');
});

test('a stranger cannot have a link written to the log', async () => {
  const app = await openAccountsApp();
  await app.register('ada@example.com', 'Maple Grove');
  await app.ask('POST', '/password/forgot', { body: { email: 'ada@example.com' } });
  await expect.poll(() => app.logged.join('')).toContain('no SMTP_URL');
  expect(app.logged.join('')).not.toMatch(/token=|ada@example/);
});
