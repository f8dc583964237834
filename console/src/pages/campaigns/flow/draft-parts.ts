/** Distinguishes drafts that are not stored yet. */
export const freshKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** What stands between the entries of a list in a text field. */
const between = { ',': ', ', '\n': '\n' } as const;
type Separator = keyof typeof between;

export const listText = (list: readonly string[] = [], separator: Separator): string => list.join(between[separator]);

/** Returns the list of a text field. Entries may contain the separator: a list that nobody edited stays as it is. */
export const editedList = (text: string, separator: Separator, was: readonly string[] = []): string[] =>
  text === listText(was, separator) ? [...was] : listIn(text, separator);

/** Returns the parts of a text that are not empty. */
export const listIn = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
