import { navigate, useSearch } from '../navigation/router.tsx';
import { type ListAddress, listQueryOf, sortName } from './list-address.ts';

/** Filters and order of a list, kept in the URL so that they survive Back, a reload and sharing a link. */
export function useListAddress(path: string): ListAddress {
  const { asked, ...query } = listQueryOf(useSearch());
  const { search, sort } = query;
  const show = (wanted: string): void => navigate(wanted === '' ? path : `${path}?${wanted}`);
  const set = (changes: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') asked.delete(name);
      else asked.set(name, value);
    }
    show(asked.toString());
  };
  return {
    ...query,
    get: (name) => asked.get(name) ?? '',
    set,
    sortBy: (key) => set({ [sortName]: sort?.key !== key ? key : sort.isDescending ? '' : `-${key}` }),
    path: search === '' ? path : `${path}?${search}`,
    show,
  };
}
