import { z } from 'zod';
import { nameSchemas } from '../../../http/named-schemas.ts';

/** What the provider answered to the request for its list of numbers. */
const result = z.enum([
  'working',
  'credentials_accepted',
  'number_missing',
  'not_connected',
  'not_listed',
  'credentials_rejected',
  'account_not_found',
  'over_limit',
  'provider_error',
  'unreachable',
  'timed_out',
  'invalid_answer',
]);

export const tested = z.object({
  provider: z.string(),
  result,
  /** What the provider answered and, unless it works, what to do. */
  detail: z.string(),
  /** Numbers of the account, the first 200. */
  numbers: z.array(z.string()),
});

const number = z.object({
  /** E.164, or as the provider writes it. */
  phone_number: z.string(),
  /** Provider of the account, or `sip` for a trunk. */
  provider: z.string(),
  /** Name of the provider for people. */
  display_name: z.string(),
  /** The active inbound campaign of this organisation that answers the number. */
  flow: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
  /** URL on this server to which the provider must send calls; null for a trunk, and without `PUBLIC_BASE_URL`. */
  answer_url: z.string().nullable(),
  /** Whether the provider has that URL: `other` has another one or none, `unknown` if its list does not say. */
  answer_url_state: z.enum(['set', 'other', 'unknown', 'not_needed']),
  /** Whether this server can enter the URL at the provider. */
  can_set: z.boolean(),
});

export const numberList = z.object({
  numbers: z.array(number),
  /** Result for each connected account. */
  accounts: z.array(tested.omit({ numbers: true }).extend({ display_name: z.string() })),
});

export const answerUrlBody = z.object({ provider: z.string().max(64), phone_number: z.string().max(32) });

export const answerUrlSet = z.object({
  provider: z.string(),
  phone_number: z.string(),
  answer_url: z.string(),
});

export type NumberJson = z.output<typeof number>;
export type NumberListJson = z.output<typeof numberList>;
export type TestedJson = z.output<typeof tested>;

nameSchemas({
  TestedConnection: tested,
  AccountNumber: number,
  AccountNumberList: numberList,
  AnswerUrlRequest: answerUrlBody,
  AnswerUrlSet: answerUrlSet,
});
