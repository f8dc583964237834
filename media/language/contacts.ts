import { z } from 'zod';
import { entry, measuredPhrasing } from './lists.ts';

const titles = z.array(entry).min(1);

/** Column names in contact files. */
export const contacts = z.strictObject({
  /** Lower case, without spaces and punctuation. */
  columns: z.strictObject({
    source: z.string().min(1),
    phone: titles,
    name: titles,
    email: titles,
    language_code: titles,
    timezone: titles,
    tags: titles,
  }),
  /** Names of the column that comes last if there are two name columns. */
  familyName: measuredPhrasing,
});
