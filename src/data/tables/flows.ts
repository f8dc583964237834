import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const flowTables = (c: Columns) => ({
  flows: c.table('flows', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    kind: c.text('kind', { enum: ['inbound', 'outbound'] }).notNull(),
    name: c.text('name').notNull(),
    status: c.text('status', { enum: ['draft', 'active', 'paused', 'completed'] }).notNull(),
    provider: c.text('provider').notNull(),
    speaker: c.text('speaker').notNull(),
    languageCode: c.text('language_code').notNull(),
    phoneNumber: c.text('phone_number'),
    phoneKey: c.text('phone_key'),
    config: c.json('config').notNull(),
    createdAt: c.text('created_at').notNull(),
    voiceAgentUuid: c.text('voice_agent_uuid'),
  }),
  flowKnowledge: c.table(
    'flow_knowledge',
    {
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
      flowUuid: c.text('flow_uuid').notNull(),
      documentId: c.text('document_id').notNull(),
      position: c.integer('position').notNull(),
      title: c.text('title').notNull(),
      text: c.text('text').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.flowUuid, table.documentId] })],
  ),
});
