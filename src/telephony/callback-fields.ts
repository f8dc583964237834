import { z } from 'zod';

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** The text of a field; none of a list or an object, which a JSON body may have in its place. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A provider's form field, query parameter or JSON value; of a repeated field the first counts. */
export const field = fieldOf(z.string().max(512));

function fieldOf(text: z.ZodString) {
  return z
    .union([text, z.number(), z.array(text)])
    .transform((value) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined ? undefined : String(first);
    })
    .pipe(text.optional())
    .optional();
}

/** Our own uuid of a call or transfer, in an address that we gave. */
export const ourUuid = z.preprocess(firstOf, z.uuid()).optional();

export const step = z.preprocess(firstOf, z.enum(['caller', 'teammate', 'choice', 'over'])).optional();

/** Providers' identifiers are short and plain; anything else is not one of theirs. */
export const providerCallId = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/);

/** A field that names a call. It may be empty beside another that does. */
export const idField = fieldOf(z.string().regex(/^[A-Za-z0-9._:-]{0,128}$/));

/** Providers add parameters as they like; what we do not know is kept beside what we do. */
export const callbackFields = z.record(z.string().max(128), z.unknown());
