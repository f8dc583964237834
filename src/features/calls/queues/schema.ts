import { z } from 'zod';
import { lineOf, pageQuery, tags, uuid } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export { pageQuery };

export const queueUuid = z.object({ uuid: z.uuid() });

const name = lineOf(100);

const members = z.array(uuid).max(200, 'must have at most 200 members');

export const newQueue = z.object({ name, tags: tags.optional(), members: members.optional() });
export type NewQueueBody = z.output<typeof newQueue>;

export const queuePatch = z.object({
  name: name.optional(),
  tags: tags.nullable().optional(),
  members: members.nullable().optional(),
});
export type QueuePatchBody = z.output<typeof queuePatch>;

export const queue = z.object({
  uuid: z.string(),
  name: z.string(),
  /** Users with one of these tags also belong to the queue. */
  tags: z.array(z.string()),
  members: z.array(z.string()),
  created_at: z.string(),
});

export const queueList = z.object({
  queues: z.array(queue),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

export const availabilityBody = z.object({ available: z.boolean() });

export const availability = z.object({
  user_uuid: z.string(),
  available: z.boolean(),
  changed_at: z.string().nullable(),
});

export const queueQuery = z.object({ target: name });

export const queueState = z.object({
  target: z.string(),
  available: z.boolean(),
  queue_depth: z.number().int(),
  checked_at: z.string(),
});

nameSchemas({
  Queue: queue,
  QueueList: queueList,
  NewQueue: newQueue,
  QueuePatch: queuePatch,
  Availability: availability,
  AvailabilityUpdate: availabilityBody,
  QueueState: queueState,
});
