import { expect, test } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';
import { openTestApp } from '../http/test-app.ts';
import { openAccountsApp, password } from './accounts-app.ts';

const email = 'demo@example.com';
const sample = { demo: true };

onEachDatabase('the demo that the set-up page offers', ({ place }) => {
  const open = () => openAccountsApp({ open: async () => openAt(await place()) });

  test('the demo account is the first account, is signed in, and gets a password', async () => {
    const app = await open();
    const made = await app.ask('POST', '/demo', { body: sample });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      token: expect.any(String),
      password: expect.stringMatching(/^[\w-]{16}$/),
      email,
      role: 'admin',
      superadmin: true,
      organization_name: 'Sample organisation',
      organization_uuid: localOrganisation,
      waitlist_status: 'none',
    });
    expect((await app.ask('GET', '/me', { token: made.body.token })).body.email).toBe(email);
    const again = await app.ask('POST', '/login', { body: { email, password: made.body.password } });
    expect(again.status).toBe(200);
    const contacts = await app.database.system.read.select().from(app.database.tables.contacts);
    expect(contacts.map(({ phone }) => phone.slice(0, 10))).toEqual(Array.from({ length: 5 }, () => '+120255501'));
    const { personas, scenarios } = app.database.tables;
    const customers = await app.database.system.read.select().from(personas);
    const samples = await app.database.system.read.select().from(scenarios);
    expect(customers).toHaveLength(3);
    expect(samples.map(({ personaUuid }) => personaUuid).sort()).toEqual(customers.map(({ uuid }) => uuid).sort());
    // Their criteria are all score fields.
    expect(samples.map(({ rubric }) => rubric)).toEqual([null, null, null]);
    const fields = await app.database.system.read.select().from(app.database.tables.extractionFields);
    expect(fields.filter(({ fieldType }) => fieldType === 'score').length).toBeGreaterThan(2);
    expect(samples[0]?.stopConditions).toMatchObject({ satisfied_when: expect.any(String) });
    expect((await app.ask('GET', '/setup')).body.needed).toBe(false);
    expect(app.logged.join()).not.toContain(made.body.password);
  });

  test('the demo is rejected if an account exists, before a password is hashed', async () => {
    const app = await open();
    await app.register('ada@example.com');
    const hashed = app.argon2.asked.length;
    const refused = await app.ask('POST', '/demo', { body: sample });
    expect([refused.status, refused.body]).toEqual([409, { detail: expect.stringContaining('Sign in') }]);
    expect(app.argon2.asked).toHaveLength(hashed);
    const login = await app.ask('POST', '/login', { body: { email, password } });
    expect(login.status).toBe(401);
  });

  test('the demo and a registration at the same time create one owner', async () => {
    for (let round = 0; round < 2; round++) {
      const app = await open();
      const body = { email: 'ada@example.com', password, organization_name: 'Maple Grove' };
      const ask = [
        () => app.ask('POST', '/demo', { body: sample }),
        () => app.ask('POST', '/register', { body }),
        () => app.ask('POST', '/demo', { body: sample }),
      ];
      const asked = round % 2 === 0 ? ask : ask.reverse();
      const answers = await Promise.all(asked.map((one) => one()));
      const made = answers.filter(({ status }) => status === 201);
      const demos = made.filter((answer) => answer.body.email === email);
      expect(made.filter((answer) => answer.body.superadmin)).toHaveLength(1);
      expect(made.filter((answer) => answer.body.organization_uuid === localOrganisation)).toHaveLength(1);
      expect(demos.every((answer) => answer.body.superadmin)).toBe(true);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(2 - demos.length);
    }
  });
});

test.each([
  ['nothing', undefined, undefined],
  ['a form', 'demo=true', 'application/x-www-form-urlencoded'],
  ['text that is JSON', '{"demo":true}', 'text/plain'],
])('a page of another site, which may send %s, makes no account', async (_, payload, type) => {
  const app = await openAccountsApp();
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/auth/demo',
    headers: type === undefined ? {} : { 'content-type': type },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(answer.statusCode).toBe(400);
  expect((await app.ask('GET', '/setup')).body.needed).toBe(true);
});

test('the demo has agents for its flows, one of which answers a call from its documents', async () => {
  const app = await openTestApp({ signedIn: false });
  const made = await app.http.inject({ method: 'POST', url: '/api/auth/demo', payload: sample });
  const authorization = `Bearer ${made.json().token}`;
  const get = async (url: string) => (await app.http.inject({ url, headers: { authorization } })).json();
  const { flows } = await get('/api/voice/flows');
  expect(flows.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['inbound', 'outbound']);
  const { agents } = await get('/api/voice/agents');
  for (const flow of flows) {
    const agent = agents.find(({ uuid }: { uuid: string }) => uuid === flow.voice_agent_id);
    expect(agent).toMatchObject({
      name: flow.config.agent_name,
      greeting: flow.config.greeting,
      persona_prompt: flow.config.persona_prompt,
      voice_config: { provider: 'platform', speaker: flow.speaker },
    });
  }
  const inbound = flows.find((flow: { kind?: string }) => flow.kind === 'inbound');
  const url = `/api/voice/flows/${inbound.uuid}/browser-test`;
  const ticket = await app.http.inject({ method: 'POST', url, headers: { authorization } });
  const plan = await app.fake.ports().plans.claim(ticket.json().token, 'browser');
  expect(plan?.brain.knowledge.length).toBeGreaterThan(0);
});
