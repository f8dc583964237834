import { navigate, useSearch } from '../../frame/router.tsx';

export interface ListAddress {
  /** The text of a filter; empty where the address has none. */
  get(name: string): string;
  /** Shows the first page with these filters; an empty text drops one. */
  set(changes: Readonly<Record<string, string>>): void;
  readonly offset: number;
  /** The filters alone, without the page. */
  readonly search: string;
  /** The address of the first page with these filters. */
  readonly path: string;
  show(search: string): void;
}

/** Filters of a list, kept in the address so that Back, a reload and a link keep them. */
export function useListAddress(path: string): ListAddress {
  const asked = new URLSearchParams(useSearch());
  const offset = Number(asked.get('offset') ?? 0);
  asked.delete('offset');
  const search = asked.toString();
  const show = (wanted: string): void => navigate(wanted === '' ? path : `${path}?${wanted}`);
  return {
    get: (name) => asked.get(name) ?? '',
    set(changes) {
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') asked.delete(name);
        else asked.set(name, value);
      }
      show(asked.toString());
    },
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
    search,
    path: search === '' ? path : `${path}?${search}`,
    show,
  };
}
