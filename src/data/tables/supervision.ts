import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const supervisionTables = (c: Columns) => ({
  /** Sessions in which users listened to calls in progress. */
  listeningSessions: c.table('listening_sessions', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    callUuid: c.text('call_uuid').notNull(),
    userUuid: c.text('user_uuid').notNull(),
    /** The session of the user; null for the operator of the machine. */
    credentialUuid: c.text('credential_uuid'),
    createdAt: c.text('created_at').notNull(),
    /** Null until the stream opens. */
    startedAt: c.text('started_at'),
    endedAt: c.text('ended_at'),
    /** When the user first spoke instead of the agent. */
    takenOverAt: c.text('taken_over_at'),
  }),
});
