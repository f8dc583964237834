import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const widgetTables = (c: Columns) => ({
  /** Agents that visitors of websites talk with, one row each. */
  websiteWidgets: c.table('website_widgets', {
    agentUuid: c.text('agent_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    /** Names the widget in the pages of websites. It is public. */
    key: c.text('key').notNull(),
    enabled: c.flag('enabled').notNull(),
    /** Origins of the pages that may use it. */
    origins: c.json('origins').notNull(),
    /** Campaign whose steps the agent follows; null for none. */
    campaignUuid: c.text('campaign_uuid'),
    voice: c.flag('voice').notNull(),
    text: c.flag('text').notNull(),
    /** Conversations that one address may start per minute. */
    perMinute: c.integer('per_minute').notNull(),
    /** Conversations of one address at once. */
    atOncePerVisitor: c.integer('at_once_per_visitor').notNull(),
    /** Calls of all visitors at once, and chats of all visitors at once. */
    atOnce: c.integer('at_once').notNull(),
    /** Conversations of all visitors per day. */
    perDay: c.integer('per_day').notNull(),
    /** Length of a call. */
    maxSeconds: c.integer('max_seconds').notNull(),
    /** The day that `counted` is about, in UTC; null before the first conversation. */
    countedOn: c.text('counted_on'),
    counted: c.integer('counted').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
});
