import { z } from 'zod';

const what = 'must be a language such as en-US or hi-IN';

/** A BCP 47 tag of a language and, mostly, a region; written as it should be. */
export const languageCode = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, what)
  .refine((code) => canonical(code) !== undefined, what)
  .transform((code) => canonical(code) ?? code);

function canonical(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}
