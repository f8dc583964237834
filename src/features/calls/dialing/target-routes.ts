import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { type Campaigns, campaignUuid, type Sight, unknownCampaign, type Viewer } from '../../campaigns/index.ts';
import type { Progress } from './progress-store.ts';
import { progress, targetList, targetQuery } from './target-schema.ts';
import type { ListedTarget, TargetStore } from './target-store.ts';

export interface TargetRoutesOptions {
  readonly campaigns: Pick<Campaigns, 'get'>;
  readonly targets: Pick<TargetStore, 'list'>;
  readonly progress: Progress;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly now: () => Date;
}

export function registerTargetRoutes(app: FastifyInstance, options: TargetRoutesOptions): void {
  registerTargetList(app, options);
  registerProgress(app, options);
}

function registerProgress(app: FastifyInstance, options: TargetRoutesOptions): void {
  app.route<{ Params: z.output<typeof campaignUuid> }>({
    method: 'GET',
    url: '/api/voice/flows/:uuid/progress',
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: {
      summary: 'Returns the progress of a campaign: its contacts by state, their outcomes, and its calls by day.',
      tags: ['campaigns'],
      params: campaignUuid,
      response: { 200: progress },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const organisationId = organisationOf(request);
      const flow = await options.campaigns.get(organisationId, uuid);
      if (flow === undefined) throw unknownCampaign(uuid);
      const sight = await options.sightOf({ organisationId, userUuid: userOf(request) });
      return options.progress(organisationId, flow, { sight, at: options.now() });
    },
  });
}

function registerTargetList(app: FastifyInstance, { campaigns, targets, sightOf }: TargetRoutesOptions): void {
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
