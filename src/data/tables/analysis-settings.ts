import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const analysisSettingTables = (c: Columns) => ({
  /** Models that analysis uses, for the whole deployment: one row with id 1. */
  analysisRouting: c.table('analysis_routing', {
    id: c.integer('id').primaryKey(),
    settings: c.json('settings').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
  analysisSettings: c.table('analysis_settings', {
    organisationId: c.text('organisation_id').primaryKey().$type<OrganisationId>(),
    /** Whether card and social security numbers are redacted. */
    redaction: c.flag('redaction').notNull(),
  }),
});
