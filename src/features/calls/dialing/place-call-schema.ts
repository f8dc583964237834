import { z } from 'zod';
import { bodyId, freeObject, personName, phoneNumber } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const callBody = z.object({
  to: phoneNumber,
  /** An outbound campaign, whose agent speaks. */
  campaign_id: bodyId,
  /** Used only if the contact is new. */
  contact_name: personName.optional(),
  /** Merged into the contact's metadata; null deletes a key. */
  metadata: freeObject.optional(),
});
export type CallBody = z.output<typeof callBody>;

export const callAnswer = z.object({
  call_uuid: z.string(),
  status: z.literal('dialing'),
  to: z.string(),
  campaign_id: z.string(),
});

nameSchemas({
  NewCall: callBody,
  PlacedCall: callAnswer,
});
