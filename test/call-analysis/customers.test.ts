import { expect, test } from 'vitest';
import { addMembers, people } from '../contacts/contacts-app.ts';
import { analysisOnce, mono, onEachDatabase, openAnalysis, scriptedTranscriber } from './analysis-app.ts';

const transcript = [
  { speaker: 'agent', text: 'Good morning.' },
  { speaker: 'customer', text: 'Hello.' },
];

onEachDatabase('customers of uploads', (database) => {
  const open = analysisOnce(database);

  test('an upload finds the customer by number, or creates them', async () => {
    const { ask } = open();
    const post = async (about: object) =>
      (await ask('POST', '/api/v1/sales/calls', { body: { ...about, transcript } })).body;
    const first = await post({ customer_phone: '+1 202 555 0111' });
    const second = await post({ customer_phone: '+12025550111', customer_name: 'Asha Rao' });
    const third = await post({ customer_phone: '+12025550111', customer_name: 'Another Name' });
    const customers = (await ask('GET', '/api/customers')).body.customers;
    expect(customers).toMatchObject([{ name: 'Asha Rao', phone: '+12025550111' }]);
    for (const { id } of [first, second, third])
      expect((await ask('GET', `/api/calls/${id}`)).body.customer).toMatchObject({
        id: customers[0].id,
        uuid: customers[0].uuid,
      });
    const { body: listed } = await ask('GET', '/api/calls', { query: { customer_id: `${customers[0].id}` } });
    expect(listed.total).toBe(3);
    // The name on a call is the one that came with it.
    expect((await ask('GET', `/api/calls/${third.id}`)).body.customer.name).toBe('Another Name');
  });

  test('uploads of one new number at the same time create one customer', async () => {
    const { ask } = open();
    const body = { customer_phone: '+12025550122', transcript };
    const added = await Promise.all(Array.from({ length: 20 }, () => ask('POST', '/api/v1/sales/calls', { body })));
    expect(added.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202));
    const { customers } = (await ask('GET', '/api/customers')).body;
    expect(customers).toHaveLength(1);
    expect((await ask('GET', '/api/calls', { query: { customer_id: customers[0].uuid } })).body.total).toBe(20);
  });

  test('a recording and a call that waits for its recording have a customer too', async () => {
    const { ask } = open();
    const waiting = await ask('POST', '/api/calls', { body: { customer_phone: '+12025550133' } });
    const uploaded = await ask('POST', '/api/uploads', { file: mono, fields: { customer_phone: '+12025550133' } });
    const ids = await Promise.all(
      [waiting, uploaded].map(async ({ body }) => (await ask('GET', `/api/calls/${body.id}`)).body.customer.id),
    );
    expect(ids).toEqual([expect.any(Number), ids[0]]);
  });

  test('a number that is not to be called stays so when an upload names it', async () => {
    const { ask } = open();
    const { body: contact } = await ask('POST', '/v1/contacts', { body: { phone: '+12025550144' } });
    await ask('PATCH', `/v1/contacts/${contact.uuid}`, { body: { opted_out: true, dnc_reason: 'asked' } });
    await ask('DELETE', `/v1/contacts/${contact.uuid}`);
    await ask('POST', '/api/v1/sales/calls', {
      body: { customer_phone: '+12025550144', customer_name: 'Mia', transcript },
    });
    const { contacts } = (await ask('GET', '/v1/contacts')).body;
    expect(contacts).toMatchObject([{ phone: '+12025550144', name: 'Mia', opted_out: true }]);
  });

  test('a wrong number is refused with the name of its field', async () => {
    const { ask } = open();
    const wrong = { customer_phone: '12', transcript };
    expect(await ask('POST', '/api/v1/sales/calls', { body: wrong })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('customer_phone') },
    });
    expect((await ask('GET', '/api/customers')).body.total).toBe(0);
  });

  test.each([
    ['created', (phone: string) => ({ url: '/v1/contacts', body: { phone, name: 'Ravi', tags: ['City:Pune'] } })],
    [
      'created in bulk',
      (phone: string) => ({ url: '/v1/contacts/bulk', body: { contacts: [{ phone, name: 'Ravi' }] } }),
    ],
  ] as const)('a contact that is %s later gets the earlier calls of its number', async (_how, request) => {
    const {
      ask,
      database: { system, tables },
    } = open();
    const [early, other] = ['+12025550155', '+12025550166'];
    const calls = [];
    for (const customer_phone of [early, other])
      calls.push((await ask('POST', '/api/v1/sales/calls', { body: { customer_phone, transcript } })).body);
    for (const { uuid } of (await ask('GET', '/v1/contacts')).body.contacts)
      await ask('DELETE', `/v1/contacts/${uuid}`);
    const { url, body } = request(early);
    expect((await ask('POST', url, { body })).status).toBeLessThan(300);
    const { contacts } = (await ask('GET', '/v1/contacts')).body;
    expect((await ask('GET', `/api/calls/${calls[0].id}`)).body.customer).toMatchObject({
      uuid: contacts[0].uuid,
      name: 'Ravi',
    });
    expect((await ask('GET', '/api/calls', { query: { q: 'ravi' } })).body.total).toBe(1);
    expect((await ask('GET', `/api/calls/${calls[1].id}`)).body.customer).toMatchObject({ id: null, name: null });
    expect(await system.read.select({ uuid: tables.contacts.uuid }).from(tables.contacts)).toContainEqual({
      uuid: contacts[0].uuid,
    });
  });

  test('a contact that gets another number gets the earlier calls of that number', async () => {
    const { ask } = open();
    const { body: call } = await ask('POST', '/api/v1/sales/calls', {
      body: { customer_phone: '+12025550177', transcript },
    });
    const [{ uuid }] = (await ask('GET', '/v1/contacts')).body.contacts;
    await ask('DELETE', `/v1/contacts/${uuid}`);
    const { body: contact } = await ask('POST', '/v1/contacts', { body: { phone: '+12025550188', name: 'Mia' } });
    await ask('PATCH', `/v1/contacts/${contact.uuid}`, { body: { phone: '+12025550177' } });
    expect((await ask('GET', `/api/calls/${call.id}`)).body.customer).toMatchObject({
      uuid: contact.uuid,
      name: 'Mia',
    });
  });

  test('a call of another organisation is never linked', async () => {
    const first = open();
    const body = { customer_phone: '+12025550199', transcript };
    const { body: call } = await first.ask('POST', '/api/v1/sales/calls', { body });
    const [{ uuid }] = (await first.ask('GET', '/v1/contacts')).body.contacts;
    await first.ask('DELETE', `/v1/contacts/${uuid}`);
    const mine = (await first.ask('GET', `/api/calls/${call.id}`)).body.customer.id;
    expect(mine).toBe(null);
    await first.ask('POST', '/v1/contacts', { as: 'stranger', body: { phone: '+12025550199', name: 'Theirs' } });
    expect((await first.ask('GET', `/api/calls/${call.id}`)).body.customer).toMatchObject({ id: null, name: null });
  });
});

onEachDatabase('the customer of a limited member’s upload', ({ place }) => {
  test('is created for the others, and stays hidden from a member who sees other tags', async () => {
    const { ask, database } = await openAnalysis(await place(), scriptedTranscriber().transcriber);
    await addMembers(database);
    const tags = { body: { tags: ['City:Pune'] } };
    expect((await ask('PUT', `/api/voice/agents/tag-assignments/${people.mate.userUuid}`, tags)).status).toBe(200);
    const body = { customer_phone: '+12025550111', customer_name: 'Asha', transcript };
    expect((await ask('POST', '/api/v1/sales/calls', { as: 'mate', body })).status).toBe(202);
    expect((await ask('GET', '/api/customers', { as: 'mate' })).body.total).toBe(0);
    expect((await ask('GET', '/api/customers')).body.customers).toMatchObject([{ name: 'Asha' }]);
  });
});
