import { expect, test } from 'vitest';
import { bookParts, inline, zip } from '../../bench/trials/big-inputs/workbook-zip.ts';
import { onEachDatabase, phoneOf } from './contacts-app.ts';
import { importsOnce, url } from './imports-app.ts';

interface Stored {
  readonly phone: string;
  readonly [field: string]: unknown;
}

onEachDatabase('a list of people', (database) => {
  const open = importsOnce(database);
  const stored = async (all: () => Promise<Stored[]>) => new Map((await all()).map((one) => [one.phone, one]));

  test('opts people out by a do-not-call column, and opts nobody in', async () => {
    const { bring, all, ask } = await open();
    const rows = [`${phoneOf(1)},yes`, `${phoneOf(2)},no`, `${phoneOf(3)},`, `${phoneOf(4)},perhaps`];
    const table = ['Mobile No.,Do not call', ...rows].join('\n');
    expect(await bring(table)).toMatchObject({
      created: 3,
      failed: 1,
      errors: [{ row: 5, detail: '"perhaps" in the column "Do not call" says neither yes nor no. Enter yes or no.' }],
    });
    const first = await stored(all);
    expect(first.get(phoneOf(1))).toMatchObject({ opted_out: true, dnc_reason: '"Do not call" in an imported list' });
    expect(first.get(phoneOf(2))).toMatchObject({ opted_out: false });
    expect(first.get(phoneOf(3))).toMatchObject({ opted_out: false });
    expect((await ask('GET', '/api/voice/suppressions')).body.suppressions).toMatchObject([{ phone: phoneOf(1) }]);
    const again = ['Phone,Opted out,Call consent', `${phoneOf(1)},no,yes`, `${phoneOf(2)},,no`].join('\n');
    expect(await bring(again)).toMatchObject({ created: 0, updated: 2, failed: 0 });
    const second = await stored(all);
    expect(second.get(phoneOf(1))).toMatchObject({ opted_out: true, dnc_reason: '"Do not call" in an imported list' });
    expect(second.get(phoneOf(2))).toMatchObject({ opted_out: true, dnc_reason: '"Call consent" in an imported list' });
  });

  test('keeps its opt-outs when the import is undone', async () => {
    const { bring, all, ask } = await open();
    await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1), name: 'Ada' } });
    const { import_uuid: uuid } = await bring(`phone,name,DND\n${phoneOf(1)},Zoe,1`);
    expect((await ask('POST', `${url}/${uuid}/undo`)).status).toBe(202);
    await expect.poll(async () => (await ask('GET', `${url}/${uuid}`)).body.undo.status).toBe('done');
    expect(await all()).toMatchObject([{ name: 'Ada', opted_out: true, dnc_reason: '"DND" in an imported list' }]);
  });

  test('names the cause when a cell has no number that can be dialled', async () => {
    const { bring } = await open();
    const cells = [`${phoneOf(1)} ext. 5`, '9.19877E+11', `${phoneOf(1)} / ${phoneOf(2)}`];
    expect(await bring(['phone', ...cells].join('\n'))).toMatchObject({
      created: 0,
      errors: [
        { row: 2, phone: cells[0], detail: expect.stringContaining('extension') },
        { row: 3, phone: cells[1], detail: expect.stringContaining('scientific notation') },
        { row: 4, phone: expect.any(String), detail: expect.stringContaining('two numbers') },
      ],
    });
  });

  test.each([
    [
      'Google Contacts',
      'Name,Given Name,Family Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value',
      `Ann Lee,Ann,Lee,Home,ann@example.com,Mobile,${phoneOf(1)},${phoneOf(2)}`,
      { 'Phone 2 - Value': phoneOf(2) },
    ],
    [
      'Outlook',
      'First Name,Middle Name,Last Name,E-mail Address,E-mail 2 Address,Business Phone,Mobile Phone',
      `Ann,,Lee,ann@example.com,second@example.com,,${phoneOf(1)}`,
      { 'E-mail 2 Address': 'second@example.com' },
    ],
    ['Hindi', 'नाम,मोबाइल नंबर,ईमेल,शहर', `Ann Lee,${phoneOf(1)},ann@example.com,पुणे`, { शहर: 'पुणे' }],
    ['a spreadsheet', 'Email ID,Full Name,Cell Phone', `ann@example.com,Ann Lee,${phoneOf(1)}`, {}],
  ])('has the titles of %s', async (_, titles, row, metadata) => {
    const { bring, all } = await open();
    expect(await bring(`${titles}\n${row}`)).toMatchObject({ created: 1, failed: 0 });
    const [contact] = await all();
    expect(contact).toMatchObject({ name: 'Ann Lee', phone: phoneOf(1), email: 'ann@example.com' });
    expect(contact.metadata).toMatchObject(metadata);
  });

  const table = `name;phone;Balance\nAda;${phoneOf(1)};1,5\nBob;${phoneOf(2)};2,5`;
  test.each([
    ['a line that names the separator', `sep=;\r\n${table}`, 2],
    ['a title above the titles', `Customers, November 2026;;\n;;\n${table}`, 4],
    ['a short title above the titles', `Customers of Pune, Goa\n${table}`, 3],
    ['UTF-16 with the big end first', Buffer.from(`\ufeff${table}`, 'utf16le').swap16(), 2],
    ['UTF-16 without a mark', Buffer.from(table, 'utf16le'), 2],
  ])('may have %s', async (_, file, firstRow) => {
    const { bring, all } = await open();
    expect(await bring(file)).toMatchObject({ created: 2, failed: 0, error: null });
    expect((await stored(all)).get(phoneOf(1))).toMatchObject({ name: 'Ada', metadata: { Balance: '1,5' } });
    const wrong = Buffer.isBuffer(file) ? undefined : await bring(file.replace(phoneOf(1), '12'));
    if (wrong !== undefined) expect(wrong.errors).toMatchObject([{ row: firstRow }]);
  });

  test('is the first visible sheet of a workbook', async () => {
    const { bring, all } = await open();
    const rows = (phone: string) => `<row r="1">${inline('A1', 'phone')}</row><row r="2">${inline('A2', phone)}</row>`;
    const parts = bookParts(rows(phoneOf(1))).map((part) =>
      part.name === 'xl/workbook.xml'
        ? { ...part, content: `${part.content}`.replace('name="A"', 'name="A" state="veryHidden"') }
        : part,
    );
    const sheet = `<worksheet><sheetData>${rows(phoneOf(2))}</sheetData></worksheet>`;
    const book = zip([...parts, { name: 'xl/worksheets/other.xml', content: sheet }]);
    expect(await bring(book)).toMatchObject({ created: 1 });
    expect(await all()).toMatchObject([{ phone: phoneOf(2) }]);
  });
});
