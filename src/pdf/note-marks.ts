import type { TextItem } from './text-item.ts';

const mark = /^(?:\d{1,2}|[*†‡§]{1,2}|[a-h])\)?,?$/;
/** Units and powers of ten, whose raised figure is part of the value. */
const power = /(?:^|[\s\d/])(?:[mckd]?m|ft|in|s)$|(?:^|\D)10$/i;

/** Of the font size of the text that a mark is at: its own size at most, its rise, and its distance. */
const largest = 0.8;
const rise = { from: 0.15, to: 0.75 };
const distance = { from: -0.15, to: 0.35 };
const bandPoints = 20;

/** Returns the items without the raised marks of notes, which would become cells and figures of their own. */
export function withoutNoteMarks<Item extends Omit<TextItem, 'bold'>>(items: readonly Item[]): Item[] {
  const bands = new Map<number, Item[]>();
  for (const item of items) {
    if (item.text.trim() === '') continue;
    const band = Math.floor(item.y / bandPoints);
    const others = bands.get(band);
    if (others === undefined) bands.set(band, [item]);
    else others.push(item);
  }
  const isMark = (item: Item): boolean => {
    if (!mark.test(item.text.trim())) return false;
    const band = Math.floor(item.y / bandPoints);
    const near = [band, band + 1].flatMap((at) => bands.get(at) ?? []);
    return near.some((other) => isRaisedAt(item, other) && !power.test(other.text.trimEnd()));
  };
  return items.filter((item) => !isMark(item));
}

function isRaisedAt(item: Omit<TextItem, 'bold'>, { x, y, width, size }: Omit<TextItem, 'bold'>): boolean {
  const up = (y - item.y) / size;
  const gap = (item.x - (x + width)) / size;
  const isNear = gap >= distance.from && gap <= distance.to;
  return item.size <= largest * size && up >= rise.from && up <= rise.to && isNear;
}
