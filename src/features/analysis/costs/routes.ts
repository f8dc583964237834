import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { momentIn } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { mostPrices, type Price, type PriceRefusal, type PriceStore } from './price-store.ts';
import * as schema from './schema.ts';
import { serviceName, telephonyServices } from './service-names.ts';

export interface PriceRoutes {
  readonly prices: PriceStore;
  /** Returns the time zone in which an organisation's days begin. */
  readonly zoneOf: (organisation: OrganisationId) => Promise<string>;
  readonly now: () => Date;
}

const tags = ['settings'];
const url = '/api/settings/prices';
const reading = { role: 'manager' } as const;
const writing = { role: 'admin', keys: false } as const;
const recentMs = 30 * 86_400_000;

const refusals: Readonly<Record<PriceRefusal, string>> = {
  exists: 'The service has a price from this moment. Delete it first.',
  too_many: `The organisation has ${mostPrices} prices. Delete one first.`,
  other_currency: 'The other prices have another currency. Delete them first, or enter this one in their currency.',
};

/** Registers the prices from which the costs of calls are computed. */
export function registerPriceRoutes(app: FastifyInstance, { prices, zoneOf, now }: PriceRoutes): void {
  app.route({
    method: 'GET',
    url,
    config: { access: reading },
    schema: {
      summary: 'Lists what the services of calls cost, and those that calls used without a price.',
      tags,
      response: { 200: schema.priceList },
    },
    async handler(request): Promise<schema.PriceListJson> {
      const organisation = organisationOf(request);
      const list = await prices.list(organisation);
      const names = await prices.names(organisation);
      const unpriced = await prices.unpriced(organisation, new Date(now().getTime() - recentMs).toISOString());
      return {
        prices: list.map((price) => toJson(price, names)),
        currency: list[0]?.currency ?? null,
        telephony: [...telephonyServices],
        unpriced: unpriced.map(({ direction, ...row }) => ({
          ...row,
          name: serviceName(row.part, row.service, names.get(row.service) ?? row.name),
          direction: direction === '' ? null : direction,
        })),
      };
    },
  });

  app.route<{ Body: schema.NewPrice }>({
    method: 'POST',
    url,
    config: { access: writing, errors: { conflict: 'It has a price from this moment, or another currency.' } },
    schema: {
      summary: 'Adds a price. Costs of calls that began since then follow at once.',
      description: 'A price is not changed: add one from a later day, or delete it and add another.',
      tags,
      body: schema.newPrice,
      response: { 201: schema.price },
    },
    async handler(request, reply) {
      const organisation = organisationOf(request);
      const price = fromJson(request.body, await zoneOf(organisation));
      const refusal = await prices.add(organisation, price, now().toISOString());
      if (refusal !== undefined) throw new Problem('conflict', refusals[refusal]);
      return reply.code(201).send(toJson(price, await prices.names(organisation)));
    },
  });

  app.route<{ Params: z.output<typeof schema.priceUuid> }>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing },
    schema: {
      summary: 'Deletes a price. Calls that it applied to have the price before it, or none.',
      tags,
      params: schema.priceUuid,
      response: { 204: z.null() },
    },
    async handler(request, reply) {
      const { uuid } = request.params;
      if (!(await prices.remove(organisationOf(request), uuid)))
        throw new Problem('not_found', `Price ${uuid} does not exist.`);
      return reply.code(204).send();
    },
  });
}

const toJson = (price: Price, names: ReadonlyMap<string, string>): schema.PriceJson => ({
  uuid: price.uuid,
  part: price.part,
  service: price.service,
  name: serviceName(price.part, price.service, names.get(price.service)),
  direction: price.direction === '' ? null : price.direction,
  valid_from: price.validFrom,
  currency: price.currency,
  step_seconds: price.stepSeconds,
  per_minute: price.perMinute,
  per_million_prompt_tokens: price.perMillionPromptTokens,
  per_million_completion_tokens: price.perMillionCompletionTokens,
  per_million_characters: price.perMillionCharacters,
});

const fromJson = (body: schema.NewPrice, zone: string): Price => ({
  uuid: randomUUID(),
  part: body.part,
  service: body.service,
  direction: body.direction ?? '',
  validFrom: momentIn(zone, body.valid_from),
  currency: body.currency,
  perMinute: body.per_minute,
  stepSeconds: body.step_seconds,
  perMillionPromptTokens: body.per_million_prompt_tokens,
  perMillionCompletionTokens: body.per_million_completion_tokens,
  perMillionCharacters: body.per_million_characters,
});
