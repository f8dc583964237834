import { z } from 'zod';

export const contactUuid = z.object({ uuid: z.uuid() });

export const clickAnswer = z.object({
  call_uuid: z.string(),
  status: z.literal('dialing'),
  to: z.string(),
  from_number: z.string(),
});

export const hookParams = z.object({ call_uuid: z.uuid() });
export const received = z.object({ status: z.literal('received') });

/** Providers' identifiers are short and plain. */
export const providerCallId = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must name the call');

export const hookFieldsOf = {
  telephony_a: z.looseObject({ CallUUID: providerCallId }),
  telephony_b: z.looseObject({ CallSid: providerCallId }),
} as const;
