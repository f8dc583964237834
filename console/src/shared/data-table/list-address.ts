export interface Sort {
  /** Key of a column. */
  readonly key: string;
  readonly isDescending: boolean;
}

export interface ListAddress {
  /** Returns the text of a filter; empty if the URL does not have it. */
  get(name: string): string;
  /** Sets filters and returns to the first page. An empty text removes a filter. */
  set(changes: Readonly<Record<string, string>>): void;
  readonly offset: number;
  /** The filters and the order, without the page. */
  readonly search: string;
  /** Whether the URL has any parameter besides the order and the page. */
  readonly isFiltered: boolean;
  /** Undefined for the server's order. */
  readonly sort: Sort | undefined;
  /** Sorts by a column. For the current column, reverses the order, then removes it. */
  sortBy(key: string): void;
  /** URL of the first page with these filters. */
  readonly path: string;
  show(search: string): void;
}

export const sortName = 'sort';

/** Parses the query string of a list's URL. */
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
