import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { DataColumn } from '../../console/src/shared/data-table/column.ts';
import { type ListAddress, listQueryOf } from '../../console/src/shared/data-table/list-address.ts';
import { wholeListOf } from '../../console/src/shared/data-table/whole-list.ts';
import { dayIn, rangesUntil, startOfDay } from '../../console/src/shared/form/day-ranges.ts';
import { zoneNames } from '../../console/src/shared/zone/zones.ts';

interface Row {
  readonly name: string;
  readonly calls: number | null;
}

const columns: readonly DataColumn<Row>[] = [
  { key: 'name', name: 'Name', render: () => null, text: ({ name }) => name, order: ({ name }) => name },
  { key: 'calls', name: 'Calls', render: () => null, order: ({ calls }) => calls },
];
const rows: readonly Row[] = [
  { name: 'Line 10', calls: 3 },
  { name: 'line 9', calls: null },
  { name: 'Ägypten desk', calls: 12 },
];

const address = (asked: { q?: string; sort?: ListAddress['sort']; offset?: number }): ListAddress => ({
  get: (name) => (name === 'q' ? (asked.q ?? '') : ''),
  set: () => undefined,
  offset: asked.offset ?? 0,
  search: '',
  isFiltered: asked.q !== undefined,
  sort: asked.sort,
  sortBy: () => undefined,
  path: '/x',
  show: () => undefined,
});
const namesOf = (asked: Parameters<typeof address>[0], pageSize?: number) =>
  wholeListOf({ rows, columns, address: address(asked), ...(pageSize === undefined ? {} : { pageSize }) }).rows?.map(
    ({ name }) => name,
  );

test.each([
  ['', 0, undefined, false],
  ['offset=40', 40, undefined, false],
  ['offset=-3', 0, undefined, false],
  ['offset=x&q=Ada', 0, undefined, true],
  ['sort=name', 0, { key: 'name', isDescending: false }, false],
  ['sort=-name&role=admin&offset=20', 20, { key: 'name', isDescending: true }, true],
])('?%s asks for a page, an order and filters', (text, offset, sort, isFiltered) => {
  expect(listQueryOf(text)).toMatchObject({ offset, isFiltered });
  expect(listQueryOf(text).sort).toEqual(sort);
});

test('a whole list is searched by every word, in any case', () => {
  expect(namesOf({ q: 'LINE 9' })).toEqual(['line 9']);
  expect(namesOf({ q: 'desk ägypten' })).toEqual(['Ägypten desk']);
  expect(namesOf({ q: 'line nobody' })).toEqual([]);
});

test('a whole list is sorted as people count, with missing values last in both directions', () => {
  expect(namesOf({ sort: { key: 'name', isDescending: false } })).toEqual(['Ägypten desk', 'line 9', 'Line 10']);
  expect(namesOf({ sort: { key: 'calls', isDescending: false } })).toEqual(['Line 10', 'Ägypten desk', 'line 9']);
  expect(namesOf({ sort: { key: 'calls', isDescending: true } })).toEqual(['Ägypten desk', 'Line 10', 'line 9']);
  expect(namesOf({ sort: { key: 'unknown', isDescending: true } })).toEqual(rows.map(({ name }) => name));
});

test('a page behind the end of a whole list is its last page', () => {
  expect(namesOf({ offset: 2 }, 2)).toEqual(['Ägypten desk']);
  expect(namesOf({ offset: 40 }, 2)).toEqual(['Ägypten desk']);
  expect(wholeListOf({ rows: undefined, columns, address: address({}) }).rows).toBeUndefined();
});

test('the usual ranges of days end today, across months and years', () => {
  const ranges = rangesUntil('America/New_York', new Date('2026-01-04T04:30:00Z'));
  expect(ranges.map(({ from, to }) => [from, to])).toEqual([
    ['', ''],
    ['2026-01-03', '2026-01-03'],
    ['2026-01-02', '2026-01-02'],
    ['2025-12-28', '2026-01-03'],
    ['2025-12-05', '2026-01-03'],
    ['2026-01-01', '2026-01-03'],
  ]);
});

test('days begin and end in every time zone as Temporal computes them', () => {
  // Clocks change at midnight in Beirut on the first, in Cairo on the second, and in Havana on the third day.
  const days = ['2025-03-30', '2026-04-24', '2026-11-01'];
  for (const zone of zoneNames())
    for (const day of days) {
      const start = Temporal.PlainDate.from(day).toZonedDateTime(zone);
      const where = `${zone} ${day}`;
      // A day that clocks skipped has no first moment.
      if (start.toPlainDate().toString() !== day) continue;
      expect(Date.parse(startOfDay(zone, day)), where).toBe(start.epochMilliseconds);
      expect(dayIn(zone, new Date(start.epochMilliseconds)), where).toBe(day);
      expect(dayIn(zone, new Date(start.epochMilliseconds - 1)), where).not.toBe(day);
    }
});
