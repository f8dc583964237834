import { expect, test } from 'vitest';
import { onEachDatabase, openContacts, phoneOf } from './contacts-app.ts';

onEachDatabase('the limit of contacts', ({ place }) => {
  test('new contacts beyond it are rejected one by one, and existing ones can still change', async () => {
    const { ask } = await openContacts(await place(), { CONTACTS_PER_ORGANISATION: '3' });
    const add = (body: object) => ask('POST', '/v1/contacts', { body });
    const bulk = { contacts: [1, 2, 3, 4, 1].map((index) => ({ phone: phoneOf(index) })) };
    const text = 'Your organisation has as many contacts as CONTACTS_PER_ORGANISATION allows. Delete some first.';
    expect((await ask('POST', '/v1/contacts/bulk', { body: bulk })).body).toEqual({
      created: 3,
      updated: 1,
      failed: 1,
      errors: [{ index: 3, phone: phoneOf(4), detail: text }],
    });
    expect(await add({ phone: phoneOf(5) })).toMatchObject({ status: 409, body: { detail: text } });
    expect((await add({ phone: phoneOf(1), name: 'Ada' })).status).toBe(200);
    const other = await ask('POST', '/v1/contacts', { as: 'stranger', body: { phone: phoneOf(6) } });
    expect(other.status).toBe(201);
    const { uuid } = (await ask('GET', '/v1/contacts', { query: { limit: '1' } })).body.contacts[0];
    expect((await ask('DELETE', `/v1/contacts/${uuid}`)).status).toBe(204);
    expect((await add({ phone: phoneOf(5) })).status).toBe(201);
  });
});
