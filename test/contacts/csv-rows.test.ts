import { expect, test } from 'vitest';
import { csvRows } from '../../src/sheets/csv-rows.ts';

async function* inParts(text: string, partBytes: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
}

async function rowsOf(text: string, partBytes = 65_536): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const { cells } of csvRows(inParts(text, partBytes))) rows.push(cells);
  return rows;
}

test.each([0, 1, 2, 3])(
  'characters of several bytes stay whole wherever a piece ends, shifted by %i bytes',
  async (shift) => {
    const names = 'é, अ, 😀, ß'.split(', ');
    const row = [names.join('').repeat(400), `"${names.join('').repeat(400)}, quoted"`].join(',');
    const text = `phone,name\n${'x'.repeat(shift)}${row}\n${row}\n`;
    const cells = [names.join('').repeat(400), `${names.join('').repeat(400)}, quoted`];
    const expected = [['phone', 'name'], [`${'x'.repeat(shift)}${cells[0]}`, cells[1]], cells];
    expect(await rowsOf(text)).toEqual(expected);
    expect(await rowsOf(text, 1000)).toEqual(expected);
  },
);

test.each([
  ['phone;name;notes\n1;Ann;a, b, c, d\n2;Bob;e, f, g, h\n3;Cy;i, j\n', ['1', 'Ann', 'a, b, c, d']],
  ['Customers of May\nphone,name,notes\n1,Ann,a;b;c;d\n2,Bob,e;f;g;h\n', ['phone', 'name', 'notes']],
])('the separator is the one that divides most lines equally: %j', async (text, row) => {
  expect((await rowsOf(text))[1]).toEqual(row);
});

test('other work has its turn while one large part is parsed', async () => {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const rows = await rowsOf('a,b\n'.repeat(100_000), 1_000_000);
  isOver = true;
  expect(rows).toHaveLength(100_000);
  expect(turns).toBeGreaterThan(50);
});

test('a line with more than 100,000 characters is refused', async () => {
  await expect(rowsOf('a,'.repeat(200_000))).rejects.toThrow('A row is too long in line 1.');
});
