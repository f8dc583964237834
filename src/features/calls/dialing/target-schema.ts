import { z } from 'zod';
import { targetStatuses } from '../../../data/index.ts';
import { pageQuery } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const status = z.enum(targetStatuses);

const target = z.object({
  uuid: z.string(),
  contact_uuid: z.string(),
  name: z.string().nullable(),
  phone: z.string(),
  /** `waiting` is dialled at `next_at`; `finished` and `skipped` are not dialled any more. */
  status,
  /** Why a contact is not dialled now, or not any more: `outside_window`, `opted_out`, `recently_dialled` and so on. */
  reason: z.string().nullable(),
  attempts: z.number().int(),
  next_at: z.string().nullable(),
  last_call_uuid: z.string().nullable(),
  last_dialled_at: z.string().nullable(),
  /** Outcome of the last call: connected, voicemail, busy, no-answer, failed or unknown. */
  outcome: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const targetQuery = pageQuery.extend({ status: status.optional() });

const many = z.number().int();

const counts = z.object({ queued: many, waiting: many, dialing: many, finished: many, skipped: many });

export const targetList = z.object({
  targets: z.array(target),
  /** Counts over the whole campaign, regardless of the status filter. */
  counts,
  total: many,
  limit: many,
  offset: many,
});

export const progress = z.object({
  targets: counts,
  outcomes: z.record(z.string(), many).meta({
    description:
      'Contacts by the outcome of their last call: connected, voicemail, busy, no-answer, failed or unknown.',
  }),
  days: z
    .array(z.object({ date: z.string(), calls: many }))
    .meta({ description: 'Calls of the last 14 days, oldest first, in the time zone of the campaign.' }),
});

nameSchemas({
  CampaignTarget: target,
  CampaignTargetList: targetList,
  CampaignProgress: progress,
});
