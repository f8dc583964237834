import { z } from 'zod';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { field, ourUuid, step } from '../../../telephony/index.ts';

export const ourCallUuid = z.uuid();

/** Query fields in our callback URLs for the steps of a transfer. */
export const handoffFields = z.object({ transfer: ourUuid, step, Digits: field, CallStatus: field });

export const legFields = z.object({ transfer: ourUuid });

export const received = z.object({ status: z.literal('received') });

nameSchemas({
  ReceivedCallback: received,
});
