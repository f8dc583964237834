import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../src/data/index.ts';
import { onEachDatabase, phoneOf } from './contacts-app.ts';
import { importsOnce } from './imports-app.ts';

const plantZone = ({ system, tables: { contacts } }: Database, uuid: string, timezone: string): Promise<unknown> =>
  system.tx(async (queries) => queries.update(contacts).set({ timezone }).where(eq(contacts.uuid, uuid)));

const advice = /timezone: must be an IANA time zone with the name of a place: say Asia\/Kolkata or Europe\/Dublin/;

onEachDatabase('a time zone of three letters', (database) => {
  const open = importsOnce(database);

  test('is refused by every way to add or change a contact, with the likely names', async () => {
    const { ask } = await open();
    const refused = { status: 400, body: { detail: expect.stringMatching(advice) } };
    expect(await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1), timezone: 'IST' } })).toEqual(refused);
    const { body: contact } = await ask('POST', '/v1/contacts', {
      body: { phone: phoneOf(1), timezone: 'Asia/Tokyo' },
    });
    expect(await ask('PATCH', `/v1/contacts/${contact.uuid}`, { body: { timezone: 'IST' } })).toEqual(refused);
    const rows = [
      { phone: phoneOf(1), timezone: 'IST' },
      { phone: phoneOf(2), timezone: 'Asia/Kolkata' },
    ];
    const bulk = await ask('POST', '/v1/contacts/bulk', { body: { contacts: rows } });
    expect(JSON.stringify(bulk.body)).toMatch(/say Asia\/Kolkata or Europe\/Dublin/);
    const { body } = await ask('GET', '/v1/contacts');
    const zones = body.contacts.map((one: { phone: string; timezone: string }) => [one.phone, one.timezone]);
    expect(Object.fromEntries(zones)).toEqual({ [phoneOf(1)]: 'Asia/Tokyo', [phoneOf(2)]: 'Asia/Kolkata' });
  });

  test('is an error of its row in an import, and the other rows are stored', async () => {
    const { bring, all } = await open();
    const zones = ['IST', 'PST', 'EST', 'EST5EDT', 'GB', 'Asia/Kolkata', 'UTC', '', 'Asia/Mumbai'];
    const rows = zones.map((zone, index) => `${phoneOf(index + 1)},${zone}`);
    const result = await bring(['phone,timezone', ...rows].join('\n'));
    expect(result).toMatchObject({ status: 'completed', rows: 9, created: 3, failed: 6 });
    expect(
      result.errors.map(({ row, detail }: { row: number; detail: string }) => [row, detail.split(' say ')[1]]),
    ).toEqual([
      [2, 'Asia/Kolkata or Europe/Dublin or Asia/Jerusalem.'],
      [3, 'America/Los_Angeles or Asia/Manila.'],
      [4, 'America/New_York or America/Panama.'],
      [5, 'America/New_York.'],
      [6, 'Europe/London.'],
      [10, 'Asia/Kolkata.'],
    ]);
    expect(await all()).toHaveLength(3);
  });

  test('stays readable, and its contact can be changed, where an older version stored it', async () => {
    const { ask, database: opened } = await open();
    const { body: contact } = await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1) } });
    await plantZone(opened, contact.uuid, 'IST');
    expect((await ask('GET', '/v1/contacts')).body.contacts[0].timezone).toBe('IST');
    const renamed = await ask('PATCH', `/v1/contacts/${contact.uuid}`, { body: { name: 'Asha' } });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Asha', timezone: 'IST' } });
    const mended = await ask('PATCH', `/v1/contacts/${contact.uuid}`, { body: { timezone: 'Asia/Kolkata' } });
    expect(mended).toMatchObject({ status: 200, body: { timezone: 'Asia/Kolkata' } });
  });
});
