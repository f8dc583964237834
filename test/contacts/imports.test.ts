import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bookParts, inline, zip } from '../../bench/trials/big-inputs/workbook-zip.ts';
import { openTable } from '../../src/features/campaigns/contact-imports/table.ts';
import { onEachDatabase, phoneOf } from './contacts-app.ts';
import { importsOnce, url } from './imports-app.ts';

const tagsUrl = '/api/voice/agents/tag-assignments';

const csv = [
  'Mobile;Full Name;E-mail;Tags;City;Plan;Notes',
  `${phoneOf(1)};"Ada; ""Countess""";ada@example.com;"Kind:VIP, Old:1";Pune;gold;=HYPERLINK("http://x")`,
  `;nobody;;;;;`,
  `+1 (202) 555-0102;आशा;;;Goa;;"two\nlines"`,
  '',
  `12;Short;;;Pune;;`,
  `${phoneOf(1)};;;;;silver;`,
].join('\r\n');

onEachDatabase('an import', (database) => {
  const open = importsOnce(database);
  test('an import reads the rows of a CSV, reports rejected rows, and separates a dry run from a real one', async () => {
    const { bring, all, dataDir } = await open();
    const fields = { mapping: '{"City":"tag","Notes":"metadata.note"}', tags: 'Batch:7' };
    const counts = {
      status: 'completed',
      progress: 1,
      rows: 5,
      created: 2,
      updated: 1,
      failed: 2,
      error: null,
      errors: [
        { row: 3, phone: null, detail: expect.stringContaining('phone') },
        { row: 6, phone: '12', detail: expect.stringContaining('must be a phone number in E.164') },
      ],
    };
    expect(await bring(`\ufeff${csv}`, { ...fields, dry_run: 'true' })).toMatchObject({ ...counts, dry_run: true });
    expect(await all()).toEqual([]);
    expect(await bring(Buffer.from(`\ufeff${csv}`, 'utf16le'), fields)).toMatchObject({ ...counts, dry_run: false });
    const contacts = await all();
    expect(contacts).toHaveLength(2);
    expect(contacts.find(({ phone }: { phone: string }) => phone === phoneOf(1))).toMatchObject({
      name: 'Ada; "Countess"',
      email: 'ada@example.com',
      tags: ['Batch:7', 'City:Pune', 'Kind:VIP', 'Old:1'],
      metadata: { Plan: 'silver', note: '=HYPERLINK("http://x")' },
    });
    expect(contacts.find(({ phone }: { phone: string }) => phone === phoneOf(2))).toMatchObject({
      name: 'आशा',
      tags: ['Batch:7', 'City:Goa'],
      metadata: { note: 'two\nlines' },
    });
    // The same file adds no contact the second time.
    expect(await bring(csv, fields)).toMatchObject({ created: 0, updated: 3, failed: 2 });
    const files = () => readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    await expect.poll(() => files().filter((one) => one.isFile())).toEqual([]);
  });

  test('a preview lists the names that would be replaced, and name_if_empty keeps them', async () => {
    const { ask, bring, all } = await open();
    for (const [nth, name] of [
      [1, 'Ada Lovelace'],
      [2, 'Bob'],
      [3, null],
    ] as const)
      await ask('POST', '/v1/contacts', { body: { phone: phoneOf(nth), name } });
    const table = `phone,name\n${phoneOf(1)},Dup One\n${phoneOf(2)},Bob\n${phoneOf(3)},Cy\n${phoneOf(4)},Di\n12,Short`;
    const renames = [{ row: 2, phone: phoneOf(1), from: 'Ada Lovelace', to: 'Dup One' }];
    const preview = await bring(table, { dry_run: 'true' });
    expect(preview).toMatchObject({ created: 1, updated: 3, failed: 1, renames });
    expect(preview.errors).toHaveLength(1);
    const keeping = { mapping: '{"name":"name_if_empty"}' };
    expect(await bring(table, { ...keeping, dry_run: 'true' })).toMatchObject({ updated: 3, renames: [] });
    expect(await bring(table, keeping)).toMatchObject({ created: 1, updated: 3, failed: 1, renames: [] });
    const names = (await all()).map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(['Ada Lovelace', 'Bob', 'Cy', 'Di']);
  });

  test('a suppressed number stays opted out when a file imports it, also as a new contact', async () => {
    const { ask, bring, all } = await open();
    const { uuid } = (await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1) } })).body;
    await ask('PATCH', `/v1/contacts/${uuid}`, { body: { opted_out: true, dnc_reason: 'asked in a call' } });
    await ask('DELETE', `/v1/contacts/${uuid}`);
    const table = `phone,name,opted_out\n${phoneOf(1)},Ada,false\n${phoneOf(2)},Bob,false`;
    expect(await bring(table)).toMatchObject({ created: 2, failed: 0 });
    expect(await bring(table)).toMatchObject({ created: 0, updated: 2 });
    const byPhone = new Map((await all()).map((one: { phone: string }) => [one.phone, one]));
    expect(byPhone.get(phoneOf(1))).toMatchObject({ name: 'Ada', opted_out: true, dnc_reason: 'asked in a call' });
    expect(byPhone.get(phoneOf(2))).toMatchObject({ name: 'Bob', opted_out: false });
  });

  test('an opt-out is stored also if another cell of its row is refused, and the row is reported', async () => {
    const { bring, all } = await open();
    const table = [
      'phone,name,email,do not call,ok to call',
      `${phoneOf(1)},Ada,no address,yes,`,
      `${phoneOf(2)},Bob,,yes,perhaps`,
      `${phoneOf(3)},Cy,no address,no,yes`,
    ].join('\n');
    const report = { created: 0, updated: 0, failed: 3 };
    expect(await bring(table, { dry_run: 'true' })).toMatchObject(report);
    expect(await bring(table)).toMatchObject({
      ...report,
      errors: [
        { row: 2, phone: phoneOf(1), detail: expect.stringMatching(/^email: .* Only its opt-out is stored\.$/) },
        {
          row: 3,
          phone: phoneOf(2),
          detail: expect.stringMatching(/neither yes nor no.* Only its opt-out is stored\.$/),
        },
        { row: 4, phone: phoneOf(3), detail: expect.not.stringContaining('opt-out') },
      ],
    });
    const stored = (await all()).map(({ phone, opted_out }: Record<string, unknown>) => [phone, opted_out]);
    expect(stored.sort()).toEqual([
      [phoneOf(1), true],
      [phoneOf(2), true],
    ]);
  });

  test('a whole name stands beside its parts, and a phone cell without a number gives way to the next column', async () => {
    const { bring, all } = await open();
    const table = `full_name,first_name,last_name,mobile,phone\nAnn Lee,Ann,Lee,n/a,${phoneOf(1)}`;
    expect(await bring(table)).toMatchObject({ created: 1, failed: 0 });
    expect(await all()).toMatchObject([{ name: 'Ann Lee', phone: phoneOf(1) }]);
  });

  test('first and last names are joined, and numbers lose what a spreadsheet adds', async () => {
    const { bring, all } = await open();
    const table = 'Last Name,First name,Mobile No.\nLee,Ann,12025550114.0';
    expect(await bring(table, { country: 'US' })).toMatchObject({ created: 1, failed: 0 });
    expect(await all()).toMatchObject([{ name: 'Ann Lee', phone: '+12025550114' }]);
  });

  test('a cancelled import stays cancelled, keeps stored rows, and stores nothing more', async () => {
    const { send, ask, database, dataDir } = await open();
    const many = Array.from({ length: 20_000 }, (_, nth) => `+1202${2_000_000 + nth}`);
    const { import_uuid: uuid } = (await send(['phone', ...many].join('\n'))).body;
    const report = async () => (await ask('GET', `${url}/${uuid}`)).body;
    await expect.poll(async () => (await report()).rows, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
    const cancelled = await ask('POST', `${url}/${uuid}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', finished_at: expect.any(String) } });
    const { jobs } = database.tables;
    const unfinished = async () =>
      (await database.system.read.select().from(jobs)).filter(
        ({ kind, finishedAt }) => kind === 'contacts.import' && finishedAt === null,
      ).length;
    await expect.poll(unfinished, { timeout: 60_000 }).toBe(0);
    const after = await report();
    expect(after).toEqual(cancelled.body);
    expect(after.rows).toBeLessThan(20_000);
    expect((await ask('GET', '/v1/contacts')).body.total).toBe(after.created);
    expect((await ask('POST', `${url}/${uuid}/cancel`)).status).toBe(409);
    const files = () => readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    await expect.poll(() => files().filter((one) => one.isFile())).toEqual([]);
  });

  test('the preview lists the columns and their targets', async () => {
    const { send, all } = await open();
    const columns = [
      { title: 'Mobile', target: 'phone', examples: [phoneOf(1), '+1 (202) 555-0102'] },
      { title: 'Full Name', target: 'name', examples: ['Ada; "Countess"', 'nobody', 'आशा'] },
      { title: 'E-mail', target: 'email', examples: ['ada@example.com'] },
      { title: 'Tags', target: 'tags', examples: ['Kind:VIP, Old:1'] },
      { title: 'City', target: 'metadata', examples: ['Pune', 'Goa'] },
      { title: 'Plan', target: 'metadata', examples: ['gold'] },
      { title: 'Notes', target: 'metadata', examples: ['=HYPERLINK("http://x")', 'two\nlines'] },
    ];
    const found = await send(csv, {}, 'admin', '/columns');
    expect(found).toEqual({ status: 200, body: { columns, countries: expect.arrayContaining(['IN', 'US']) } });
    const book = zip(bookParts(`<row r="1">${inline('A1', 'Cell')}${inline('C1', 'Colour')}</row>`, []));
    expect((await send(book, {}, 'admin', '/columns')).body.columns).toEqual([
      { title: 'Cell', target: 'phone', examples: [] },
      { title: 'Colour', target: 'metadata', examples: [] },
    ]);
    expect(await send('', {}, 'admin', '/columns')).toMatchObject({
      status: 400,
      body: { detail: 'The file is empty.' },
    });
    expect(await all()).toEqual([]);
  });

  test('an import reads the first sheet of a workbook: shared strings, numbers, gaps, formula results', async () => {
    const { bring, all } = await open();
    const rows = [
      `<row r="1">${inline('A1', 'phone')}<c r="B1" t="s"><v>0</v></c>${inline('D1', 'Sum')}</row>`,
      `<row r="2"><c r="A2"><v>9.1987654321E+11</v></c><c r="B2" t="s"><v>1</v></c><c r="D2"><f>1+1</f><v>2.0</v></c></row>`,
      `<row r="9"><c r="A9" t="str"><f>A2</f><v>${phoneOf(3)}</v></c>${inline('C9', 'under no title')}<c r="D9" t="b"><v>1</v></c></row>`,
      `<row r="10"><c r="A10"><v>5</v></c></row>`,
    ];
    const book = zip(bookParts(rows.join(''), ['name', 'Asha &amp; &#x20AC;']));
    expect(await bring(book, { country: 'IN' })).toMatchObject({
      status: 'completed',
      created: 2,
      failed: 1,
      errors: [{ row: 10, phone: '5' }],
    });
    expect(
      (await all()).map(({ phone, name, metadata }: Record<string, unknown>) => [phone, name, metadata]).sort(),
    ).toEqual([
      [phoneOf(3), null, { Sum: 'true' }],
      ['+919876543210', 'Asha & €', { Sum: '2' }],
    ]);
  });

  test('a dry run comes before imports that store', async () => {
    const { send, ask } = await open();
    // Rows of one number are read in as many batches as others, and are quick to store.
    const long = Array<string>(40_000).fill('+12022000000').join('\n');
    const running = (await send(`phone\n${long}`)).body.import_uuid;
    const started = async () => (await ask('GET', `${url}/${running}`)).body.rows;
    await expect.poll(started, { interval: 5 }).toBeGreaterThan(0);
    const storing = (await send(`phone\n${phoneOf(1)}`)).body.import_uuid;
    const trying = (await send(`phone\n${phoneOf(2)}`, { dry_run: 'true' })).body.import_uuid;
    await ask('POST', `${url}/${running}/cancel`);
    const finishedAt = async (uuid: string) => (await ask('GET', `${url}/${uuid}`)).body.finished_at as string;
    await expect.poll(() => finishedAt(storing)).not.toBeNull();
    expect((await finishedAt(trying)) < (await finishedAt(storing))).toBe(true);
  });

  test('an import is visible to its organisation, and to users with tags only if it is their own', async () => {
    const { bring, ask, all, people } = await open();
    const ours = (await bring(`phone\n${phoneOf(1)}`)).import_uuid;
    expect((await ask('GET', `${url}/${ours}`, { as: 'stranger' })).status).toBe(404);
    expect((await ask('GET', `${url}/${ours}`, { as: 'mate' })).status).toBe(200);
    await ask('PUT', `${tagsUrl}/${people.mate.userUuid}`, { body: { tags: ['City:Pune'] } });
    expect((await ask('GET', `${url}/${ours}`, { as: 'mate' })).status).toBe(404);
    const file = `phone,City\n${phoneOf(1)},Pune\n${phoneOf(2)},Goa\n${phoneOf(3)},Pune`;
    expect(await bring(file, { mapping: '{"City":"tag"}' }, 'mate')).toMatchObject({
      created: 1,
      updated: 0,
      failed: 2,
      errors: [{ row: 2 }, { row: 3 }],
    });
    expect((await all()).length).toBe(2);
    expect(await ask('GET', `${url}/${ours}`, { as: 'stranger' })).toMatchObject({ status: 404 });
  });
});

/** Text that does not pack well. */
const noise = (length: number): string => randomBytes(length).toString('hex').slice(0, length);

describe('a file that is not a table', () => {
  const open = importsOnce();
  const cell = (text: string): string => `<row r="2">${inline('A2', text)}</row>`;
  const titled = `<row r="1">${inline('A1', 'phone')}</row>`;
  const many = (length: number): string =>
    Array.from({ length: 26 }, (_, n) => inline(`${String.fromCharCode(65 + n)}2`, noise(length))).join('');
  const sheet = (content: string) =>
    bookParts('').map((part) => (part.name.includes('sheet1') ? { ...part, content } : part));
  const cases: readonly (readonly [string, () => string | Buffer, RegExp])[] = [
    ['no phone column', () => 'name\nAda', /No phone column found/],
    ['nothing but blanks', () => '\n ,\n', /has no rows/],
    ['an open quote', () => `phone,name\n${phoneOf(1)},"Ada`, /quote is not closed/],
    ['a row without end', () => `phone,name\n${phoneOf(1)},"${'x'.repeat(200_000)}"`, /row is too long/],
    ['Latin-1', () => Buffer.from(`phone,name\n${phoneOf(1)},Zo\xeb`, 'latin1'), /not in UTF-8/],
    ['many columns', () => `phone${',x'.repeat(300)}\n1`, /more than 200 columns/],
    ['a zip of something else', () => zip([{ name: 'a.txt', content: 'hello' }]), /workbook is damaged/],
    ['half a workbook', () => zip(bookParts(titled)).subarray(0, 300), /workbook is damaged/],
    ['XML cut off', () => zip(sheet(`<worksheet><sheetData>${titled}<row`)), /workbook is damaged/],
    [
      'entities',
      () =>
        zip(
          sheet(`<!DOCTYPE a [<!ENTITY b "bb">]><worksheet><sheetData>${titled}${cell('&b;')}</sheetData></worksheet>`),
        ),
      /workbook is damaged/,
    ],
    [
      'a zip bomb',
      () => zip(bookParts(`${titled}${cell('0'.repeat(4_000_000))}`)),
      /exceeds the size limit when unpacked/,
    ],
    [
      'a zip bomb that lies',
      () =>
        zip(
          bookParts(`${titled}${cell('0'.repeat(4_000_000))}`).map((part) =>
            part.name.includes('sheet1') ? { ...part, claimedBytes: 9000 } : part,
          ),
        ),
      /workbook is damaged/,
    ],
    [
      'millions of empty texts',
      () =>
        zip(
          bookParts(`${titled}${cell('1')}`).map((part) =>
            part.name.includes('sharedStrings')
              ? { ...part, content: `<sst>${'<si/>'.repeat(2_100_000)}${`<!--${noise(300_000)}-->`}</sst>` }
              : part,
          ),
        ),
      /too many cells or too much text/,
    ],
    ['a long row', () => zip(bookParts(`${titled}<row r="2">${many(9000)}</row>`)), /Row 2 is too long/],
    [
      'a column far out',
      () => zip(bookParts(`${titled}<row r="2"><c r="ZZZ2"><v>1</v></c></row>`)),
      /more than 200 columns/,
    ],
  ];
  test.each(cases)('%s is reported in a sentence', async (_, content, error) => {
    const { bring, dataDir } = await open();
    expect(await bring(content())).toMatchObject({ status: 'failed', error: expect.stringMatching(error) });
    expect(existsSync(join(dataDir, 'files'))).toBe(true);
  });

  test('rows beyond the limit are reported, and the rows before them imported', async () => {
    async function* rows() {
      for (let number = 1; number <= 100_002; number++) yield { number, cells: ['5'] };
    }
    const { batches } = await openTable(rows(), 500);
    let given = 0;
    const read = async () => {
      for await (const batch of batches) given += batch.length;
    };
    await expect(read()).rejects.toThrow('more than 100000 rows');
    expect(given).toBe(100_000);
  });

  test.each([
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), {}, /neither CSV nor XLSX/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), {}, /Save it as \.xlsx/],
    ['nothing', '', {}, /empty/],
    ['a mapping that is no JSON', 'phone', { mapping: '{' }, /mapping: must be JSON/],
    ['a mapping to what there is not', 'phone', { mapping: '{"a":"uuid"}' }, /mapping\.a: must be one of phone/],
    ['a bad tag', 'phone', { tags: 'x' }, /tags\.0: must have the form Key:Value/],
    ['a bad dry_run', 'phone', { dry_run: 'perhaps' }, /dry_run: must be true or false/],
    ['no country', 'phone', { country: 'XX' }, /country/],
  ])('%s is refused at once', async (_, content, fields, detail) => {
    const { send } = await open();
    expect(await send(content, fields as Record<string, string>)).toEqual({
      status: 400,
      body: { detail: expect.stringMatching(detail) },
    });
  });
});

onEachDatabase('rows that a database would reject', (database) => {
  const open = importsOnce(database);
  test.each([
    ['an escaped zero', Buffer.from('\\u0000')],
    ['control characters', Buffer.from('\u0001\u001f\u007f')],
    ['a byte order mark', Buffer.from('\ufeff')],
    ['SQL', Buffer.from("'); DROP TABLE contacts; --")],
    ['a cell of 5,000 characters', Buffer.alloc(5000, 'x')],
    ['the name of a prototype', Buffer.from('__proto__')],
  ])('neither stop the others nor the import: %s', async (_, cell) => {
    const { bring, all } = await open();
    const row = (nth: number, value: Buffer) =>
      Buffer.concat([Buffer.from(`${phoneOf(nth)},`), value, Buffer.from(',x\n')]);
    const file = Buffer.concat([
      Buffer.from('phone,name,Note\n'),
      row(1, Buffer.from('Ada')),
      row(2, cell),
      row(3, Buffer.from('Cy')),
    ]);
    const result = await bring(file);
    expect(result).toMatchObject({ status: 'completed', rows: 3 });
    const names = (await all()).map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Ada', 'Cy']));
    const other = await bring(Buffer.concat([Buffer.from('phone,Note\n'), row(4, cell), row(5, Buffer.from('fine'))]));
    expect(other).toMatchObject({ status: 'completed', rows: 2 });
  });
});
