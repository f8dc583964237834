import { z } from 'zod';
import { entry, measuredPhrasing } from './lists.ts';

const titles = z.array(entry).min(1);

/** How files of contacts call their columns. */
export const contacts = z.strictObject({
  /** Lower case, without blanks and signs. */
  columns: z.strictObject({
    source: z.string().min(1),
    phone: titles,
    name: titles,
    email: titles,
    language_code: titles,
    timezone: titles,
    tags: titles,
  }),
  /** Of two columns of names, the one that comes last. */
  familyName: measuredPhrasing,
});
