import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contactsOnce, onEachDatabase, openContacts, people, phoneOf } from './contacts-app.ts';

const numbersUrl = '/api/voice/agents/phone-numbers';
const tagsUrl = '/api/voice/agents/tag-assignments';

onEachDatabase('human agents', (database) => {
  const open = contactsOnce(database);

  test('teammates have a number and tags, which are removed with them', async () => {
    const { ask, database: opened } = await openContacts(await database.place());
    const mate = people.mate.userUuid;
    const person = { user_uuid: mate, name: 'mate' };
    expect((await ask('GET', numbersUrl)).body).toEqual({ phone_numbers: [], total: 0, limit: 50, offset: 0 });
    expect((await ask('GET', tagsUrl)).body).toEqual({ tag_assignments: [], total: 0, limit: 50, offset: 0 });
    const number = { ...person, email: 'mate@example.com', phone_number: '+12025550143' };
    await ask('PUT', `${numbersUrl}/${mate}`, { body: { phone_number: '+12025550199' } });
    const put = await ask('PUT', `${numbersUrl}/${mate}`, { body: { phone_number: '+1 202 555 0143' } });
    expect(put).toEqual({ status: 200, body: number });
    expect((await ask('GET', numbersUrl, { as: 'mate' })).body).toEqual({
      phone_numbers: [number],
      total: 1,
      limit: 50,
      offset: 0,
    });

    expect((await ask('GET', `${tagsUrl}/me`, { as: 'mate' })).body).toEqual({ ...person, tags: [] });
    await ask('PUT', `${tagsUrl}/${mate}`, { body: { tags: ['Old:1'] } });
    const assigned = await ask('PUT', `${tagsUrl}/${mate}`, { body: { tags: ['City:Pune', 'City:Goa', 'City:Pune'] } });
    const item = { ...person, tags: ['City:Goa', 'City:Pune'] };
    expect(assigned).toEqual({ status: 200, body: item });
    expect((await ask('GET', tagsUrl)).body).toEqual({ tag_assignments: [item], total: 1, limit: 50, offset: 0 });
    expect((await ask('GET', `${tagsUrl}/me`, { as: 'mate' })).body).toEqual(item);
    expect((await ask('GET', `${tagsUrl}/me`)).body.tags).toEqual([]);

    expect((await ask('DELETE', `${numbersUrl}/${mate}`)).status).toBe(204);
    expect((await ask('DELETE', `${numbersUrl}/${mate}`)).status).toBe(404);
    await ask('PUT', `${numbersUrl}/${mate}`, { body: { phone_number: '+12025550143' } });
    expect((await ask('DELETE', `/api/auth/members/${mate}`)).status).toBe(204);
    expect([(await ask('GET', numbersUrl)).body.total, (await ask('GET', tagsUrl)).body.total]).toEqual([0, 0]);
    const { agentPhoneNumbers, agentTagAssignments } = opened.tables;
    for (const table of [agentPhoneNumbers, agentTagAssignments])
      expect(await opened.system.read.select().from(table)).toEqual([]);
  });

  test('teammates with tags see matching contacts only, on every route and with every credential; without tags they see all', async () => {
    const { ask, people } = await open();
    const mate = people.mate.userUuid;
    const put = async (index: number, tags: string[]): Promise<string> =>
      (await ask('POST', '/v1/contacts', { body: { phone: phoneOf(index), tags } })).body.uuid;
    const seen = await put(1, ['City:Pune', 'Plan:Gold']);
    const also = await put(2, ['City:Goa']);
    const hidden = await put(3, ['Plan:Gold']);
    const bare = await put(4, []);
    const all = [seen, also, hidden, bare];
    const tagsOf = async (as: 'mate' | 'mateKey' | 'admin') =>
      (await ask('GET', '/api/voice/customers/tags', { as })).body.tags;
    const listed = async (as: 'mate' | 'mateKey' | 'admin' | 'key') => {
      const customers = (await ask('GET', '/api/voice/customers', { as })).body;
      const contacts = (await ask('GET', '/v1/contacts', { as })).body;
      expect(contacts.contacts).toEqual(customers.customers);
      expect([contacts.total, customers.total]).toEqual([contacts.contacts.length, contacts.contacts.length]);
      return contacts.contacts.map(({ uuid }: { uuid: string }) => uuid).sort();
    };
    expect(await listed('mate')).toEqual([...all].sort());
    await put(5, ['Batch:7', 'Plan:Gold']).then((uuid) => all.push(uuid));
    expect(await tagsOf('admin')).toEqual(['Plan:Gold', 'Batch:7', 'City:Goa', 'City:Pune']);
    await ask('PUT', `${tagsUrl}/${mate}`, { body: { tags: ['City:Pune', 'City:Goa'] } });

    for (const as of ['mate', 'mateKey'] as const) {
      expect(await listed(as)).toEqual([seen, also].sort());
      expect(await tagsOf(as)).toEqual(['City:Goa', 'City:Pune', 'Plan:Gold']);
      expect((await ask('GET', '/v1/contacts', { as, query: { tag: 'Plan:Gold' } })).body.total).toBe(1);
      expect((await ask('GET', '/v1/contacts', { as, query: { phone: phoneOf(3) } })).body.total).toBe(0);
      for (const uuid of [hidden, bare]) {
        const missing = randomUUID();
        for (const url of ['/api/voice/customers', '/v1/contacts']) {
          const answer = await ask('GET', `${url}/${uuid}`, { as });
          expect([answer.status, answer.body.detail.replace(uuid, missing)]).toEqual([
            404,
            `Contact ${missing} does not exist.`,
          ]);
        }
        expect((await ask('PATCH', `/v1/contacts/${uuid}`, { as, body: { name: 'Mine' } })).status).toBe(404);
        expect((await ask('DELETE', `/v1/contacts/${uuid}`, { as })).status).toBe(404);
      }
      expect((await ask('GET', `/api/voice/customers/${seen}`, { as })).status).toBe(200);
    }
    for (const as of ['admin', 'key'] as const) expect(await listed(as)).toEqual([...all].sort());

    await ask('DELETE', `${tagsUrl}/${mate}`);
    expect(await listed('mate')).toEqual([...all].sort());
  });

  test('teammates with tags add and change visible contacts, and cannot make one invisible to themselves', async () => {
    const { ask, people } = await open();
    const mate = people.mate.userUuid;
    await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1), name: 'Hidden' } });
    await ask('PUT', `${tagsUrl}/${mate}`, { body: { tags: ['City:Pune'] } });
    const add = (body: object) => ask('POST', '/v1/contacts', { as: 'mate', body });
    const taken = await add({ phone: phoneOf(1), name: 'Mine', tags: ['City:Pune'] });
    expect(taken).toEqual({ status: 409, body: { detail: expect.stringContaining('not assigned to you') } });
    expect(await add({ phone: phoneOf(2) })).toEqual({
      status: 400,
      body: { detail: expect.stringContaining('Add one of your assigned tags') },
    });
    const own = await add({ phone: phoneOf(2), tags: ['City:Pune', 'Plan:Gold'] });
    expect(own.status).toBe(201);
    const change = (body: object) => ask('PATCH', `/v1/contacts/${own.body.uuid}`, { as: 'mate', body });
    expect((await change({ tags: ['Plan:Gold'] })).status).toBe(400);
    expect((await change({ name: 'Seen', tags: ['City:Pune'] })).body).toMatchObject({ name: 'Seen' });
    const contacts = [{ phone: phoneOf(1) }, { phone: phoneOf(3) }, { phone: phoneOf(4), tags: ['City:Pune'] }];
    const bulk = await ask('POST', '/v1/contacts/bulk', { as: 'mate', body: { contacts } });
    expect(bulk.body).toMatchObject({ created: 1, updated: 0, failed: 2, errors: [{ index: 0 }, { index: 1 }] });
    expect((await ask('GET', '/v1/contacts', { query: { phone: phoneOf(1) } })).body.contacts[0].name).toBe('Hidden');
  });
});

describe('access to numbers and tags, and accepted values', () => {
  const open = contactsOnce();

  test('admins set numbers and tags with a session; members read them; other organisations cannot', async () => {
    const { ask, people } = await open();
    const mate = people.mate.userUuid;
    const bodies = { [numbersUrl]: { phone_number: '+12025550143' }, [tagsUrl]: { tags: ['A:1'] } };
    for (const [url, body] of Object.entries(bodies)) {
      for (const as of ['mate', 'key'] as const) {
        expect((await ask('PUT', `${url}/${mate}`, { as, body })).status).toBe(403);
        expect((await ask('DELETE', `${url}/${mate}`, { as })).status).toBe(403);
        expect((await ask('GET', url, { as })).status).toBe(200);
      }
      expect((await ask('PUT', `${url}/${mate}`, { as: 'stranger', body })).status).toBe(404);
      expect((await ask('PUT', `${url}/${mate}`, { body })).status).toBe(200);
      expect((await ask('GET', url, { as: 'stranger' })).body.total).toBe(0);
      expect((await ask('DELETE', `${url}/${mate}`, { as: 'stranger' })).status).toBe(404);
      expect((await ask('GET', url)).body.total).toBe(1);
    }
  });

  test.each([
    [numbersUrl, { phone_number: '555' }],
    [numbersUrl, {}],
    [tagsUrl, { tags: ['no form'] }],
    [tagsUrl, { tags: null }],
  ])('%s refuses %j', async (url, body) => {
    const { ask, people } = await open();
    const mate = people.mate.userUuid;
    expect((await ask('PUT', `${url}/${mate}`, { body })).status).toBe(400);
  });
});
