export interface Sort {
  /** Of a column. */
  readonly key: string;
  readonly isDescending: boolean;
}

export interface ListAddress {
  /** The text of a filter; empty where the address has none. */
  get(name: string): string;
  /** Shows the first page with these filters; an empty text drops one. */
  set(changes: Readonly<Record<string, string>>): void;
  readonly offset: number;
  /** The filters and the order, without the page. */
  readonly search: string;
  /** Whether anything but the order is asked for. */
  readonly isFiltered: boolean;
  /** Undefined for the order of the server. */
  readonly sort: Sort | undefined;
  /** Sorts by a column; by one that is sorted by already the other way round, and then no more. */
  sortBy(key: string): void;
  /** The address of the first page with these filters. */
  readonly path: string;
  show(search: string): void;
}

export const sortName = 'sort';

/** What the part of an address behind its question mark asks a list for. */
export function listQueryOf(text: string) {
  const asked = new URLSearchParams(text);
  const offset = Number(asked.get('offset') ?? 0);
  asked.delete('offset');
  return {
    asked,
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
    search: asked.toString(),
    isFiltered: [...asked.keys()].some((name) => name !== sortName),
    sort: sortOf(asked.get(sortName) ?? ''),
  };
}

function sortOf(text: string): Sort | undefined {
  if (text === '') return undefined;
  return text.startsWith('-') ? { key: text.slice(1), isDescending: true } : { key: text, isDescending: false };
}
