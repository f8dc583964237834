import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const sipTrunkTables = (c: Columns) => ({
  /** The password is sealed as the setting `sip_trunk.<uuid>`. */
  sipTrunks: c.table('sip_trunks', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    name: c.text('name').notNull(),
    /** Domain of the registrar or of the trunk, with a port other than the usual one. */
    registrar: c.text('registrar').notNull(),
    transport: c.text('transport', { enum: ['udp', 'tcp', 'tls'] }).notNull(),
    username: c.text('username'),
    /** E.164. */
    fromNumber: c.text('from_number').notNull(),
    /** Written in place of the plus of dialled numbers. */
    numberPrefix: c.text('number_prefix', { enum: ['+', '00', ''] }).notNull(),
    outboundProxy: c.text('outbound_proxy'),
    /** Addresses and networks whose calls are accepted without a registration. */
    allowedAddresses: c.json('allowed_addresses').notNull().$type<readonly string[]>(),
    registers: c.flag('registers').notNull(),
    contactUser: c.text('contact_user').notNull(),
    /** ISO 3166 codes of the countries that may be called. */
    allowedCountries: c.json('allowed_countries').notNull().$type<readonly string[]>(),
    maxCalls: c.integer('max_calls').notNull(),
    callsPerMinute: c.integer('calls_per_minute').notNull(),
    createdAt: c.text('created_at').notNull(),
    updatedAt: c.text('updated_at').notNull(),
    isRegistered: c.flag('is_registered').notNull(),
    lastResponse: c.text('last_response'),
    lastError: c.text('last_error'),
    ownerId: c.text('owner_id'),
    /** Name that answers challenges; null if it is the user name. */
    authUsername: c.text('auth_username'),
    /** Whether our offers demand SRTP, and begin with G.722. */
    encryptedAudio: c.flag('encrypted_audio').notNull(),
    widebandAudio: c.flag('wideband_audio').notNull(),
    /** Who connects the people of a transfer: this server, or the trunk when we send it a REFER. */
    transfers: c.text('transfers', { enum: ['bridge', 'refer'] }).notNull(),
  }),
});
