import { expect, test } from 'vitest';
import { drawnOnce } from '../../src/pdf/drawn-once.ts';

const item = (text: string, x: number, y: number) => ({ text, x, y, width: 40, size: 12 });

test('text that is drawn again at nearly the same place, for bold letters or a shadow, is one item', () => {
  const bold = [item('Pellworm', 72, 100), item('Pellworm', 72.4, 100), item('Pellworm', 72.8, 100.4)];
  expect(drawnOnce([...bold, item('Dairies', 120, 100)])).toEqual([bold[0], item('Dairies', 120, 100)]);
});

test('equal text at another place stays', () => {
  const cells = [item('12', 72, 100), item('12', 92, 100), item('12', 72, 114)];
  expect(drawnOnce(cells)).toEqual(cells);
});
