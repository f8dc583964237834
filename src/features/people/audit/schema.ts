import { z } from 'zod';
import { inOrder, pageQuery, startMoment, uuid } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const auditQuery = pageQuery
  .extend({
    user_uuid: uuid.optional(),
    /** An action as it appears in the list. */
    action: z.string().max(200).optional(),
    from: startMoment.optional(),
    before: startMoment.optional(),
  })
  .superRefine(inOrder('from', 'before'));

export const auditList = z.object({
  events: z.array(
    z.object({
      uuid: z.string(),
      at: z.string(),
      actor: z.object({
        method: z.enum(['session', 'api_key', 'command_line']),
        user_uuid: z.string().nullable(),
        credential_uuid: z.string().nullable(),
        address: z.string().nullable(),
      }),
      request_id: z.string(),
      action: z.string(),
      subject: z.record(z.string(), z.string()),
      fields: z.array(z.string()),
      status: z.number().int().nullable(),
    }),
  ),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

nameSchemas({
  AuditEvent: auditList.shape.events.element,
  AuditEventList: auditList,
});
