import { expect, test } from 'vitest';
import { withoutNoteMarks } from '../../src/pdf/note-marks.ts';

const item = (text: string, x: number, y: number, size = 10) => ({ text, x, y, size, width: text.length * size * 0.5 });

test('raised marks of notes are left out, and powers, units and other small figures stay', () => {
  const kept = (...items: ReturnType<typeof item>[]): string[] => withoutNoteMarks(items).map(({ text }) => text);
  expect(kept(item('48,210', 100, 50), item('1', 130, 46, 6))).toEqual(['48,210']);
  expect(kept(item('Staff', 100, 50), item('*', 126, 46, 7), item('655', 200, 50))).toEqual(['Staff', '655']);
  expect(kept(item('Area in m', 100, 50), item('2', 145, 46, 6))).toEqual(['Area in m', '2']);
  expect(kept(item('10', 100, 50), item('6', 110, 46, 6))).toEqual(['10', '6']);
  expect(kept(item('CO', 100, 50), item('2', 110, 52, 6))).toEqual(['CO', '2']);
  expect(kept(item('48,210', 100, 50), item('7', 180, 50, 6))).toEqual(['48,210', '7']);
  expect(kept(item('48,210', 100, 50), item('12', 130, 50))).toEqual(['48,210', '12']);
});
