import type { TextItem } from './text-item.ts';

/** Share of the font size within which the same text is drawn again, for bold letters or a shadow. */
const offset = 0.15;

/** Returns the items without those that repeat a text at nearly the same place. */
export function drawnOnce<Item extends Omit<TextItem, 'bold'>>(items: readonly Item[]): Item[] {
  const byText = new Map<string, Item[]>();
  return items.filter((item) => {
    const text = item.text.trim();
    if (text === '') return true;
    const others = byText.get(text) ?? [];
    byText.set(text, others);
    const isAgain = others.some(
      ({ x, y, size }) => Math.abs(x - item.x) <= offset * size && Math.abs(y - item.y) <= offset * size,
    );
    if (!isAgain) others.push(item);
    return !isAgain;
  });
}
