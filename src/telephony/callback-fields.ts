import { z } from 'zod';

/** Returns a field as text; empty for a list or an object, which a JSON body may contain. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Form field, query parameter or JSON value. JSON has null where a form has nothing. */
export const field = fieldOf(z.string().max(512));

function fieldOf(text: z.ZodString) {
  return z
    .union([text, z.number(), z.null()])
    .optional()
    .transform((value) => (value === undefined || value === null ? undefined : String(value)))
    .pipe(text.optional())
    .optional();
}

/** This server's uuid of a call or transfer, taken from an address it issued. */
export const ourUuid = z.uuid().optional();

export const step = z.enum(['caller', 'teammate', 'choice', 'over']).optional();

/** Providers' identifiers are short and plain; anything else is rejected. */
export const providerCallId = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/);

/** Field that names a call; may be empty if another field names it. */
export const idField = fieldOf(z.string().regex(/^[A-Za-z0-9._:-]{0,128}$/));

/** Providers add parameters freely; unknown ones are kept. */
export const callbackFields = z.record(z.string().max(128), z.unknown());
