import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const phoneTables = (c: Columns) => ({
  /** The password is sealed as the setting `phone.<uuid>`. */
  phones: c.table('phones', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    name: c.text('name').notNull(),
    /** Two to six digits, unique in the organisation. */
    extension: c.text('extension').notNull(),
    userUuid: c.text('user_uuid'),
    /** Unique on the whole server. */
    sipUsername: c.text('sip_username').notNull(),
    createdAt: c.text('created_at').notNull(),
    userAgent: c.text('user_agent'),
    address: c.text('address'),
    /** The latest registration; null while the phone is not registered. */
    registeredAt: c.text('registered_at'),
    expiresAt: c.text('expires_at'),
    /** Whether it came from another address than its Contact. */
    behindNat: c.flag('behind_nat'),
    /** The server at which it is registered. */
    ownerId: c.text('owner_id'),
  }),
});
