import { expect, test } from 'vitest';
import { bookParts, inline, styled, zip } from '../../bench/trials/big-inputs/workbook-zip.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { createImportStore } from '../../src/features/campaigns/contact-imports/index.ts';
import { storeCall } from '../calls/stored-calls.ts';
import { onEachDatabase, phoneOf } from './contacts-app.ts';
import { type Imports, importsOnce, url } from './imports-app.ts';

async function undone({ ask }: Imports, uuid: string) {
  expect((await ask('POST', `${url}/${uuid}/undo`)).status).toBe(202);
  const report = async () => (await ask('GET', `${url}/${uuid}`)).body;
  await expect.poll(async () => (await report()).undo.status, { timeout: 60_000, interval: 25 }).toBe('done');
  return (await report()).undo;
}

async function rowsOf(app: Imports, table: 'contactImportChanges' | 'contactImportRefusals') {
  const rows = await app.database.system.read.select().from(app.database.tables[table]);
  return rows.filter(({ organisationId }) => organisationId === app.people.admin.organisationId);
}

onEachDatabase('the undo of an import', (database) => {
  const open = importsOnce(database);
  test('undoing deletes added contacts, restores updated ones, and keeps changed and called ones', async () => {
    const app = await open();
    const { ask, bring, all, database } = app;
    const known = {
      phone: phoneOf(1),
      name: 'Ada',
      email: 'ada@example.com',
      tags: ['City:Pune'],
      metadata: { a: '1' },
    };
    const { uuid: ada } = (await ask('POST', '/v1/contacts', { body: known })).body;
    const before = (await ask('GET', `/v1/contacts/${ada}`)).body;
    const file = [
      'phone,name,a,b',
      `${phoneOf(1)},Wrong,2,3`,
      ...[2, 3, 4, 5].map((nth) => `${phoneOf(nth)},N${nth},,`),
    ];
    // The same number again: how it was before the first of its rows counts.
    const report = await bring([...file, `${phoneOf(1)},Wronger,,`].join('\n'), { tags: 'Batch:1' });
    expect(report).toMatchObject({ created: 4, updated: 2, undo: { status: 'available', until: expect.any(String) } });
    const contacts = new Map((await all()).map((one: { phone: string; uuid: string }) => [one.phone, one.uuid]));
    await ask('PATCH', `/v1/contacts/${contacts.get(phoneOf(2))}`, { body: { name: 'Edited' } });
    await ask('DELETE', `/v1/contacts/${contacts.get(phoneOf(5))}`);
    const createdAt = new Date().toISOString();
    const organisationId = app.people.admin.organisationId as OrganisationId;
    await storeCall(database, { organisationId, contactUuid: contacts.get(phoneOf(3)) as string, createdAt });

    expect(await undone(app, report.import_uuid)).toEqual({
      status: 'done',
      until: null,
      removed: 1,
      restored: 1,
      kept: 2,
    });
    expect((await ask('GET', `/v1/contacts/${ada}`)).body).toEqual(before);
    expect((await all()).map(({ name }: { name: string }) => name).sort()).toEqual(['Ada', 'Edited', 'N3']);
    expect(await rowsOf(app, 'contactImportChanges')).toEqual([]);
    expect((await ask('POST', `${url}/${report.import_uuid}/undo`)).status).toBe(409);
    const listed = (await ask('GET', url)).body;
    expect(listed).toMatchObject({ total: 1, imports: [{ import_uuid: report.import_uuid, undo: { removed: 1 } }] });
    expect((await ask('GET', url, { as: 'stranger' })).body.imports).toEqual([]);
  });

  test('many contacts are undone in batches', async () => {
    const app = await open();
    const many = Array.from({ length: 1205 }, (_, nth) => `+1202${2_000_000 + nth}`);
    const report = await app.bring(['phone', ...many].join('\n'));
    expect(await undone(app, report.import_uuid)).toMatchObject({ removed: 1205, restored: 0, kept: 0 });
    expect((await app.ask('GET', '/v1/contacts')).body.total).toBe(0);
  });

  test('a preview, an old import and another organisation cannot undo anything', async () => {
    const app = await open();
    const { ask, bring, all, database } = app;
    const preview = await bring(`phone\n${phoneOf(1)}`, { dry_run: 'true' });
    expect(preview.undo).toMatchObject({ status: 'none' });
    expect((await ask('POST', `${url}/${preview.import_uuid}/undo`)).status).toBe(409);
    const real = await bring(`phone\n${phoneOf(1)}`);
    expect((await ask('POST', `${url}/${real.import_uuid}/undo`, { as: 'stranger' })).status).toBe(404);
    const store = createImportStore(database, {} as never);
    await store.forget(new Date(Date.now() - 60_000).toISOString());
    expect(await rowsOf(app, 'contactImportChanges')).toHaveLength(1);
    await store.forget(new Date(Date.now() + 60_000).toISOString());
    expect(await rowsOf(app, 'contactImportChanges')).toEqual([]);
    expect((await ask('POST', `${url}/${real.import_uuid}/undo`)).status).toBe(409);
    expect(await all()).toHaveLength(1);
  });

  test('rejected rows come back with their cells and the reason, and can be imported once corrected', async () => {
    const app = await open();
    const { bring, http, all } = app;
    const file = `phone,name,Note\n12,"Ann ""A"" Lee",=1+1\n${phoneOf(1)},Good,\n+1202555,Bea,x`;
    const { import_uuid: uuid } = await bring(file);
    const read = async (as: string) =>
      http.inject({ url: `${url}/${uuid}/rejected`, headers: { authorization: `Bearer ${as}` } });
    const csv = await read('admin');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = csv.body.split('\r\n');
    expect(lines[0]).toBe('\ufeffphone,name,Note,Reason for rejection');
    expect(lines[1]).toMatch(/^12,"Ann ""A"" Lee",'=1\+1,"phone: /);
    expect(lines[2]).toMatch(/^'\+1202555,Bea,x,"phone: /);
    expect((await read('stranger')).statusCode).toBe(404);
    const corrected = csv.body.replace("'+1202555,", `'${phoneOf(2)},`).replace('\n12,', `\n${phoneOf(3)},`);
    expect(await bring(corrected)).toMatchObject({ created: 2, failed: 0 });
    const metadata = (await all()).flatMap((one: { metadata: object }) => Object.keys(one.metadata));
    expect([...new Set(metadata)]).toEqual(['Note']);
  });
});

onEachDatabase('dates of a workbook', (database) => {
  const open = importsOnce(database);
  const sheet = (cells: string): string =>
    `<row r="1">${inline('A1', 'phone')}${['B', 'C', 'D', 'E', 'F'].map((column) => inline(`${column}1`, column)).join('')}</row><row r="2">${inline('A2', phoneOf(1))}${cells}</row>`;
  const cell = (column: string, style: number, value: string): string =>
    `<c r="${column}2" s="${style}"><v>${value}</v></c>`;

  test('are read as ISO 8601 by the format of their cell', async () => {
    const { bring, all } = await open();
    const cells = [
      ...[cell('B', 1, '46024'), cell('C', 2, '46024.395833333336'), cell('D', 0, '46024')],
      ...[cell('E', 3, '46024'), cell('F', 4, '0.75')],
    ].join('');
    const formats = [0, 14, 'dd/mm/yyyy hh:mm', '[Red]0.00 &quot;days&quot;', 20];
    expect(await bring(zip(styled(bookParts(sheet(cells)), formats)))).toMatchObject({ created: 1, failed: 0 });
    expect((await all())[0].metadata).toEqual({
      B: '2026-01-02',
      C: '2026-01-02 09:30',
      D: '46024',
      E: '46024',
      F: '18:00',
    });
    const mac = zip(styled(bookParts(sheet(cell('B', 1, '44562'))), formats, true));
    expect(await bring(mac)).toMatchObject({ updated: 1 });
    expect((await all())[0].metadata).toMatchObject({ B: '2026-01-02' });
  });
});
