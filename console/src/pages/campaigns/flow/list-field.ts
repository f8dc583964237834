import { listIn } from '../../../shared/form/list-in.ts';

/** What stands between the entries of a list in a text field. */
const between = { ',': ', ', '\n': '\n' } as const;
type Separator = keyof typeof between;

export const listText = (list: readonly string[] = [], separator: Separator): string => list.join(between[separator]);

/** Returns the list of a text field. Entries may contain the separator: a list that nobody edited stays as it is. */
export const editedList = (text: string, separator: Separator, was: readonly string[] = []): string[] =>
  text === listText(was, separator) ? [...was] : listIn(text, separator);
