import { z } from 'zod';

export const providers = ['telephony_a', 'telephony_b', 'telephony_c'] as const;
export type Provider = (typeof providers)[number];

/** Those that calls can be carried over. */
export const connectable = ['telephony_a', 'telephony_b'] as const satisfies readonly Provider[];
export type ConnectableProvider = (typeof connectable)[number];

/** What a provider knows its customer by; it goes into headers of requests to it. */
const credential = (most: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(most, `must have ${most} characters at most`)
    .regex(/^[^\p{C}]*$/u, 'must hold no line breaks and nothing else that is not seen');

export const credentials = z.object({
  auth_id: credential(256),
  auth_token: credential(1024),
  phone_number: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be an E.164 number: a plus, the country code and the number, digits only'),
});

/** A name, of which there are few: one that is unknown is 404 as any other unknown thing. */
export const providerName = z.object({ provider: z.string().max(64) });

const providerField = z.enum(providers);
const connectedAt = z.string().nullable();

export const providerList = z.object({
  providers: z.array(
    z.object({
      provider: providerField,
      is_connected: z.boolean(),
      implemented: z.boolean(),
      connected_at: connectedAt,
    }),
  ),
});

export const connection = z.object({
  provider: providerField,
  is_connected: z.boolean(),
  implemented: z.boolean(),
  connected_at: connectedAt,
  phone_number: z.string().nullable(),
  auth_id: z.string().nullable(),
  /** Of what is stored: `unreadable` is to be entered again. */
  credentials: z.enum(['none', 'stored', 'unreadable']),
  /** What stands in the way of connecting, and what to do about it. */
  detail: z.string().nullable(),
});

export const connectionList = z.object({
  providers: z.array(
    z.object({
      provider: providerField,
      is_connected: z.boolean(),
      connected_at: connectedAt,
      phone_number: z.string().nullable(),
      auth_id: z.string().nullable(),
    }),
  ),
});

export const connected = z.object({ provider: providerField, is_connected: z.boolean() });
