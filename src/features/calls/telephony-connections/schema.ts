import { z } from 'zod';
import { authId, authToken } from '../../../telephony/index.ts';

export const credentials = z.object({
  /**
   * Whether callbacks about calls of this account are rejected without the provider's signature. Unchanged if absent.
   */
  require_signed_callbacks: z.boolean().optional(),
  auth_id: authId,
  auth_token: authToken,
  phone_number: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be an E.164 number: a plus, the country code and the number, digits only'),
});

/** An unknown name is 404, like any other unknown id. */
export const providerName = z.object({ provider: z.string().max(64) });

const connectedAt = z.string().nullable();

const setting = z.object({ use: z.string(), path: z.string() });

/** Returns the response schemas, with the names of the available providers. */
export function schemasOf(names: readonly string[]) {
  const provider = z.enum(names as [string, ...string[]]);
  const status = z.object({ provider, is_connected: z.boolean(), connected_at: connectedAt });
  const numbers = { phone_number: z.string().nullable(), auth_id: z.string().nullable() };
  return {
    list: z.object({ providers: z.array(status.extend({ implemented: z.boolean() })) }),
    voiceList: z.object({ providers: z.array(status.extend(numbers)) }),
    connected: z.object({ provider, is_connected: z.boolean() }),
    connection: status.extend({
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
      form: z.object({ id_label: z.string(), id_hint: z.string(), token_label: z.string() }).nullable(),
      /** URLs to enter at the provider: purpose, path on this server, and the full URL with `PUBLIC_BASE_URL`. */
      addresses: z.array(setting.extend({ url: z.string().nullable() })),
    }),
  };
}

export type ConnectionJson = z.output<ReturnType<typeof schemasOf>['connection']>;
