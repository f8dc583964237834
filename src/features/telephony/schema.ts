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

export const ourCallUuid = z.uuid();

/** In the addresses that we give for calls of our own. */
const ourCall = z.preprocess((value) => (Array.isArray(value) ? value[0] : value), ourCallUuid).optional();

export const telephonyACall = z.object({
  call: ourCall,
  CallUUID: field,
  /** How REST recordings spell it. */
  call_uuid: field,
  From: field,
  To: field,
});

export const handoffFields = telephonyACall.extend({
  transfer: ourCall,
  step: z
    .preprocess((value) => (Array.isArray(value) ? value[0] : value), z.enum(['caller', 'teammate', 'choice', 'over']))
    .optional(),
  Digits: field,
  CallStatus: field,
});

export const dialDocument = z.object({
  fetch_after_attempt: z.boolean(),
  destination: z.object({ numbers: z.array(z.string()) }),
  max_ringing_duration: z.number().int(),
  max_conversation_duration: z.number().int(),
  record: z.boolean().exactOptional(),
  recording_channels: z.literal('dual').exactOptional(),
  /** What the teammate hears before the caller does. */
  start_call_playback: z
    .object({ playback_to: z.literal('callee'), type: z.literal('text'), value: z.string() })
    .exactOptional(),
});

export const telephonyBCall = z.object({
  call: ourCall,
  /** What we gave along with a call of our own; anyone may use it for something else. */
  CustomField: field,
  CallSid: field,
  CallFrom: field,
  CallTo: field,
  From: field,
  To: field,
});

export const legFields = telephonyBCall.extend({ transfer: ourCall });

export const streamAddress = z.object({ url: z.string() });

export const received = z.object({ status: z.literal('received') });

/** Providers' identifiers are short and plain; anything else is not one of theirs. */
export const providerCallId = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/);
