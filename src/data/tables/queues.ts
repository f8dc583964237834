import type { Columns } from '../columns.ts';

const transferResults = ['accepted', 'declined', 'no_answer', 'busy', 'failed'] as const;

export const queueTables = (c: Columns) => ({
  queues: c.table('queues', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    name: c.text('name').notNull(),
    /** Users with one of these tags also belong to the queue. */
    tags: c.json('tags').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  queueMembers: c.table(
    'queue_members',
    {
      queueUuid: c.text('queue_uuid').notNull(),
      userUuid: c.text('user_uuid').notNull(),
      organisationId: c.text('organisation_id').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.queueUuid, table.userUuid] })],
  ),
  agentAvailability: c.table('agent_availability', {
    userUuid: c.text('user_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    available: c.flag('available').notNull(),
    changedAt: c.text('changed_at').notNull(),
  }),
  transfers: c.table('transfers', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    callUuid: c.text('call_uuid').notNull(),
    /** Name of the queue. */
    target: c.text('target').notNull(),
    userUuid: c.text('user_uuid').notNull(),
    /** E.164. */
    phoneNumber: c.text('phone_number').notNull(),
    agentBrief: c.text('agent_brief').notNull(),
    context: c.json('context').notNull(),
    /** Null while the phone rings. */
    result: c.text('result', { enum: transferResults }),
    createdAt: c.text('created_at').notNull(),
    /** When the leg to the teammate's phone ended; null while it rings or is in use. */
    finishedAt: c.text('finished_at'),
    /** The provider's id of the leg to the teammate. */
    providerRequestId: c.text('provider_request_id'),
    providerCallId: c.text('provider_call_id'),
    /** Written before the caller is transferred. */
    joinedAt: c.text('joined_at'),
  }),
});
