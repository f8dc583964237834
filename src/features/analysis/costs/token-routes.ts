import type { FastifyInstance } from 'fastify';
import type { OrganisationId } from '../../../data/index.ts';
import { momentIn } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import * as schema from './schema.ts';
import type { TokenStore, TokenUse } from './token-store.ts';

export interface TokenRoutes {
  readonly tokens: TokenStore;
  /** Returns the time zone in which an organisation's days begin. */
  readonly zoneOf: (organisation: OrganisationId) => Promise<string>;
  readonly now: () => Date;
}

const usualMs = 30 * 86_400_000;

/** Registers what calls used of language models. */
export function registerTokenRoutes(app: FastifyInstance, { tokens, zoneOf, now }: TokenRoutes): void {
  app.route<{ Querystring: schema.TokenQuery }>({
    method: 'GET',
    url: '/api/settings/model-usage',
    config: { access: { role: 'manager' } },
    schema: {
      summary: 'Returns the tokens that calls used, by agent and language model.',
      description: 'Counts the calls that began in this time, tests too, and replies that were discarded.',
      tags: ['settings'],
      querystring: schema.tokenQuery,
      response: { 200: schema.tokenUses },
    },
    async handler(request) {
      const organisation = organisationOf(request);
      const { date_from: start, date_to: end } = request.query;
      const zone = await zoneOf(organisation);
      const from = start === undefined ? new Date(now().getTime() - usualMs).toISOString() : momentIn(zone, start);
      const to = end === undefined ? now().toISOString() : momentIn(zone, end);
      const { uses, total } = await tokens.used(organisation, { from, to });
      return { range: { from, to }, uses: uses.map(toJson), total };
    },
  });
}

const toJson = (use: TokenUse): schema.TokenUseJson => ({
  agent_id: use.agentUuid,
  agent_name: use.agentName,
  model_uuid: use.connectionUuid,
  model_name: use.model,
  calls: use.calls,
  prompt_tokens: use.promptTokens,
  completion_tokens: use.completionTokens,
  unreported_requests: use.unreported,
});
