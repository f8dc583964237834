import { z } from 'zod';
import { callParts } from '../../../data/index.ts';
import { endMoment, inOrder, lineOf, range, startMoment } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const part = z
  .enum(callParts, { error: `must be one of ${callParts.join(', ')}` })
  .describe('`recognition` and `synthesis` are those of speech servers. Models of this server have no price.');
const direction = z.enum(['inbound', 'outbound'], { error: 'must be inbound or outbound' });
const service = lineOf(200).describe(
  'The name of a telephony provider (`sip` for trunks), the uuid of a connection to a language model, the name of a model without one, or the name of a speech engine.',
);
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency of ISO 4217 in capitals, such as EUR')
  .describe('The same for all prices.');
const amount = z.number().min(0).max(1_000_000).nullable();

const amounts = {
  per_minute: amount.describe('Of telephony, recognition and synthesis.'),
  per_million_prompt_tokens: amount,
  per_million_completion_tokens: amount,
  per_million_characters: amount.describe('Of synthesis.'),
};

type Amounts = { readonly [Name in keyof typeof amounts]: number | null };

/** What a price of each part needs, and the only amounts that it may have. */
const amountsOf: Readonly<Record<z.output<typeof part>, readonly (keyof Amounts)[]>> = {
  telephony: ['per_minute'],
  language_model: ['per_million_prompt_tokens', 'per_million_completion_tokens'],
  recognition: ['per_minute'],
  synthesis: ['per_minute', 'per_million_characters'],
};

/** Synthesis is charged by its length or by its text. */
const isWhole = (of: z.output<typeof part>, prices: Amounts): boolean => {
  const names = Object.keys(amounts) as (keyof Amounts)[];
  const present = names.filter((name) => prices[name] !== null);
  const allowed = amountsOf[of];
  const isEnough = of === 'synthesis' ? present.length > 0 : present.length === allowed.length;
  return isEnough && present.every((name) => allowed.includes(name));
};

export const newPrice = z
  .object({
    part,
    service,
    direction: direction.nullable().default(null).describe('Needed for telephony alone.'),
    valid_from: startMoment.describe(
      'Applies to calls that begin then or later, until the next price of the same service.',
    ),
    currency,
    step_seconds: z
      .number()
      .int()
      .min(1)
      .max(3600)
      .default(1)
      .describe('Durations are rounded up to a multiple: 60 for whole minutes.'),
    per_minute: amounts.per_minute.default(null),
    per_million_prompt_tokens: amounts.per_million_prompt_tokens.default(null),
    per_million_completion_tokens: amounts.per_million_completion_tokens.default(null),
    per_million_characters: amounts.per_million_characters.default(null),
  })
  .superRefine((price, context) => {
    const issue = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if ((price.part === 'telephony') !== (price.direction !== null))
      issue('direction', price.part === 'telephony' ? 'is needed for telephony' : 'is for telephony alone');
    if (!isWhole(price.part, price))
      issue(
        'part',
        `needs ${amountsOf[price.part].join(price.part === 'synthesis' ? ' or ' : ' and ')}, and no other amount`,
      );
  });
export type NewPrice = z.output<typeof newPrice>;

const named = { part, service, name: z.string().describe('The name of the service for people.') };

export const price = z.object({
  uuid: z.string(),
  ...named,
  direction: direction.nullable(),
  valid_from: z.string(),
  currency,
  step_seconds: z.number().int(),
  ...amounts,
});
export type PriceJson = z.output<typeof price>;

/** A telephony provider, or the trunks of this server. */
const telephonyService = z.object({ service: z.string(), name: z.string() });

const unpriced = z.object({ ...named, direction: direction.nullable(), calls: z.number().int() });

export const priceList = z.object({
  prices: z.array(price),
  currency: z.string().nullable().describe('Null without prices.'),
  telephony: z.array(telephonyService).describe('The services of telephony that may have prices.'),
  unpriced: z
    .array(unpriced)
    .describe('What calls of the last 30 days used without a price, the most frequent first, at most 50.'),
});
export type PriceListJson = z.output<typeof priceList>;

export const priceUuid = z.object({ uuid: z.uuid() });

export const cost = z.object({
  amount: z.number().nullable().describe('Null if the call used a service without a price.'),
  currency: z.string(),
  is_at_least: z
    .boolean()
    .describe(
      'Whether more was used than was measured: a reply was cut off before its server reported the tokens, or a second leg of the provider.',
    ),
});
export type CostJson = z.output<typeof cost>;

const seconds = z.number().describe('As measured.');

export const costDetails = cost.extend({
  parts: z.array(
    z.object({
      ...named,
      direction: direction.nullable(),
      seconds,
      billed_seconds: z.number().nullable().describe('Rounded up as the price says. Null without a price.'),
      prompt_tokens: z.number().int(),
      completion_tokens: z.number().int(),
      characters: z.number().int(),
      uncounted: z.number().int().describe('Requests or legs that were not measured.'),
      amount: z.number().nullable().describe('Null without a price.'),
    }),
  ),
});
export type CostDetailsJson = z.output<typeof costDetails>;

export const tokenQuery = z
  .object({
    date_from: startMoment.optional().describe('30 days ago without one.'),
    date_to: endMoment.optional(),
  })
  .superRefine(inOrder('date_from', 'date_to'));
export type TokenQuery = z.output<typeof tokenQuery>;

const tokenUse = z.object({
  agent_id: z.string().nullable(),
  agent_name: z.string().nullable().describe('Null if the agent was deleted.'),
  model_uuid: z
    .string()
    .nullable()
    .describe('The connection. Null for a model of the server, and for a connection that was deleted.'),
  model_name: z.string(),
  calls: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  unreported_requests: z.number().int().describe('Their tokens are not known: a reply was cut off, for instance.'),
});
export type TokenUseJson = z.output<typeof tokenUse>;

export const tokenUses = z.object({
  range,
  uses: z.array(tokenUse).describe('The most tokens first, at most 200.'),
  total: z.number().int().describe('Of all pairs of an agent and a model, also of those that are left out.'),
});

nameSchemas({
  TokenUse: tokenUse,
  TokenUses: tokenUses,
  Price: price,
  NewPrice: newPrice,
  PriceList: priceList,
  UnpricedService: unpriced,
  TelephonyService: telephonyService,
  CallCost: cost,
  CallCostDetails: costDetails,
  CallCostPart: costDetails.shape.parts.element,
});
