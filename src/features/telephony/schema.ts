import { z } from 'zod';

/** A provider's form field, query parameter or JSON value; of a repeated one the first counts. */
const field = z
  .preprocess(
    (value) => (Array.isArray(value) ? value[0] : typeof value === 'number' ? String(value) : value),
    z.string().max(512),
  )
  .optional();

/** Providers add parameters as they like; what we do not know is kept beside what we do. */
export const callbackFields = z.record(z.string().max(128), z.unknown());

export const telephonyACall = z.object({
  CallUUID: field,
  From: field,
  To: field,
});

export const telephonyBCall = z.object({
  CallSid: field,
  CallFrom: field,
  CallTo: field,
  From: field,
  To: field,
});

export const streamAddress = z.object({ url: z.string() });

export const received = z.object({ status: z.literal('received') });

/** Providers' identifiers are short and plain; anything else is not one of theirs. */
export const providerCallId = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/);
