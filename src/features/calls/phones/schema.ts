import { z } from 'zod';
import { lineOf, uuid } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const phoneUuid = z.object({ uuid: z.uuid() });

const extension = z
  .string()
  .regex(/^\d{2,6}$/, 'must be 2 to 6 digits')
  .meta({ description: 'Short number that the phones of the organisation dial.' });

const name = lineOf(100);

export const newPhone = z.object({ name, extension, user_uuid: uuid.nullable().optional() });
export type NewPhoneBody = z.output<typeof newPhone>;

export const phonePatch = z.object({
  name: name.optional(),
  extension: extension.optional(),
  user_uuid: uuid.nullable().optional(),
});
export type PhonePatchBody = z.output<typeof phonePatch>;

export const phone = z.object({
  uuid: z.string(),
  name: z.string(),
  extension: z.string(),
  /** Teammate whose phone it is. */
  user_uuid: z.string().nullable(),
  sip_username: z.string(),
  registered: z.boolean(),
  /** Product and version that the phone states. */
  user_agent: z.string().nullable(),
  /** Address and port from which it registered. */
  address: z.string().nullable(),
  /** Whether it registered from another address than it states: there is a NAT between. */
  behind_nat: z.boolean().nullable(),
  registered_at: z.string().nullable(),
  expires_at: z.string().nullable(),
});

export const phoneWithPassword = phone.extend({
  /** Shown only in this answer. */
  sip_password: z.string(),
  /**
   * Text of a QR code that Linphone scans to set itself up: an address, valid for ten minutes. Null while telephones are
   * off, and where this server was called by an address of its own machine.
   */
  qr: z.string().nullable(),
});

export const linphoneQuery = z.object({
  /** Token in the text of the phone's QR code. */
  token: z.string().max(200).optional(),
});

/** What a phone needs to register. */
export const phoneServer = z.object({
  /** Whether telephones are on (SIP_PORT). */
  is_on: z.boolean(),
  /** Value of the field "domain" or "server" of a phone: an address, with a port other than 5060. */
  sip_domain: z.string().nullable(),
  transports: z.array(z.enum(['udp', 'tcp', 'tls'])),
});

export const phoneList = z.object({ phones: z.array(phone), server: phoneServer });

nameSchemas({
  NewPhone: newPhone,
  PhonePatch: phonePatch,
  Phone: phone,
  PhoneWithPassword: phoneWithPassword,
  PhoneServer: phoneServer,
  PhoneList: phoneList,
});
