type Parts = ReadonlyMap<string, unknown>;

interface Parted {
  /** The parts of each value, in their order. */
  readonly parts: readonly Parts[];
  readonly isList: boolean;
}

/**
 * Returns the parts of values of one kind, by their names: the fields of objects, or the items of lists in which each
 * item has an id, or a name, of its own. Undefined for other values.
 */
export function partsOf(values: readonly unknown[]): Parted | undefined {
  if (values.every(isPlain)) return { parts: values.map((value) => new Map(Object.entries(value))), isList: false };
  if (!values.every((value) => Array.isArray(value))) return undefined;
  for (const key of ['id', 'name']) {
    const parts = values.map((items) => itemsBy(key, items));
    if (parts.every((items) => items !== undefined)) return { parts, isList: true };
  }
  return undefined;
}

function itemsBy(key: string, items: readonly unknown[]): Parts | undefined {
  const byName = new Map<string, unknown>();
  for (const item of items) {
    const name = isPlain(item) ? item[key] : undefined;
    if (typeof name !== 'string' || byName.has(name)) return undefined;
    byName.set(name, item);
  }
  return byName;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
