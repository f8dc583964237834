import { useLocalStorage } from '@mantine/hooks';
import { pageSizes, smallestPage } from './page-size.tsx';

/** A named search with its filters. */
export interface SavedView {
  readonly name: string;
  readonly search: string;
}

/** A list stored in this browser, `initial` until something is stored. Ignores unreadable data. */
function useStoredList<T>(key: string, isItem: (value: unknown) => value is T, initial: readonly T[] = []) {
  return useLocalStorage<readonly T[]>({
    key,
    defaultValue: initial,
    getInitialValueInEffect: false,
    deserialize(text) {
      try {
        const value: unknown = text === undefined ? initial : JSON.parse(text);
        return Array.isArray(value) ? value.filter(isItem) : [];
      } catch {
        return [];
      }
    },
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isView = (value: unknown): value is SavedView => {
  const view = value as Partial<SavedView> | null;
  return isText(view?.name) && isText(view?.search);
};

export const useHiddenColumns = (table: string, initial: readonly string[]) =>
  useStoredList(`parley.hidden.${table}`, isText, initial);
export const useSavedViews = (table: string) => useStoredList(`parley.views.${table}`, isView);

const isPageSize = (value: unknown): value is number => (pageSizes as readonly unknown[]).includes(value);

/** Rows of a page as this browser last chose for the table. */
export function usePageSize(table: string): readonly [number, (size: number) => void] {
  const [stored, setStored] = useStoredList(`parley.rows.${table}`, isPageSize);
  return [stored[0] ?? smallestPage, (size) => setStored([size])];
}
