import { z } from 'zod';

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** A provider's form field, query parameter or JSON value; of a repeated one the first counts. */
export const field = z
  .preprocess(
    (value) => (typeof firstOf(value) === 'number' ? String(firstOf(value)) : firstOf(value)),
    z.string().max(512),
  )
  .optional();

/** Our own uuid of a call or transfer, in an address that we gave. */
export const ourUuid = z.preprocess(firstOf, z.uuid()).optional();

export const step = z.preprocess(firstOf, z.enum(['caller', 'teammate', 'choice', 'over'])).optional();

/** Providers' identifiers are short and plain; anything else is not one of theirs. */
export const providerCallId = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/);

/** Providers add parameters as they like; what we do not know is kept beside what we do. */
export const callbackFields = z.record(z.string().max(128), z.unknown());
