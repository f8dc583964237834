import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { personalTables } from '../../src/data/index.ts';
import { sqliteTables } from '../../src/data/sqlite/tables.ts';
import { changeTexts, spellingsOf } from '../../src/features/operations/erasure/number-spellings.ts';

test('every table states what personal data it has, by columns that it has', () => {
  expect(Object.keys(personalTables).sort()).toEqual(Object.keys(sqliteTables).sort());
  for (const [name, data] of Object.entries(personalTables)) {
    const columns = Object.keys(getTableColumns(sqliteTables[name as keyof typeof sqliteTables] as never));
    const named = 'key' in data ? [data.key] : 'id' in data ? [data.id, ...data.texts] : [];
    expect(columns, name).toEqual(expect.arrayContaining(named));
  }
});

test('a table that may hold words of a person is deleted with its parent last', () => {
  const order = Object.keys(personalTables);
  for (const [child, parent] of [
    ...[['callEvents', 'calls'] as const, ['transcripts', 'interactions'] as const],
    ...[['contactTags', 'contacts'] as const, ['practiceReviews', 'practiceRuns'] as const],
  ])
    expect(order.indexOf(child), child).toBeLessThan(order.indexOf(parent));
});

test.each([
  ['+4915112345678', ['+49 151 12345678', '0049-151-1234-5678', '(0151) 123 456 78', '4915112345678', '15112345678']],
  ['+12025550111', ['202-555-0111', '+1 (202) 555-0111', '12025550111']],
  ['+919876543210', ['09876543210', '+91 98765 43210', '9876543210']],
])('%s is found in every usual spelling, and not within longer numbers', (phone, spelled) => {
  const number = spellingsOf(phone);
  for (const text of spelled) expect(number.without(`Call ${text}, please.`), text).toBe('Call [erased], please.');
  const digits = phone.slice(1);
  for (const other of [`${digits}9`, `9${digits}`, `${digits.slice(0, -1)}x`])
    expect(number.isIn(other), other).toBe(false);
});

test('texts, keys and numbers of a JSON value are changed, and the rest is kept', () => {
  const { without } = spellingsOf('+4915112345678');
  const value = { a: ['0151 12345678', 4915112345678, 5, null, true], '+4915112345678': { b: 'x' } };
  expect(changeTexts(value, without)).toEqual({ a: ['[erased]', null, 5, null, true], '[erased]': { b: 'x' } });
});
