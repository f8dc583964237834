import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { organisationOf, userOf } from '../../http/identity.ts';
import { type Campaigns, campaignUuid, unknownCampaign } from '../campaigns/index.ts';
import type { Sight, Viewer } from '../contacts/index.ts';
import { targetList, targetQuery } from './target-schema.ts';
import type { ListedTarget, TargetStore } from './target-store.ts';

export interface TargetRoutesOptions {
  readonly campaigns: Pick<Campaigns, 'get'>;
  readonly targets: Pick<TargetStore, 'list'>;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
}

export function registerTargetRoutes(app: FastifyInstance, { campaigns, targets, sightOf }: TargetRoutesOptions): void {
  app.route<{ Params: z.output<typeof campaignUuid>; Querystring: z.output<typeof targetQuery> }>({
    method: 'GET',
    url: '/api/voice/flows/:uuid/targets',
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: {
      summary:
        'Lists the contacts of a campaign with their state and the reason for each skip, most recently changed first.',
      tags: ['campaigns'],
      params: campaignUuid,
      querystring: targetQuery,
      response: { 200: targetList },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const { status, ...page } = request.query;
      const organisationId = organisationOf(request);
      if ((await campaigns.get(organisationId, uuid)) === undefined) throw unknownCampaign(uuid);
      const sight = await sightOf({ organisationId, userUuid: userOf(request) });
      const { rows, total, counts } = await targets.list(organisationId, uuid, { status, sight }, page);
      return { targets: rows.map(toJson), counts, total, ...page };
    },
  });
}

const toJson = (row: ListedTarget): z.input<typeof targetList>['targets'][number] => ({
  uuid: row.uuid,
  contact_uuid: row.contactUuid,
  name: row.name,
  phone: row.phone,
  status: row.status,
  reason: row.reason,
  attempts: row.attempts,
  next_at: row.nextAt,
  last_call_uuid: row.callUuid,
  last_dialled_at: row.dialledAt,
  outcome: row.outcome,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
});
