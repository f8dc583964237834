import { describe, expect, test } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import { type AccountsApp, openAccountsApp, password } from './accounts-app.ts';

const ada = 'ada@example.com';
const wrongCredentials = { detail: 'The e-mail address or the password is wrong.' };

const login = (app: AccountsApp, email: string, given = password, address?: string) =>
  app.ask('POST', '/login', { body: { email, password: given }, ...(address === undefined ? {} : { address }) });

describe('the first account', () => {
  test('makes its user superadmin, admin of the named organisation and owner of the existing data', async () => {
    const app = await openAccountsApp();
    expect((await app.ask('GET', '/setup')).body).toEqual({
      needed: true,
      registration: 'open',
      start_code_required: false,
    });
    const { status, body } = await app.ask('POST', '/register', {
      body: { email: ' Ada@Example.com ', password, organization_name: 'Maple Grove' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.any(String),
      email: ada,
      role: 'admin',
      superadmin: true,
      organization_name: 'Maple Grove',
      organization_uuid: localOrganisation,
      waitlist_status: 'none',
    });
    expect((await app.ask('GET', '/setup')).body).toEqual({
      needed: false,
      registration: 'open',
      start_code_required: false,
    });
  });

  test('needs no organisation name, and closes registration unless it is set to open', async () => {
    const app = await openAccountsApp({ env: { REGISTRATION: '' } });
    const { body } = await app.ask('POST', '/register', { body: { email: ada, password } });
    expect(body).toMatchObject({ superadmin: true, organization_name: 'My organisation' });
    const later = await app.ask('POST', '/register', { body: { email: 'bob@example.com', password } });
    expect([later.status, later.body]).toEqual([403, { detail: expect.stringContaining('closed') }]);
  });

  test('is created once when several requests arrive at the same time', async () => {
    const app = await openAccountsApp();
    const emails = Array.from({ length: 8 }, (_, index) => `p${index}@example.com`);
    const made = await Promise.all(
      emails.map((email) => app.ask('POST', '/register', { body: { email, password, organization_name: email } })),
    );
    expect(made.map(({ status }) => status)).toEqual(emails.map(() => 201));
    expect(made.filter(({ body }) => body.superadmin)).toHaveLength(1);
    expect(new Set(made.map(({ body }) => body.organization_uuid)).size).toBe(8);
  });
});

describe('later registrations', () => {
  test('create an organisation with a name, and a waiting account without one', async () => {
    const app = await openAccountsApp();
    await app.register(ada);
    const named = await app.ask('POST', '/register', {
      body: { email: 'bob@example.com', password, organization_name: 'Bobs' },
    });
    expect(named.body).toMatchObject({ role: 'admin', superadmin: false, organization_name: 'Bobs' });
    expect(named.body.organization_uuid).not.toBe(localOrganisation);
    const waiting = await app.ask('POST', '/register', { body: { email: 'eve@example.com', password } });
    expect(waiting.body).toEqual({
      token: expect.any(String),
      email: 'eve@example.com',
      role: 'member',
      superadmin: false,
      waitlist_status: 'pending',
    });
    expect((await app.ask('GET', '/me', { token: waiting.body.token })).status).toBe(200);
    expect((await app.ask('GET', '/api-keys', { token: waiting.body.token })).status).toBe(403);
  });

  test.each<[string, unknown, string]>([
    ['no e-mail', { password }, 'email'],
    ['a bad e-mail', { email: 'ada', password }, 'email'],
    ['a short password', { email: 'x@example.com', password: '123456789' }, 'password'],
    ['a huge password', { email: 'x@example.com', password: 'x'.repeat(300) }, 'password'],
    ['an empty name', { email: 'x@example.com', password, organization_name: '  ' }, 'organization_name'],
    ['no object', [], 'body'],
  ])('%s is 400 and names the field', async (_, body, field) => {
    const app = await openAccountsApp();
    const answer = await app.ask('POST', '/register', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(field);
    expect(app.argon2.asked).toEqual([]);
  });

  test('return 409 for a known e-mail, however it is written', async () => {
    const app = await openAccountsApp();
    await app.register(ada);
    const again = await app.ask('POST', '/register', { body: { email: 'ADA@example.com', password } });
    expect(again.status).toBe(409);
    expect(again.body).toEqual({ detail: expect.any(String) });
  });

  test('ignore fields that a client may not set', async () => {
    const app = await openAccountsApp();
    await app.register(ada);
    const body = { email: 'eve@example.com', password, superadmin: true, role: 'admin', waitlist_status: 'approved' };
    const answer = await app.ask('POST', '/register', { body: { ...body, organization_uuid: localOrganisation } });
    expect(answer.body).toMatchObject({ superadmin: false, role: 'member', waitlist_status: 'pending' });
    expect(answer.body.organization_uuid).toBeUndefined();
  });
});

describe('login', () => {
  test('returns the same as registration, at both paths', async () => {
    const app = await openAccountsApp();
    await app.register(ada, 'Maple Grove');
    const { status, body } = await login(app, 'ADA@example.com');
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: ada, role: 'admin', organization_name: 'Maple Grove' });
    const me = await app.ask('GET', '/me', { token: body.token });
    const { token: _, ...rest } = body;
    expect(me.body).toEqual({ ...rest, auth_method: 'session' });
    const coach = await app.http.inject({
      method: 'POST',
      url: '/api/pf-coach/auth/login',
      payload: { email: ada, password },
    });
    expect(coach.json()).toEqual({ ...body, token: expect.any(String) });
    const headers = { authorization: `Bearer ${coach.json().token}` };
    expect((await app.http.inject({ url: '/api/pf-coach/auth/me', headers })).json()).toEqual(me.body);
  });

  test('rejects an unknown user and a wrong password with the same words and the same work', async () => {
    const app = await openAccountsApp();
    await app.register(ada);
    const before = app.argon2.asked.length;
    const wrong = await login(app, ada, 'wrong password');
    const wrongWork = app.argon2.asked.slice(before);
    const unknown = await login(app, 'nobody@example.com', 'wrong password');
    expect(app.argon2.asked.slice(before + wrongWork.length)).toEqual(wrongWork);
    expect(wrongWork).toEqual(['verify']);
    expect([wrong.status, wrong.body]).toEqual([401, wrongCredentials]);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
  });

  test('returns 429 with Retry-After at the eleventh failure within a minute', async () => {
    const app = await openAccountsApp();
    await app.register(ada);
    await login(app, ada);
    for (let index = 0; index < 10; index++) expect((await login(app, ada, 'wrong password')).status).toBe(401);
    const work = app.argon2.asked.length;
    const refused = await login(app, ada);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.body.detail).toBe('Too many failed logins. Try again in 60 s.');
    expect(app.argon2.asked).toHaveLength(work);
    app.clock.ms += 60_000;
    expect((await login(app, ada)).status).toBe(200);
  });

  test('blocks strangers who guess, but not the owner at a known address', async () => {
    const app = await openAccountsApp();
    await app.register(ada);
    await login(app, ada, password, '192.0.2.1');
    for (let index = 0; index < 100; index++)
      expect((await login(app, ada, 'wrong password', `203.0.113.${index}`)).status).toBe(401);
    expect((await login(app, ada, password, '203.0.113.200')).status).toBe(429);
    expect((await login(app, ada, password, '192.0.2.1')).status).toBe(200);
  });
});

describe('sessions', () => {
  test("end at logout, without ending the user's other sessions", async () => {
    const app = await openAccountsApp();
    const token = await app.register(ada);
    const other = (await login(app, ada)).body.token;
    expect((await app.ask('POST', '/logout', { token })).status).toBe(204);
    expect((await app.ask('GET', '/me', { token })).status).toBe(401);
    expect((await app.ask('POST', '/logout', { token })).status).toBe(401);
    expect((await app.ask('GET', '/me', { token: other })).status).toBe(200);
  });

  test('end after seven days', async () => {
    const app = await openAccountsApp();
    const token = await app.register(ada);
    app.clock.ms += 7 * 86_400_000 - 1000;
    expect((await app.ask('GET', '/me', { token })).status).toBe(200);
    app.clock.ms += 1000;
    expect((await app.ask('GET', '/me', { token })).status).toBe(401);
  });

  test('end when fifty newer ones have started', async () => {
    const app = await openAccountsApp();
    const token = await app.register(ada);
    for (let index = 0; index < 49; index++) {
      app.clock.ms += 1;
      await login(app, ada);
    }
    expect((await app.ask('GET', '/me', { token })).status).toBe(200);
    app.clock.ms += 1;
    await login(app, ada);
    expect((await app.ask('GET', '/me', { token })).status).toBe(401);
  });

  test('all end when the password changes', async () => {
    const app = await openAccountsApp();
    const token = await app.register(ada);
    const other = (await login(app, ada)).body.token;
    const change = (current: string) =>
      app.ask('POST', '/password/change', { token, body: { current_password: current, password: 'another password' } });
    expect((await change('wrong password')).status).toBe(403);
    expect((await change(password)).status).toBe(204);
    for (const old of [token, other]) expect((await app.ask('GET', '/me', { token: old })).status).toBe(401);
    expect((await login(app, ada)).status).toBe(401);
    expect((await login(app, ada, 'another password')).status).toBe(200);
  });
});

describe('API keys of a user who changes their password', () => {
  test.each([
    [undefined, 401],
    [false, 401],
    [true, 200],
  ])('with keep_api_keys %s return %i', async (keep_api_keys, status) => {
    const app = await openAccountsApp();
    const token = await app.register(ada, 'Maple Grove');
    const other = await app.register('bob@example.com', 'Others');
    const make = async (as: string) =>
      (await app.ask('POST', '/api-keys', { token: as, body: { name: 'k', scopes: ['agent:ocr'] } })).body.key;
    const [own, foreign] = [await make(token), await make(other)];
    const change = (current: string) =>
      app.ask('POST', '/password/change', {
        token,
        body: { current_password: current, password: 'another password', keep_api_keys },
      });
    const me = async (key: string) => (await app.ask('GET', '/me', { token: key })).status;
    expect((await change('wrong password')).status).toBe(403);
    expect(await me(own)).toBe(200);
    expect((await change(password)).status).toBe(204);
    expect([await me(own), await me(foreign)]).toEqual([status, 200]);
    expect((await login(app, ada, 'another password')).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  test('is replaced by a link that works once and ends every session', async () => {
    const app = await openAccountsApp({ mail: true });
    const token = await app.register(ada);
    const forgot = await app.ask('POST', '/password/forgot', { body: { email: ada } });
    expect([forgot.status, forgot.text]).toEqual([202, '']);
    await expect.poll(app.links).toHaveLength(1);
    const [link] = app.links() as [string];
    const reset = (given: string) =>
      app.ask('POST', '/password/reset', { body: { token: given, password: 'another password' } });
    expect((await reset(`${link.slice(0, -1)}!`)).status).toBe(400);
    expect((await app.ask('POST', '/password/reset', { body: { token: link, password: 'short' } })).status).toBe(400);
    expect((await reset(link)).status).toBe(204);
    expect((await app.ask('GET', '/me', { token })).status).toBe(401);
    expect((await login(app, ada, 'another password')).status).toBe(200);
    const again = await reset(link);
    expect([again.status, again.body]).toEqual([400, { detail: expect.stringContaining('has been used') }]);
  });

  test('allows three links at a time, each valid for an hour', async () => {
    const app = await openAccountsApp({ mail: true });
    await app.register(ada);
    const forgot = () => app.ask('POST', '/password/forgot', { body: { email: ada } });
    for (let index = 0; index < 5; index++) {
      await forgot();
      await expect.poll(() => app.links().length).toBe(Math.min(index + 1, 3));
    }
    app.clock.ms += 3_600_000;
    const body = { token: app.links()[0], password: 'another password' };
    expect((await app.ask('POST', '/password/reset', { body })).status).toBe(400);
    await forgot();
    await expect.poll(() => app.links().length).toBe(4);
  });

  test('returns the same response for an unknown address, and sends nothing', async () => {
    const app = await openAccountsApp({ mail: true });
    await app.register(ada);
    const nobody = await app.ask('POST', '/password/forgot', { body: { email: 'nobody@example.com' } });
    const known = await app.ask('POST', '/password/forgot', { body: { email: ada } });
    expect([nobody.status, nobody.text]).toEqual([known.status, known.text]);
    await expect.poll(app.links).toHaveLength(1);
  });

  test('uses the configured address for its link, not the one of the request', async () => {
    const app = await openAccountsApp({ mail: true, env: { PUBLIC_BASE_URL: 'https://voice.example.com' } });
    await app.register(ada);
    await app.ask('POST', '/password/forgot', { body: { email: ada }, headers: { host: 'evil.example' } });
    await expect.poll(app.links).toHaveLength(1);
    expect(app.letters().join('')).toContain('https://voice.example.com/set-password#token=');
    expect(app.letters().join('')).not.toContain('evil.example');
  });
});
