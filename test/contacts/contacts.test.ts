import { describe, expect, test } from 'vitest';
import { contactsOnce, onEachDatabase, phoneOf } from './contacts-app.ts';

const phone = '+12025550143';
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const uuidForm = expect.stringMatching(/^[0-9a-f-]{36}$/);

const fresh = {
  uuid: uuidForm,
  name: null,
  phone,
  email: null,
  language_code: null,
  timezone: null,
  tags: [],
  metadata: {},
  opted_out: false,
  dnc_reason: null,
  attempts: 0,
  last_called_at: null,
  last_outcome: null,
  created_at: isoTime,
  updated_at: isoTime,
};

onEachDatabase('contacts', (database) => {
  const open = contactsOnce(database);
  test('a new number creates a contact, a known one updates it, and both return the same shape', async () => {
    const { ask } = await open();
    expect(await ask('POST', '/v1/contacts', { body: { phone: '+1 (202) 555-0143' } })).toEqual({
      status: 201,
      body: { ...fresh, created: true },
    });
    const body = {
      phone,
      name: ' Ada\nLovelace ',
      email: 'Ada@Example.com',
      language_code: 'hi-IN',
      timezone: 'Asia/Kolkata',
      tags: ['City:Pune', 'Plan:Gold'],
      metadata: { plan: 'gold', seats: 2, old: null },
      opted_out: true,
      attempts: 7,
      organisation_id: 'x',
      unheard_of: 1,
    };
    const second = await ask('POST', '/v1/contacts', { body });
    const { opted_out, attempts, organisation_id, unheard_of, ...kept } = body;
    const shown = { ...fresh, ...kept, name: 'Ada Lovelace', email: 'ada@example.com' };
    expect(second).toEqual({
      status: 200,
      body: { ...shown, metadata: { plan: 'gold', seats: 2 }, created: false },
    });
    const third = { phone, name: null, tags: ['City:Goa'], metadata: { seats: 3, plan: null, 'new key': [1] } };
    const { created, ...contact } = (await ask('POST', '/v1/contacts', { body: third })).body;
    expect(contact).toMatchObject({
      name: null,
      email: 'ada@example.com',
      tags: ['City:Goa', 'City:Pune', 'Plan:Gold'],
      metadata: { seats: 3, 'new key': [1] },
    });
    expect((await ask('GET', `/v1/contacts/${contact.uuid}`)).body).toEqual(contact);
    expect((await ask('GET', '/v1/contacts')).body).toEqual({ contacts: [contact], total: 1, limit: 50, offset: 0 });
    expect((await ask('GET', '/api/voice/customers')).body).toMatchObject({ customers: [contact], total: 1 });
    expect((await ask('GET', `/api/voice/customers/${contact.uuid}`)).body).toEqual(contact);
  });

  test('a number is stored without the marks of text direction that it was copied with', async () => {
    const { ask } = await open();
    const copied = { phone: '\u202a+1\u00a0202\u00a0555\u20110143\u202c' };
    expect((await ask('POST', '/v1/contacts', { body: copied })).body).toMatchObject({ phone });
  });

  test('an opted-out contact stays opted out whatever is added', async () => {
    const { ask } = await open();
    const { uuid } = (await ask('POST', '/v1/contacts', { body: { phone } })).body;
    const out = { opted_out: true, dnc_reason: 'asked in a call' };
    expect((await ask('PATCH', `/v1/contacts/${uuid}`, { body: out })).body).toMatchObject(out);
    expect((await ask('POST', '/v1/contacts', { body: { phone, name: 'Ada' } })).body).toMatchObject(out);
    const bulk = { contacts: [{ phone, opted_out: false }] };
    expect((await ask('POST', '/v1/contacts/bulk', { body: bulk })).body).toMatchObject({ updated: 1 });
    expect((await ask('GET', `/v1/contacts/${uuid}`)).body).toMatchObject({ ...out, name: 'Ada' });
    expect((await ask('PATCH', `/v1/contacts/${uuid}`, { body: { opted_out: false } })).status).toBe(409);
  });

  test('PATCH keeps omitted fields, clears null ones, and rejects another contact’s number', async () => {
    const { ask } = await open();
    const given = { phone, name: 'Ada', email: 'ada@example.com', tags: ['A:1', 'B:2'], metadata: { a: 1, b: 2 } };
    const { uuid, created, updated_at, ...was } = (await ask('POST', '/v1/contacts', { body: given })).body;
    const change = async (body: object) => {
      const { uuid: _, updated_at, ...rest } = (await ask('PATCH', `/v1/contacts/${uuid}`, { body })).body;
      return rest;
    };
    expect(await change({})).toEqual(was);
    expect(await change({ name: null, metadata: { a: null, c: 3 } })).toEqual({
      ...was,
      name: null,
      metadata: { b: 2, c: 3 },
    });
    expect(await change({ tags: ['C:3'] })).toMatchObject({ tags: ['C:3'] });
    expect(await change({ tags: null, metadata: null })).toMatchObject({ tags: [], metadata: {} });
    await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1) } });
    const taken = await ask('PATCH', `/v1/contacts/${uuid}`, { body: { phone: phoneOf(1) } });
    expect(taken).toEqual({ status: 409, body: { detail: 'Another contact has this number.' } });
    expect(await change({ phone: phoneOf(2) })).toMatchObject({ phone: phoneOf(2) });
    expect((await ask('DELETE', `/v1/contacts/${uuid}`)).status).toBe(204);
    expect((await ask('DELETE', `/v1/contacts/${uuid}`)).status).toBe(404);
  });

  test('in a bulk request a bad row fails alone, a repeated number is one contact, and all get the tags', async () => {
    const { ask } = await open();
    await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1), tags: ['Old:1'] } });
    const contacts = [
      { phone: phoneOf(1), name: 'One' },
      { phone: phoneOf(2), tags: ['City:Pune'] },
      { phone: '5', name: 'Short' },
      null,
      { phone: phoneOf(2), name: 'Two again' },
      { phone: phoneOf(3), email: 'none' },
      { phone: phoneOf(4), metadata: { long: 'x'.repeat(20_000) } },
    ];
    const bulk = await ask('POST', '/v1/contacts/bulk', { body: { contacts, tags: ['Batch:7'] } });
    expect(bulk).toEqual({
      status: 200,
      body: {
        created: 1,
        updated: 2,
        failed: 4,
        errors: [
          { index: 2, phone: '5', detail: expect.stringContaining('phone: must be a phone number in E.164') },
          { index: 3, phone: null, detail: expect.any(String) },
          { index: 5, phone: phoneOf(3), detail: 'email: must be an e-mail address.' },
          { index: 6, phone: phoneOf(4), detail: 'The metadata of a contact must have at most 16 KiB.' },
        ],
      },
    });
    const list = (await ask('GET', '/v1/contacts', { query: { tag: 'Batch:7' } })).body;
    expect(list.contacts.map(({ phone, name, tags }: Record<string, unknown>) => [phone, name, tags]).sort()).toEqual([
      [phoneOf(1), 'One', ['Batch:7', 'Old:1']],
      [phoneOf(2), 'Two again', ['Batch:7', 'City:Pune']],
    ]);
    const thousand = Array.from({ length: 1000 }, (_, index) => ({ phone: `+1202555${1000 + index}`, tags: ['N:1'] }));
    expect((await ask('POST', '/v1/contacts/bulk', { body: { contacts: thousand } })).body).toMatchObject({
      created: 1000,
      failed: 0,
    });
    for (const refused of [[], [...thousand, { phone }]])
      expect((await ask('POST', '/v1/contacts/bulk', { body: { contacts: refused } })).status).toBe(400);
    const page = (await ask('GET', '/v1/contacts', { query: { tag: 'N:1', limit: '100', offset: '950' } })).body;
    expect([page.contacts.length, page.total, page.limit, page.offset]).toEqual([50, 1000, 100, 950]);
  });

  test('contacts are found by number, tag, consent, and part of a name, e-mail or number in any script', async () => {
    const { ask } = await open();
    const people = [
      { phone: phoneOf(1), name: 'ÉMILE Zola', tags: ['City:Pune', 'Rate:100%'] },
      { phone: phoneOf(2), name: 'आशा', email: 'asha_1@example.com', tags: ['City:Goa'] },
      { phone: phoneOf(3), name: 'Asha 50% off' },
    ];
    for (const body of people) await ask('POST', '/v1/contacts', { body });
    const find = async (query: Record<string, string>) => {
      const { contacts, total } = (await ask('GET', '/v1/contacts', { query })).body;
      expect(total).toBe(contacts.length);
      return contacts.map(({ phone }: { phone: string }) => people.findIndex((one) => one.phone === phone) + 1).sort();
    };
    expect(await find({ phone: phoneOf(2) })).toEqual([2]);
    expect(await find({ phone: phoneOf(2).replace('+', ' ') })).toEqual([2]);
    expect(await find({ tag: 'City:Pune' })).toEqual([1]);
    expect(await find({ tag: 'City:%' })).toEqual([]);
    expect(await find({ q: 'émile' })).toEqual([1]);
    expect(await find({ q: 'आशा' })).toEqual([2]);
    expect(await find({ q: 'ASHA' })).toEqual([2, 3]);
    expect(await find({ q: '50%' })).toEqual([3]);
    expect(await find({ q: 'a_1' })).toEqual([2]);
    expect(await find({ q: '(202) 555-0101' })).toEqual([1]);
    expect(await find({ q: "'; DROP TABLE contacts; --" })).toEqual([]);
    const [out] = (await ask('GET', '/v1/contacts', { query: { phone: phoneOf(3) } })).body.contacts;
    await ask('PATCH', `/v1/contacts/${out.uuid}`, { body: { opted_out: true } });
    expect(await find({ opted_out: 'true' })).toEqual([3]);
    expect(await find({ opted_out: 'false', q: 'asha' })).toEqual([2]);
  });

  test('two requests that add the same number at once create one contact', async () => {
    const { ask } = await open();
    const puts = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ask('POST', '/v1/contacts', { body: { phone, tags: [`N:${index}`], metadata: { [index]: index } } }),
      ),
    );
    expect(puts.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const { contacts } = (await ask('GET', '/v1/contacts')).body;
    expect(contacts).toHaveLength(1);
    expect([contacts[0].tags.length, Object.keys(contacts[0].metadata).length]).toEqual([8, 8]);
  });

  test('each organisation has its own contacts, even with the same number', async () => {
    const { ask } = await open();
    const { uuid } = (await ask('POST', '/v1/contacts', { body: { phone, name: 'Ours', tags: ['A:1'] } })).body;
    expect(await ask('POST', '/v1/contacts', { as: 'stranger', body: { phone, name: 'Theirs' } })).toMatchObject({
      status: 201,
      body: { name: 'Theirs', tags: [] },
    });
    expect((await ask('GET', '/v1/contacts', { as: 'stranger', query: { tag: 'A:1' } })).body.total).toBe(0);
    expect((await ask('GET', `/v1/contacts/${uuid}`, { as: 'stranger' })).status).toBe(404);
    expect((await ask('GET', '/v1/contacts')).body).toMatchObject({ total: 1, contacts: [{ name: 'Ours' }] });
  });
});

describe('accepted values of contacts', () => {
  const open = contactsOnce();
  test.each([
    ['no number', {}, /phone/],
    ['a national number', { phone: '02025550143' }, /phone: must be a phone number in E\.164/],
    ['a number too short', { phone: '+1202555' }, /phone/],
    ['an extension', { phone: '+12025550143 ext. 5' }, /phone/],
    ['a tag without a value', { phone, tags: ['City'] }, /tags\.0: must have the form Key:Value/],
    ['51 tags', { phone, tags: Array.from({ length: 51 }, (_, index) => `N:${index}`) }, /at most 50 tags/],
    ['a zone that there is not', { phone, timezone: 'Mars/Base' }, /timezone: must be an IANA time zone/],
    ['a language that is none', { phone, language_code: '../x' }, /language_code/],
    ['metadata that is a list', { phone, metadata: [1] }, /metadata/],
    ['much metadata', { phone, metadata: { long: 'x'.repeat(17_000) } }, /16 KiB/],
    ['a name of nothing seen', { phone, name: '\u202e\u0000' }, /name: must not be empty/],
  ])('%s is refused', async (_, body, detail) => {
    const { ask } = await open();
    expect(await ask('POST', '/v1/contacts', { body })).toEqual({
      status: 400,
      body: { detail: expect.stringMatching(detail) },
    });
  });

  test('an impossible filter is rejected, and an API key needs the write scope', async () => {
    const { ask } = await open();
    for (const query of [{ phone: 'x' }, { tag: 'x' }, { opted_out: 'maybe' }, { limit: '101' }])
      expect((await ask('GET', '/v1/contacts', { query: query as Record<string, string> })).status).toBe(400);
    expect((await ask('GET', '/v1/contacts', { query: { q: '\0' } })).status).toBe(200);
    expect(await ask('POST', '/v1/contacts', { as: 'reader', body: { phone } })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('voice:campaigns:write') },
    });
    expect((await ask('GET', '/v1/contacts', { as: 'reader' })).status).toBe(200);
  });
});
