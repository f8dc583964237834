import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const voiceQualityTables = (c: Columns) => ({
  /** Sums over the calls that began on a day, by agent; the agent is empty for calls without one. */
  callQualityDays: c.table(
    'call_quality_days',
    {
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
      /** `YYYY-MM-DD` in the organisation's time zone of that time. */
      day: c.text('day').notNull(),
      voiceAgentUuid: c.text('voice_agent_uuid').notNull(),
      calls: c.integer('calls').notNull(),
      turns: c.integer('turns').notNull(),
      interruptions: c.integer('interruptions').notNull(),
      backchannels: c.integer('backchannels').notNull(),
      words: c.integer('words').notNull(),
      confidenceSum: c.real('confidence_sum').notNull(),
      /** Latency histograms by stage. */
      latencies: c.json('latencies').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.organisationId, table.day, table.voiceAgentUuid] })],
  ),
});
