import type { Operators } from './drawing.ts';

/** What pdf.js says of the layers ("optional content") of a file. */
export interface LayerSettings {
  isVisible(layer: unknown): boolean;
  [Symbol.iterator](): Iterator<[string, { readonly visible: boolean }]>;
}

/** The beginning or end of a marked section of a page. */
export interface SectionMark {
  readonly type: string;
  readonly tag?: string | null;
}

/** The tag of a section that belongs to a layer. */
const layerTag = 'OC';

export const hidesLayers = (settings: LayerSettings): boolean => [...settings].some(([, { visible }]) => !visible);

interface LayerOperators {
  readonly beginMarkedContent: number;
  readonly beginMarkedContentProps: number;
  readonly endMarkedContent: number;
  readonly showText: number;
}

/** What a page draws: whether each section of a layer is shown, and each character with whether it is. */
export interface ShownDrawing {
  readonly sections: readonly boolean[];
  /** Without white space. */
  readonly characters: string;
  readonly isShown: readonly boolean[];
}

/** Walks a page's operators in the order in which it draws. */
export function shownDrawing(
  { fnArray, argsArray }: Operators,
  ops: LayerOperators,
  settings: LayerSettings,
): ShownDrawing {
  const [sections, isShown, open]: [boolean[], boolean[], boolean[]] = [[], [], []];
  let characters = '';
  for (let i = 0; i < fnArray.length; i++) {
    const operator = fnArray[i];
    if (operator === ops.beginMarkedContent) open.push(true);
    else if (operator === ops.endMarkedContent) open.pop();
    else if (operator === ops.beginMarkedContentProps) {
      const [tag, layer] = argsArray[i] as [tag: unknown, layer: unknown];
      const isOn = tag !== layerTag || settings.isVisible(layer);
      if (tag === layerTag) sections.push(isOn);
      open.push(isOn);
    } else if (operator === ops.showText) {
      const [glyphs] = argsArray[i] as [readonly ({ readonly unicode?: string } | number | null)[]];
      const drawn = plain(glyphs.map((glyph) => (typeof glyph === 'object' ? (glyph?.unicode ?? '') : '')).join(''));
      characters += drawn;
      for (let at = 0; at < drawn.length; at++) isShown.push(!open.includes(false));
    }
  }
  return { sections, characters, isShown };
}

const plain = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, '');

/**
 * Returns the items of a page that are not in a hidden layer. The layer of a picture or of a drawing that is used
 * several times has no marks among the items: they are then compared by their characters, in the order in which both
 * are drawn. If neither corresponds, nothing is removed.
 */
export function onShownLayers<Item extends { readonly str: string }>(
  items: readonly (Item | SectionMark)[],
  drawing: ShownDrawing,
): Item[] {
  const marked = items.filter((item) => isMark(item) && isLayer(item)).length === drawing.sections.length;
  if (marked) return inShownSections(items, drawing.sections);
  const texts = items.filter((item): item is Item => !isMark(item));
  const lengths = texts.map(({ str }) => plain(str).length);
  if (texts.map(({ str }) => plain(str)).join('') !== drawing.characters) return texts;
  let at = 0;
  return texts.filter((_, i) => {
    const from = at;
    at += lengths[i] as number;
    return at === from || drawing.isShown.slice(from, at).includes(true);
  });
}

const isMark = (item: object): item is SectionMark => 'type' in item;
const isLayer = ({ type, tag }: SectionMark): boolean => type === 'beginMarkedContentProps' && tag === layerTag;

function inShownSections<Item extends object>(
  items: readonly (Item | SectionMark)[],
  shown: readonly boolean[],
): Item[] {
  const open: boolean[] = [];
  let next = 0;
  return items.filter((item): item is Item => {
    if (!isMark(item)) return !open.includes(false);
    if (item.type === 'endMarkedContent') open.pop();
    else open.push(isLayer(item) ? (shown[next++] ?? true) : true);
    return false;
  });
}
