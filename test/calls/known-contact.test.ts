import { expect, test } from 'vitest';
import type { Place } from '../contacts/contacts-app.ts';
import { onEachDatabase } from '../data/databases.ts';
import { addMember, flowUuid, lineNumber, openTestApp, type TestApp } from '../http/test-app.ts';
import { openOutboundApp } from '../telephony/outbound-app.ts';

const phone = '+12025550111';
const metadata = { plan: 'Gold', visits: 3, order: { id: 'A-17' }, items: ['tea', 'milk'], name: 'Nobody', empty: '' };
const known = {
  contact_name: 'Asha Rao',
  name: 'Asha Rao',
  email: 'asha@example.com',
  language_code: 'en-IN',
  timezone: 'Asia/Kolkata',
  plan: 'Gold',
  visits: '3',
  'order.id': 'A-17',
  items: 'tea, milk',
};

async function addContact(app: Pick<TestApp, 'http'>, changes: object = {}): Promise<string> {
  const payload = {
    phone,
    name: 'Asha Rao',
    email: 'asha@example.com',
    language_code: 'en-IN',
    timezone: 'Asia/Kolkata',
    metadata,
    ...changes,
  };
  const answer = await app.http.inject({ method: 'POST', url: '/v1/contacts', payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().uuid;
}

/** The contact that the agent of the stream at this address receives. */
async function toldOf(app: TestApp, address: string) {
  const [, dialect, token] = /\/media\/(\w+)\/([\w-]+)/.exec(address) ?? [];
  const plan = await app.fake.ports().plans.claim(token ?? '', dialect as 'telephony_a');
  return (plan ?? expect.unreachable('no plan')).brain.contact;
}

const openIn = ({ dataDir, databaseUrl }: Place) =>
  openTestApp({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });

onEachDatabase('what is known of a contact', ({ place }) => {
  test('a known contact reaches the agent of an inbound call from that number only', async () => {
    const app = await openIn(await place());
    await addContact(app);
    const callFrom = async (from: string) => {
      const query = { CallUUID: `call${from.slice(1)}`, From: from, To: lineNumber };
      return (await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query })).body;
    };
    expect(await toldOf(app, await callFrom(phone))).toEqual(known);
    expect(await toldOf(app, await callFrom('+12025550112'))).toEqual({});
  });

  test('a known contact reaches the agent of a browser test that names it, and the test changes nothing about it', async () => {
    const app = await openIn(await place());
    const uuid = await addContact(app);
    const begin = (payload: object) =>
      app.http.inject({ method: 'POST', url: `/api/voice/flows/${flowUuid}/browser-test`, payload });
    const begun = (await begin({ contact_uuid: uuid })).json();
    expect(await toldOf(app, begun.ws_url)).toEqual(known);
    expect(await toldOf(app, (await begin({})).json().ws_url)).toEqual({});
    expect((await begin({ contact_uuid: flowUuid })).statusCode).toBe(404);
    const payload = { reason: 'dnc_request' };
    const ended = await app.http.inject({ method: 'POST', url: `/api/voice/calls/${begun.call_uuid}/end`, payload });
    expect(ended.statusCode, ended.body).toBe(200);
    const contact = (await app.http.inject({ url: `/v1/contacts/${uuid}` })).json();
    expect(contact).toMatchObject({ opted_out: false, attempts: 0, last_called_at: null });
  });

  test('a browser test does not reveal a contact that the user cannot see', async () => {
    const app = await openIn(await place());
    const uuid = await addContact(app, { tags: ['City:Pune'] });
    const { token, userUuid } = await addMember(app);
    const url = `/api/voice/agents/tag-assignments/${userUuid}`;
    expect((await app.http.inject({ method: 'PUT', url, payload: { tags: ['City:Rome'] } })).statusCode).toBe(200);
    const begun = await app.http.inject({
      method: 'POST',
      url: `/api/voice/flows/${flowUuid}/browser-test`,
      payload: { contact_uuid: uuid },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(begun.statusCode).toBe(404);
  });
});

test('POST /v1/calls passes name and metadata of the request to its agent', async () => {
  const told: unknown[] = [];
  const app = await openOutboundApp({
    provider: {
      async talk(answer) {
        if (answer.kind === 'stream') told.push(await toldOf(app, answer.url));
      },
    },
  });
  const payload = { to: phone, campaign_id: app.flowUuid, contact_name: 'Asha Rao', metadata: { plan: 'Gold' } };
  expect((await app.http.inject({ method: 'POST', url: '/v1/calls', payload })).statusCode).toBe(202);
  await expect.poll(() => told).toEqual([{ contact_name: 'Asha Rao', name: 'Asha Rao', plan: 'Gold' }]);
});
