import { z } from 'zod';
import { entry, measuredPhrasing, wordList } from './lists.ts';

const titles = z.array(entry).min(1);

/** Files of contacts: titles of their columns, and cells that say yes or no. */
export const contacts = z.strictObject({
  /** Words in lower case. Digits and punctuation of a title do not count. */
  columns: z.strictObject({
    source: z.string().min(1),
    phone: titles,
    name: titles,
    email: titles,
    language_code: titles,
    timezone: titles,
    tags: titles,
    opted_out: titles,
    call_permission: titles,
  }),
  /** Names of columns with a whole name, which needs no other column. */
  wholeName: measuredPhrasing,
  /** Names of the column that comes last if there are two name columns. */
  familyName: measuredPhrasing,
  /** Cells of the columns about consent, in lower case. `refused` and `agreed` mean the same in each of them. */
  yes: wordList,
  no: wordList,
  refused: wordList,
  agreed: wordList,
  blank: wordList,
});
