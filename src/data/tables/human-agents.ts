import type { Columns } from '../columns.ts';

export const humanAgentTables = (c: Columns) => ({
  agentPhoneNumbers: c.table('agent_phone_numbers', {
    userUuid: c.text('user_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    phoneNumber: c.text('phone_number').notNull(),
  }),
  agentTagAssignments: c.table('agent_tag_assignments', {
    userUuid: c.text('user_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    tags: c.json('tags').notNull(),
  }),
});
