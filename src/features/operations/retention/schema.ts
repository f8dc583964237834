import { z } from 'zod';
import { outcomes } from '../../../analysis/types.ts';
import { endMoment, inOrder, lineOf, startMoment } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const uuid = z.uuid();
const count = z.number().int();
const days = z
  .number()
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .meta({ description: 'Days after which it ends; null keeps it.' });

export const callId = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) });
export const deletionUuid = z.object({ uuid });
export const holdBody = z.object({ reason: lineOf(500).exactOptional() });

const hold = z.object({
  call_id: count.nullable().meta({ description: 'Null for a call that you may not see, whose `reason` is null too.' }),
  call_uuid: uuid,
  user_uuid: uuid,
  reason: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export const holdList = z.object({ holds: z.array(hold), total: count, limit: count, offset: count });
export const onHold = z.object({ call_uuid: uuid, held: z.boolean() });

export const retentionDays = z.object({ recordings: days, transcripts: days, results: days, webhooks: days });

const counts = z.object({ recordings: count, transcripts: count, results: count, webhooks: count });

export const retention = z.object({
  days: retentionDays,
  last_run: z
    .object({
      started_at: z.iso.datetime(),
      finished_at: z.iso.datetime().nullable(),
      ended: counts,
      failed: z.array(z.object({ call_uuid: uuid, kind: z.string(), error: z.string() })),
    })
    .nullable(),
});

export const preview = counts.meta({
  description: 'Numbers of calls and webhook deliveries whose data would end now.',
});
export const runAccepted = z.object({ queued: z.boolean() });

const filterFields = {
  date_from: startMoment.exactOptional(),
  date_to: endMoment.exactOptional(),
  campaign_id: uuid.exactOptional(),
  customer_uuid: uuid.exactOptional(),
  outcome: z.enum(outcomes).exactOptional(),
  direction: z.enum(['inbound', 'outbound']).exactOptional(),
};
const narrows = (filter: object): boolean => Object.keys(filter).some((name) => name in filterFields);
const tooWide = 'must name a date, a campaign, a customer, an outcome or a direction';
const datesInOrder = inOrder('date_from', 'date_to');

// A misspelled field that is ignored would delete more calls than its sender meant.
const existing = (names: readonly string[]) => ({
  error: ({ code }: { readonly code?: string }) =>
    code === 'unrecognized_keys' ? `has an unknown field: the fields are ${names.join(', ')}` : undefined,
});

export const deletionFilter = z
  .strictObject(filterFields, existing(Object.keys(filterFields)))
  .refine(narrows, tooWide)
  .superRefine(datesInOrder)
  .meta({ minProperties: 1 });
const bodyFields = {
  ...filterFields,
  matched: count.min(1).meta({ description: 'The number of the preview. A different number returns 409.' }),
};
export const deletionBody = z
  .strictObject(bodyFields, existing(Object.keys(bodyFields)))
  .refine(narrows, tooWide)
  .superRefine(datesInOrder)
  // `matched`, and at least one filter.
  .meta({ minProperties: 2 });

export const matched = z.object({
  matched: count,
  held: count.meta({ description: 'How many of them are on hold and would stay.' }),
});

export const deletion = z.object({
  uuid,
  status: z.enum(['pending', 'done']),
  matched: count,
  deleted: count,
  kept: count.meta({ description: 'Calls on hold.' }),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});

nameSchemas({
  CallDeletion: deletion,
  NewCallDeletion: deletionBody,
  CallDeletionFilter: deletionFilter,
  CallDeletionPreview: matched,
  CallHold: hold,
  CallHoldList: holdList,
  NewCallHold: holdBody,
  CallHoldState: onHold,
  Retention: retention,
  RetentionDays: retentionDays,
  RetentionPreview: preview,
  RetentionRun: runAccepted,
});
