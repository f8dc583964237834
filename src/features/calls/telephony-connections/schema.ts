import { z } from 'zod';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { authId, enteredToken, signingKey } from '../../../telephony/index.ts';

export const credentials = z.object({
  /**
   * Whether callbacks about calls of this account are rejected without the provider's signature. Unchanged if absent.
   */
  require_signed_callbacks: z.boolean().optional(),
  auth_id: authId,
  auth_token: enteredToken,
  /** Key with which the provider signs callbacks, if that is not the token. Unchanged if absent. */
  signing_key: signingKey.optional(),
  /** URL of the account's own server, for a provider with `endpoint.default_url`. Unchanged if absent. */
  base_url: z.string().min(1, 'must not be empty').max(512, 'must have at most 512 characters').optional(),
  phone_number: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be an E.164 number: a plus, the country code and the number, digits only'),
});

/** An unknown name is 404, like any other unknown id. */
export const providerName = z.object({ provider: z.string().max(64) });

const connectedAt = z.string().nullable();

/** A URL to enter at the provider: purpose, path on this server, and the full URL with `PUBLIC_BASE_URL`. */
const address = z.object({ use: z.string(), path: z.string(), url: z.string().nullable() });

/** `variable` sets where requests go. `default_url`: where they go because it is not set; null if it is. */
const endpoint = z.object({ variable: z.string(), default_url: z.string().nullable() });

/** A configuration file of the provider. */
const file = z.object({ name: z.string(), text: z.string() });

/** Returns the response schemas, with the names of the available providers. */
export function schemasOf(names: readonly string[]) {
  const provider = z.enum(names as [string, ...string[]]);
  const status = z.object({ provider, is_connected: z.boolean(), connected_at: connectedAt });
  const numbers = { phone_number: z.string().nullable(), auth_id: z.string().nullable() };
  const setUpStatus = status.extend({ implemented: z.boolean() });
  const numberStatus = status.extend(numbers);
  const list = z.object({ providers: z.array(setUpStatus) });
  const voiceList = z.object({ providers: z.array(numberStatus) });
  const connected = z.object({ provider, is_connected: z.boolean() });
  const connection = status.extend({
    ...numbers,
    implemented: z.boolean(),
    require_signed_callbacks: z.boolean(),
    /** Whether the provider confirms that the account has `phone_number`; null without a connection. */
    number_proof: z.enum(['pending', 'proven', 'refused']).nullable(),
    /** Name of the provider for people. */
    display_name: z.string(),
    /** State of the stored credentials: `unreadable` ones must be entered again. */
    credentials: z.enum(['none', 'stored', 'unreadable']),
    /** What prevents a connection, and how to fix it. */
    detail: z.string().nullable(),
    /** The provider's terms for its credentials; null if it cannot be connected. */
    form: z
      .object({
        id_label: z.string(),
        id_hint: z.string(),
        token_label: z.string(),
        /** Null if the provider signs with the token, or not at all. */
        signing_key_label: z.string().nullable(),
        signing_key_hint: z.string().nullable(),
        /** Whether you choose the key yourself. */
        signing_key_is_chosen: z.boolean(),
      })
      .nullable(),
    /** The operator's choice of where requests to the provider go; null for the provider's public endpoint. */
    endpoint: endpoint.nullable(),
    /** URL of the account's own server; null if none was entered. */
    base_url: z.string().nullable(),
    addresses: z.array(address),
    /** Files to copy to the provider. They contain the label of the signing key in angle brackets in its place. */
    files: z.array(file),
  });
  nameSchemas({
    TelephonyConnection: connection,
    TelephonyConnectionState: connected,
    TelephonyProvider: setUpStatus,
    TelephonyProviderList: list,
    TelephonyNumber: numberStatus,
    TelephonyNumberList: voiceList,
  });
  return { list, voiceList, connected, connection };
}

export type ConnectionJson = z.output<ReturnType<typeof schemasOf>['connection']>;

nameSchemas({
  TelephonyAddress: address,
  TelephonyEndpoint: endpoint,
  TelephonyFile: file,
  TelephonyCredentials: credentials,
});
