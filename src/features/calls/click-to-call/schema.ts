import { z } from 'zod';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const contactUuid = z.object({ uuid: z.uuid() });

export const clickAnswer = z.object({
  call_uuid: z.string(),
  status: z.literal('dialing'),
  to: z.string(),
  from_number: z.string(),
});

export const hookParams = z.object({ call_uuid: z.uuid() });
export const received = z.object({ status: z.literal('received') });

nameSchemas({
  ClickToCall: clickAnswer,
  ReceivedCallback: received,
});
