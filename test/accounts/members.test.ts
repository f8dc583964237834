import { describe, expect, test } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import { type AccountsApp, openAccountsApp, password } from './accounts-app.ts';

const bob = { email: 'Bob@Example.com', name: 'Bob', role: 'member' };

/** An organisation with an admin, and another one that must notice nothing. */
async function twoOrganisations(env: Record<string, string> = {}) {
  const app = await openAccountsApp({ env });
  const admin = await app.register('ada@example.com', 'Maple Grove');
  const foreign = await app.register('eve@example.com', 'Eves');
  const add = (body: unknown, token = admin) => app.ask('POST', '/members', { token, body });
  return { app, admin, foreign, add };
}

async function setPassword(app: AccountsApp): Promise<void> {
  const answer = await app.ask('POST', '/password/reset', { body: { token: app.links().at(-1), password } });
  if (answer.status !== 204) throw new Error(answer.text);
}

const login = async (app: AccountsApp, email: string): Promise<string> =>
  (await app.ask('POST', '/login', { body: { email, password } })).body.token;

describe('members', () => {
  test('are added by an admin, set a password with a link, and then belong to the organisation', async () => {
    const { app, admin, add } = await twoOrganisations();
    const added = await add(bob);
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      user_uuid: expect.any(String),
      email: 'bob@example.com',
      name: 'Bob',
      role: 'member',
      status: 'invited',
      created_at: '2026-03-01T12:00:00.000Z',
      invitation_link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/set-password#token=/),
    });
    const unset = await app.ask('POST', '/login', { body: { email: bob.email, password: '' } });
    expect(unset.status).toBe(401);
    await setPassword(app);
    const token = await login(app, bob.email);
    expect((await app.ask('GET', '/me', { token })).body).toMatchObject({
      role: 'member',
      organization_name: 'Maple Grove',
      waitlist_status: 'none',
    });
    const { members, total } = (await app.ask('GET', '/members', { token: admin })).body;
    expect(total).toBe(2);
    // Both came at the same instant of this clock.
    expect(members.map(({ email, status }: Record<string, string>) => [email, status]).sort()).toEqual([
      ['ada@example.com', 'active'],
      ['bob@example.com', 'active'],
    ]);
  });

  test('who have not joined are invited again with another link, and those who have are not', async () => {
    const { app, admin, add, foreign } = await twoOrganisations();
    const { body: added } = await add(bob);
    const again = (token: string, uuid = added.user_uuid) => app.ask('POST', `/members/${uuid}/invitation`, { token });
    const { status, body } = await again(admin);
    expect(status).toBe(200);
    expect(body).toEqual({ ...added, invitation_link: expect.stringContaining('/set-password#token=') });
    expect(body.invitation_link).not.toBe(added.invitation_link);
    expect((await again(foreign)).status).toBe(404);
    expect((await again(admin, '00000000-0000-4000-8000-00000000dead')).status).toBe(404);
    for (let links = 2; links < 10; links++) expect((await again(admin)).status).toBe(200);
    expect((await again(admin)).body.detail).toMatch(/^Ten links are valid already/);
    const token = new URL(body.invitation_link).hash.replace('#token=', '');
    await app.ask('POST', '/password/reset', { body: { token, password } });
    expect((await again(admin)).status).toBe(409);
    expect((await again(await login(app, bob.email))).status).toBe(403);
  });

  test('are approved from the waiting list, and set a new password', async () => {
    const { app, add } = await twoOrganisations();
    await app.register('zoe@example.com');
    expect((await add({ email: 'zoe@example.com', role: 'manager' })).body).toMatchObject({ status: 'invited' });
    await setPassword(app);
    const me = (await app.ask('GET', '/me', { token: await login(app, 'zoe@example.com') })).body;
    expect(me).toMatchObject({ role: 'manager', waitlist_status: 'approved', organization_name: 'Maple Grove' });
  });

  test('of this or another organisation return 409 when added again', async () => {
    const { add, foreign } = await twoOrganisations();
    await add(bob);
    expect((await add(bob)).status).toBe(409);
    expect((await add(bob, foreign)).status).toBe(409);
    expect((await add({ email: 'eve@example.com' })).status).toBe(409);
  });

  test('return 400 for bad input', async () => {
    const { app, admin, add } = await twoOrganisations();
    for (const body of [{}, { email: 'x' }, { ...bob, role: 'owner' }, { ...bob, name: '' }])
      expect((await add(body)).status).toBe(400);
    const patch = await app.ask('PATCH', '/members/not-a-uuid', { token: admin, body: {} });
    expect(patch.status).toBe(404);
  });

  test('are managed with an admin’s session only', async () => {
    const { app, admin, add } = await twoOrganisations();
    for (const role of ['member', 'manager']) {
      await add({ email: `${role}@example.com`, role });
      await setPassword(app);
      const token = await login(app, `${role}@example.com`);
      expect((await app.ask('GET', '/members', { token })).status).toBe(403);
      expect((await add({ email: 'x@example.com' }, token)).status).toBe(403);
    }
    const body = { name: 'k', scopes: ['voice:calls:read'] };
    const { key } = (await app.ask('POST', '/api-keys', { token: admin, body })).body;
    const refused = await app.ask('GET', '/members', { token: key });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('API keys')]);
    expect((await app.ask('GET', '/members')).status).toBe(401);
  });

  test('of another organisation return the same responses as missing ones', async () => {
    const { app, foreign, add } = await twoOrganisations();
    const { user_uuid: uuid } = (await add(bob)).body;
    const missing = '00000000-0000-4000-8000-00000000dead';
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { body: { role: 'admin' } } : {};
      const there = await app.ask(method, `/members/${uuid}`, { token: foreign, ...body });
      const gone = await app.ask(method, `/members/${missing}`, { token: foreign, ...body });
      expect([there.status, there.text.replace(uuid, '')]).toEqual([404, gone.text.replace(missing, '')]);
    }
  });
});

describe('a change of a member', () => {
  test('ends the sessions when the role changes, not when the name does; null clears the name', async () => {
    const { app, admin, add } = await twoOrganisations();
    const { user_uuid: uuid } = (await add(bob)).body;
    await setPassword(app);
    const token = await login(app, bob.email);
    const change = (body: unknown) => app.ask('PATCH', `/members/${uuid}`, { token: admin, body });
    expect((await change({ name: 'Robert', email: 'other@example.com' })).body).toMatchObject({
      name: 'Robert',
      email: 'bob@example.com',
      role: 'member',
    });
    expect((await change({ name: null })).body).toMatchObject({ name: null, role: 'member' });
    expect((await change({ role: 'member' })).status).toBe(200);
    expect((await app.ask('GET', '/me', { token })).status).toBe(200);
    expect((await change({ role: 'manager' })).body).toMatchObject({ role: 'manager' });
    expect((await app.ask('GET', '/me', { token })).status).toBe(401);
  });

  test('applies to the member’s keys at once', async () => {
    const { app, admin, add } = await twoOrganisations();
    const { user_uuid: uuid } = (await add({ ...bob, role: 'manager' })).body;
    await setPassword(app);
    const token = await login(app, bob.email);
    const body = { name: 'k', scopes: ['voice:calls:read'] };
    const { key } = (await app.ask('POST', '/api-keys', { token, body })).body;
    const role = async () => (await app.ask('GET', '/me', { token: key })).body?.role;
    expect(await role()).toBe('manager');
    await app.ask('PATCH', `/members/${uuid}`, { token: admin, body: { role: 'member' } });
    expect(await role()).toBe('member');
    expect((await app.ask('DELETE', `/members/${uuid}`, { token: admin })).status).toBe(204);
    expect((await app.ask('GET', '/me', { token: key })).status).toBe(401);
  });

  test('returns 409 if it leaves no admin', async () => {
    const { app, admin, add } = await twoOrganisations();
    const [own] = (await app.ask('GET', '/members', { token: admin })).body.members;
    const demote = () => app.ask('PATCH', `/members/${own.user_uuid}`, { token: admin, body: { role: 'manager' } });
    const remove = () => app.ask('DELETE', `/members/${own.user_uuid}`, { token: admin });
    await add(bob);
    expect([(await demote()).status, (await remove()).status]).toEqual([409, 409]);
    expect((await app.ask('GET', '/me', { token: admin })).body.role).toBe('admin');
    await add({ email: 'second@example.com', role: 'admin' });
    // An admin who was only invited may never come.
    expect([(await demote()).status, (await remove()).status]).toEqual([409, 409]);
    await setPassword(app);
    expect((await remove()).status).toBe(204);
    expect((await app.ask('GET', '/me', { token: admin })).status).toBe(401);
  });

  test('leaves one admin when two admins remove each other at the same time', async () => {
    const { app, admin, add } = await twoOrganisations();
    const { user_uuid: second } = (await add({ email: 'second@example.com', role: 'admin' })).body;
    await setPassword(app);
    const token = await login(app, 'second@example.com');
    const { members } = (await app.ask('GET', '/members', { token: admin })).body;
    const first = members.find(({ email }: { email: string }) => email === 'ada@example.com').user_uuid;
    const answers = await Promise.all([
      app.ask('DELETE', `/members/${second}`, { token: admin }),
      app.ask('DELETE', `/members/${first}`, { token }),
    ]);
    // The one who comes second is not an admin any more, or the last one.
    expect(answers.map(({ status }) => status).sort()).toEqual([204, expect.toBeOneOf([401, 409])]);
    const { memberships } = app.database.tables;
    const left = await app.database.system.read.select().from(memberships);
    expect(
      left.filter(({ organisationId, role }) => organisationId === localOrganisation && role === 'admin'),
    ).toHaveLength(1);
  });

  test('a removed member can log in, sees nothing, and can be added again', async () => {
    const { app, admin, add } = await twoOrganisations();
    const { user_uuid: uuid } = (await add(bob)).body;
    await setPassword(app);
    await app.ask('DELETE', `/members/${uuid}`, { token: admin });
    const token = await login(app, bob.email);
    expect((await app.ask('GET', '/me', { token })).body.organization_uuid).toBeUndefined();
    expect((await app.ask('GET', '/api-keys', { token })).status).toBe(403);
    expect((await add(bob)).body).toMatchObject({ user_uuid: uuid, status: 'invited' });
  });

  test('the figures and the project that a member chose are deleted with the membership, and no others', async () => {
    const { app, admin, add } = await twoOrganisations();
    const { user_uuid: bobs } = (await add(bob)).body;
    await setPassword(app);
    const { organization_uuid: organisationId } = (await app.ask('GET', '/me', { token: admin })).body;
    const { members } = (await app.ask('GET', '/members', { token: admin })).body;
    const adas = members.find(({ email }: { email: string }) => email === 'ada@example.com').user_uuid;
    const { system, tables } = app.database;
    const { homeCards, activeProjects, projects } = tables;
    const at = '2026-03-01T12:00:00.000Z';
    const project = { id: 1, uuid: 'p1', organisationId, name: 'Renewals', createdAt: at, updatedAt: at };
    await system.tx((queries) => queries.insert(projects).values(project));
    for (const userUuid of [bobs, adas])
      await system.tx(async (queries) => {
        await queries.insert(homeCards).values({ organisationId, userUuid, cards: [], updatedAt: at });
        await queries.insert(activeProjects).values({ organisationId, userUuid, projectUuid: 'p1' });
      });
    await app.ask('DELETE', `/members/${bobs}`, { token: admin });
    const left = await system.tx(async (queries) => [
      ...(await queries.select().from(homeCards)),
      ...(await queries.select().from(activeProjects)),
    ]);
    expect(left.map(({ userUuid }) => userUuid)).toEqual([adas, adas]);
  });
});
