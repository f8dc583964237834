/** Where the middle of a place of the drawing stands. */
export interface Spot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const ways: Readonly<Record<Direction, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A place beside the way counts as farther than one ahead. */
const asideWeight = 2;

const isDirection = (key: string): key is Direction => Object.hasOwn(ways, key);

/** Returns the nearest place in the direction of an arrow key; undefined for other keys, and where there is none. */
export function nextSpot(spots: readonly Spot[], from: string, key: string): string | undefined {
  const start = spots.find(({ id }) => id === from);
  if (start === undefined || !isDirection(key)) return undefined;
  const [right, down] = ways[key];
  let nearest: { readonly id: string; readonly distance: number } | undefined;
  for (const { id, x, y } of spots) {
    const [dx, dy] = [x - start.x, y - start.y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (id === from || ahead <= 0) continue;
    const distance = ahead + asideWeight * aside;
    if (nearest === undefined || distance < nearest.distance) nearest = { id, distance };
  }
  return nearest?.id;
}

/** What a key of the drawing does, beside moving among the steps. */
export type DrawingCommand = 'add' | 'branch' | 'remove' | 'cancel';

const commands: Readonly<Record<string, DrawingCommand>> = {
  n: 'add',
  b: 'branch',
  Delete: 'remove',
  Escape: 'cancel',
};

/** Keys of a step of the drawing, for assistive technology. */
export const drawingShortcuts = [...Object.keys(commands), ...Object.keys(ways)].join(' ');

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Returns undefined for other keys, and for shortcuts of the browser. */
export const commandOf = ({ key, ctrlKey, metaKey, altKey }: Pressed): DrawingCommand | undefined =>
  ctrlKey || metaKey || altKey ? undefined : commands[key.length === 1 ? key.toLowerCase() : key];
