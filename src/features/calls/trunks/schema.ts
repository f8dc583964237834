import { z } from 'zod';
import { lineOf, phoneNumber } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { isNarrow, isNetwork } from './networks.ts';

export const trunkUuid = z.object({ uuid: z.uuid() });

const hostForm = /^(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)(:[0-9]{1,5})?$/;

const host = (what: string) =>
  z
    .string()
    .max(260)
    .regex(hostForm, 'must be a host name or an address, with a port after a colon if it is not the usual one')
    .meta({ description: what, examples: ['sip.example.com', '192.0.2.10:5080'] });

/** A user name as it stands in a SIP URI. */
const username = z
  .string()
  .regex(/^[A-Za-z0-9\-_.!~*'()+$&=,;?/]{1,100}$/, 'must have 1 to 100 characters of a SIP user name, without blanks')
  .meta({ description: 'Name with which Parley registers, and answers challenges without an auth_username.' });

const authUsername = z
  .string()
  .regex(/^[^\s"\\]{1,100}$/, 'must have 1 to 100 characters, without blanks and quotes')
  .meta({ description: 'Name that answers challenges, if it is not the user name.' });

const network = z
  .string()
  .max(60)
  .refine(isNetwork, 'must be an address or a network, such as 192.0.2.10 or 192.0.2.0/24')
  .refine((text) => !isNetwork(text) || isNarrow(text), 'must not be wider than /24, or /64 in IPv6: name each network')
  .meta({ examples: ['192.0.2.10', '192.0.2.0/24'] });

const country = z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, such as US');

const fields = {
  name: lineOf(100),
  registrar: host('Domain of the PBX or the trunk.'),
  transport: z.enum(['udp', 'tcp', 'tls']),
  username: username.nullable(),
  auth_username: authUsername.nullable(),
  password: z.string().min(1).max(200).meta({ description: 'Stored encrypted and never returned.' }),
  from_number: phoneNumber,
  number_prefix: z.enum(['+', '00', '']).meta({ description: 'Written in place of the plus of dialled numbers.' }),
  outbound_proxy: host('Sends requests here in place of the registrar.').nullable(),
  allowed_addresses: z
    .array(network)
    .max(50)
    .meta({ description: 'Addresses and networks whose calls are accepted without a registration.' }),
  register: z.boolean().meta({ description: 'Whether Parley registers, so that calls reach it.' }),
  allowed_countries: z
    .array(country)
    .max(250)
    .meta({ description: 'Countries that may be called. By default, and if empty, the country of from_number.' }),
  max_calls: z.int().min(1).max(1000).meta({ description: 'Outbound calls at once.' }),
  calls_per_minute: z.int().min(1).max(6000).meta({ description: 'Outbound calls that begin within a minute.' }),
  encrypted_audio: z.boolean().meta({ description: 'Whether calls demand SRTP. Needs the transport tls.' }),
  wideband_audio: z.boolean().meta({ description: 'Whether outbound calls prefer G.722.' }),
  transfers: z.enum(['bridge', 'refer']).meta({
    description:
      'How a caller is connected with a teammate who is called over the same trunk: by this server, or by the trunk, which gets a REFER with Replaces.',
  }),
};

export const newTrunk = z.object({
  name: fields.name,
  registrar: fields.registrar,
  from_number: fields.from_number,
  transport: fields.transport.default('udp'),
  username: fields.username.default(null),
  auth_username: fields.auth_username.default(null),
  password: fields.password.optional(),
  number_prefix: fields.number_prefix.default('+'),
  outbound_proxy: fields.outbound_proxy.default(null),
  allowed_addresses: fields.allowed_addresses.default([]),
  register: fields.register.default(true),
  allowed_countries: fields.allowed_countries.optional(),
  max_calls: fields.max_calls.default(10),
  calls_per_minute: fields.calls_per_minute.default(60),
  encrypted_audio: fields.encrypted_audio.default(false),
  wideband_audio: fields.wideband_audio.default(false),
  transfers: fields.transfers.default('bridge'),
});
export type NewTrunkBody = z.output<typeof newTrunk>;

export const trunkPatch = z.object(fields).partial();
export type TrunkPatchBody = z.output<typeof trunkPatch>;

export const trunk = z.object({
  uuid: z.string(),
  name: z.string(),
  registrar: z.string(),
  transport: z.enum(['udp', 'tcp', 'tls']),
  username: z.string().nullable(),
  auth_username: z.string().nullable(),
  has_password: z.boolean(),
  from_number: z.string(),
  number_prefix: z.enum(['+', '00', '']),
  outbound_proxy: z.string().nullable(),
  allowed_addresses: z.array(z.string()),
  register: z.boolean(),
  allowed_countries: z.array(z.string()),
  max_calls: z.int(),
  calls_per_minute: z.int(),
  encrypted_audio: z.boolean(),
  wideband_audio: z.boolean(),
  transfers: z.enum(['bridge', 'refer']),
  status: z.object({
    is_registered: z.boolean(),
    /** Raw line of the registrar's last response, such as `403 Forbidden`. */
    last_response: z.string().nullable(),
    /** Why Parley is not registered. */
    last_error: z.string().nullable(),
  }),
  created_at: z.string(),
});

export const trunkList = z.object({ trunks: z.array(trunk) });

nameSchemas({ NewSipTrunk: newTrunk, SipTrunkPatch: trunkPatch, SipTrunk: trunk, SipTrunkList: trunkList });
