import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

/** Services that a call uses and that may have a price. */
export const callParts = ['telephony', 'language_model', 'recognition', 'synthesis'] as const;
export type CallPart = (typeof callParts)[number];

export const priceTables = (c: Columns) => ({
  prices: c.table('prices', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    part: c.text('part', { enum: callParts }).notNull(),
    /** A telephony provider, the uuid of a connection to a language model or the model's name, or a speech engine. */
    service: c.text('service').notNull(),
    /** Empty for all but telephony. */
    direction: c.text('direction', { enum: ['inbound', 'outbound', ''] }).notNull(),
    validFrom: c.text('valid_from').notNull(),
    /** ISO 4217; the same for all prices of an organisation. */
    currency: c.text('currency').notNull(),
    perMinute: c.real('per_minute'),
    /** Durations are rounded up to a multiple of this. */
    stepSeconds: c.integer('step_seconds').notNull(),
    perMillionPromptTokens: c.real('per_million_prompt_tokens'),
    perMillionCompletionTokens: c.real('per_million_completion_tokens'),
    perMillionCharacters: c.real('per_million_characters'),
    createdAt: c.text('created_at').notNull(),
  }),
  /** Maintained by triggers on call_events. */
  callUsage: c.table(
    'call_usage',
    {
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
      callUuid: c.text('call_uuid').notNull(),
      part: c.text('part', { enum: callParts }).notNull(),
      service: c.text('service').notNull(),
      /** Name of the connection, the model or the engine. */
      name: c.text('name').notNull(),
      ms: c.integer('ms').notNull(),
      promptTokens: c.integer('prompt_tokens').notNull(),
      completionTokens: c.integer('completion_tokens').notNull(),
      characters: c.integer('characters').notNull(),
      /** Requests whose tokens the server did not report. */
      uncounted: c.integer('uncounted').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.callUuid, table.part, table.service] })],
  ),
});
