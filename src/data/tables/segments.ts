import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const segmentTables = (c: Columns) => ({
  /** Named sets of calls. */
  segments: c.table('segments', {
    /** The database gives it. */
    id: c.integer('id').primaryKey(),
    uuid: c.text('uuid').notNull(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    name: c.text('name').notNull(),
    kind: c.text('kind', { enum: ['campaign', 'region', 'custom'] }).notNull(),
    /** The rule: calls of this campaign. */
    campaignUuid: c.text('campaign_uuid'),
    /** The rule: calls with a contact that carries one of these; [] for any. */
    tags: c.json('tags').notNull(),
    createdAt: c.text('created_at').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
  /** Calls that people assigned. */
  interactionSegments: c.table(
    'interaction_segments',
    {
      segmentUuid: c.text('segment_uuid').notNull(),
      interactionUuid: c.text('interaction_uuid').notNull(),
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    },
    (table) => [c.primaryKey({ columns: [table.segmentUuid, table.interactionUuid] })],
  ),
  projects: c.table('projects', {
    /** The database gives it. */
    id: c.integer('id').primaryKey(),
    uuid: c.text('uuid').notNull(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    name: c.text('name').notNull(),
    createdAt: c.text('created_at').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
  projectSegments: c.table(
    'project_segments',
    {
      projectUuid: c.text('project_uuid').notNull(),
      segmentUuid: c.text('segment_uuid').notNull(),
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    },
    (table) => [c.primaryKey({ columns: [table.projectUuid, table.segmentUuid] })],
  ),
  /** What somebody's dashboards are narrowed to. */
  activeProjects: c.table(
    'active_projects',
    {
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
      userUuid: c.text('user_uuid').notNull(),
      projectUuid: c.text('project_uuid').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.organisationId, table.userUuid] })],
  ),
  /** The integer ids by which the analysis console addresses contacts. */
  customerNumbers: c.table('customer_numbers', {
    /** The database gives it. */
    id: c.integer('id').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    contactUuid: c.text('contact_uuid').notNull(),
  }),
});
