import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

/** Hours of the day, `HH:MM`. An end before the start falls on the next day. */
export interface TimeWindow {
  readonly start: string;
  readonly end: string;
  /** IANA time zone. */
  readonly timezone: string;
  /** From 1 (Monday) to 7; every day by default. */
  readonly weekdays?: number[];
}

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
    /** Short number that the organisation's own phones dial. */
    extension: c.text('extension'),
    config: c.json('config').notNull(),
    createdAt: c.text('created_at').notNull(),
    voiceAgentUuid: c.text('voice_agent_uuid'),
    /** Tags of the contacts that an outbound campaign calls; empty for all contacts. */
    branches: c.json('branches').notNull().$type<readonly string[]>().default([]),
    /** First day, in the campaign's time zone. The end date is inclusive. */
    startDate: c.text('start_date'),
    endDate: c.text('end_date'),
    timeWindow: c.json('time_window').$type<TimeWindow>(),
    /** Why the server changed the status itself. */
    statusReason: c.text('status_reason'),
    /** Consecutive calls that the provider did not accept. */
    providerFailures: c.integer('provider_failures').notNull().default(0),
    updatedAt: c.text('updated_at').notNull(),
    version: c.integer('version').notNull().default(1),
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
