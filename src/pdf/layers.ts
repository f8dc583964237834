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

/** Returns for each section of a layer, in the order in which a page draws them, whether it is shown. */
export function shownSections(
  { fnArray, argsArray }: Operators,
  { beginMarkedContentProps }: { readonly beginMarkedContentProps: number },
  settings: LayerSettings,
): boolean[] {
  const shown: boolean[] = [];
  for (let i = 0; i < fnArray.length; i++) {
    if (fnArray[i] !== beginMarkedContentProps) continue;
    const [tag, layer] = argsArray[i] as [tag: unknown, layer: unknown];
    if (tag === layerTag) shown.push(settings.isVisible(layer));
  }
  return shown;
}

/**
 * Returns the items of a page that are not in a hidden section. If the marks among the items do not correspond to
 * `shown`, nothing is removed.
 */
export function onShownLayers<Item extends object>(
  items: readonly (Item | SectionMark)[],
  shown: readonly boolean[],
): Item[] {
  const isMark = (item: Item | SectionMark): item is SectionMark => 'type' in item;
  const isLayer = ({ type, tag }: SectionMark): boolean => type === 'beginMarkedContentProps' && tag === layerTag;
  const isKnown = items.filter((item) => isMark(item) && isLayer(item)).length === shown.length;
  const open: boolean[] = [];
  let next = 0;
  return items.filter((item): item is Item => {
    if (!isMark(item)) return !isKnown || !open.includes(false);
    if (item.type === 'endMarkedContent') open.pop();
    else open.push(isLayer(item) ? (shown[next++] ?? true) : true);
    return false;
  });
}
