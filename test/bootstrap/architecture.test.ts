import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const document = readFileSync(new URL('docs/architecture.md', root), 'utf8');
const foldersOf = (path: string): string[] =>
  readdirSync(new URL(path, root), { withFileTypes: true })
    .filter((found) => found.isDirectory())
    .map(({ name }) => name);

/** From a heading to the next one of its rank. */
const section = (heading: string): string => document.split(`\n${heading}\n`)[1]?.split(/\n##? /)[0] ?? '';

/** Rooms that the files of a room import, but for those that all import. */
function importedBy(room: string): string[] {
  const folder = new URL(`media/${room}/`, root);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const found = files.flatMap((path) => {
    const file = new URL(path, folder);
    const imports = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)];
    return imports.map(
      ([, target = '']) => new URL(target, file).pathname.split('/media/').at(-1)?.split('/')[0] ?? '',
    );
  });
  return [...new Set(found)].filter((each) => rooms.includes(each) && !seenByAll.includes(each) && each !== room);
}

const rooms = foldersOf('media');
const seenByAll = ['line', 'kit', 'dsp', 'language'];

test('the picture of the media plane has each of its rooms, and each import between them', () => {
  const picture = section('## Rooms of the media plane').split('```')[1] ?? '';
  const drawn = [...picture.matchAll(/\b([a-z]+)\["\1"\]/g)].map(([, name]) => name);
  expect([...new Set(drawn)].toSorted()).toEqual(rooms.toSorted());
  const arrows = [...picture.matchAll(/(\w+)\["\w+"\] --> (.+)/g)].flatMap(([, from, to = '']) =>
    to.split(' & ').map((each) => `${from} -> ${each}`),
  );
  const imports = rooms.flatMap((room) => importedBy(room).map((each) => `${room} -> ${each}`));
  expect(arrows.toSorted()).toEqual(imports.toSorted());
});

test('the tables of rooms name each folder of the media plane and of its room of calls', () => {
  const rows = section('## Rooms of the media plane');
  for (const name of rooms) expect(rows).toContain(`| \`${name}/\` |`);
  for (const name of foldersOf('media/call')) expect(rows).toContain(`\`${name}/\``);
});

test('the tables of the control plane name each of its folders, and each room of a wing once', () => {
  const tables = section('## Control plane');
  for (const name of foldersOf('src')) expect(tables).toContain(`\`${name}/\``);
  const rows = tables.split('| wing | rooms')[1]?.split('\n\n')[0] ?? '';
  for (const wing of foldersOf('src/features')) {
    const row = rows.split('\n').find((line) => line.startsWith(`| \`${wing}/\` |`)) ?? '';
    const named = [...row.slice(row.indexOf('|', 1)).matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    const rooms = foldersOf(`src/features/${wing}`);
    expect(rooms.filter((room) => named.filter((name) => name === room).length !== 1)).toEqual([]);
  }
});
