import { z } from 'zod';
import { freeObject, lineOf, oneLine } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { maxBriefCharacters } from './service.ts';

export const callUuid = z.object({ uuid: z.uuid() });

const maxContextBytes = 16 * 1024;

export const transferBody = z.object({
  /** Name of a queue. */
  target: lineOf(400),
  agent_brief: z
    .string()
    .max(maxBriefCharacters, `must have at most ${maxBriefCharacters} characters`)
    .transform(oneLine),
  context: freeObject
    .refine((context) => Buffer.byteLength(JSON.stringify(context)) <= maxContextBytes, 'must have at most 16 KiB')
    .default({}),
});

export const transferAnswer = z.object({
  call_uuid: z.string(),
  status: z.literal('transferring'),
  target: z.string(),
  transfer_uuid: z.string(),
});

nameSchemas({
  TransferRequest: transferBody,
  Transfer: transferAnswer,
});
