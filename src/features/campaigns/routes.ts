import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import type { Flow } from '../flows/index.ts';
import { campaignToJson } from './campaign-json.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import * as schema from './schema.ts';
import type { Campaigns } from './service.ts';

export const campaignTag = 'campaigns';
const tags = [campaignTag];
const url = '/api/voice/flows';
export const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;
const params = schema.campaignUuid;

export type OneCampaign = { Params: z.output<typeof schema.campaignUuid> };
type Listing = { Querystring: schema.CampaignQuery };
type Getting = OneCampaign & { Querystring: z.output<typeof schema.metricsQuery> };

export const unknownCampaign = (uuid: string): Problem => new Problem('not_found', `There is no campaign ${uuid}.`);

/** Throws what was refused, and what is not there. */
function done<T extends object>(result: T | Refusal | undefined, uuid: string): T {
  if (result === undefined) throw unknownCampaign(uuid);
  if (isRefusal(result)) throw new Problem(result.refused, result.detail);
  return result;
}

/** The public routes and those of the console, on the same records. */
export function registerCampaignRoutes(app: FastifyInstance, campaigns: Campaigns): void {
  registerLists(app, campaigns);
  for (const path of ['/v1/campaigns', url]) registerOne(app, path, campaigns);
  registerAdding(app, campaigns);
  registerChanging(app, campaigns);
  registerRunning(app, campaigns);
}

function registerLists(app: FastifyInstance, campaigns: Campaigns): void {
  const summary = 'Campaigns, oldest first: of one status or kind, and with their figures where asked for.';
  app.route<Listing>({
    method: 'GET',
    url: '/v1/campaigns',
    config: { access: reading },
    schema: { summary, tags, querystring: schema.campaignQuery, response: { 200: schema.campaignList } },
    handler: async (request) => {
      const { rows, ...page } = await listed(request, campaigns);
      return { campaigns: rows, ...page };
    },
  });
  app.route<Listing>({
    method: 'GET',
    url,
    config: { access: reading },
    schema: { summary, tags, querystring: schema.campaignQuery, response: { 200: schema.flowList } },
    handler: async (request) => {
      const { rows, ...page } = await listed(request, campaigns);
      return { flows: rows, ...page };
    },
  });
}

async function listed(request: FastifyRequest<Listing>, campaigns: Campaigns) {
  const { limit, offset, include_metrics: wanted, ...filter } = request.query;
  const organisation = organisationOf(request);
  const { flows, total } = await campaigns.list(organisation, filter, { limit, offset });
  return { rows: await withFigures(campaigns, organisation, flows, wanted), total, limit, offset };
}

async function withFigures(
  campaigns: Campaigns,
  organisation: ReturnType<typeof organisationOf>,
  flows: readonly Flow[],
  wanted: 'true' | 'false',
) {
  const figures = wanted === 'true' ? await campaigns.metrics(organisation, flows) : undefined;
  return flows.map((flow) => campaignToJson(flow, figures?.get(flow.uuid)));
}

function registerOne(app: FastifyInstance, path: string, campaigns: Campaigns): void {
  app.route<Getting>({
    method: 'GET',
    url: `${path}/:uuid`,
    config: { access: reading },
    schema: {
      summary: 'One campaign, with the titles of the documents that it answers from.',
      tags,
      params,
      querystring: schema.metricsQuery,
      response: { 200: schema.campaignWithKnowledge },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const organisation = organisationOf(request);
      const flow = done(await campaigns.get(organisation, uuid), uuid);
      const knowledge = await campaigns.knowledge(organisation, uuid);
      const [campaign] = await withFigures(campaigns, organisation, [flow], request.query.include_metrics);
      return { ...campaign, knowledge };
    },
  });
}

function registerAdding(app: FastifyInstance, campaigns: Campaigns): void {
  app.route<{ Body: schema.NewCampaignBody }>({
    method: 'POST',
    url,
    config: {
      access: writing,
      limit: { perMinute: 20 },
      errors: { conflict: 'It is to be active at once, and its number is answered by another campaign.' },
    },
    schema: {
      summary: 'Makes a campaign, and an agent with the voice that is named where no agent is.',
      tags,
      body: schema.newCampaign,
      response: { 201: schema.campaign },
    },
    handler: async (request, reply) => {
      const flow = done(await campaigns.add(organisationOf(request), request.body), '');
      return reply.code(201).send(campaignToJson(flow));
    },
  });
}

function registerChanging(app: FastifyInstance, campaigns: Campaigns): void {
  app.route<OneCampaign & { Body: schema.CampaignPatchBody }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access: writing, errors: { conflict: 'Its number is answered by another campaign.' } },
    schema: {
      summary:
        'Changes a campaign, for the calls that begin from now on: what is absent stays, null clears, config is merged key by key.',
      tags,
      params,
      body: schema.campaignPatch,
      response: { 200: schema.campaign },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return campaignToJson(done(await campaigns.change(organisationOf(request), uuid, request.body), uuid));
    },
  });

  app.route<OneCampaign>({
    method: 'POST',
    url: `${url}/:uuid/toggle`,
    config: { access: writing, errors: { conflict: 'It is a draft or completed, or its number is answered already.' } },
    schema: {
      summary: 'Pauses an active campaign, or takes a paused one up again.',
      tags,
      params,
      response: { 200: schema.campaign },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return campaignToJson(done(await campaigns.toggle(organisationOf(request), uuid), uuid));
    },
  });

  app.route<OneCampaign>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing },
    schema: {
      summary: 'Removes a campaign, stopping it first; its calls stay, and those in progress go on.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await campaigns.remove(organisationOf(request), uuid))) throw unknownCampaign(uuid);
      return reply.code(204).send();
    },
  });
}

/** Also what the console launches and stops by. */
function registerRunning(app: FastifyInstance, campaigns: Campaigns): void {
  app.route<OneCampaign>({
    method: 'POST',
    url: '/v1/campaigns/:uuid/launch',
    config: {
      access: writing,
      limit: { perMinute: 5 },
      errors: {
        bad_request:
          'PUBLIC_BASE_URL is not set, no telephony provider is connected, its number is not in E.164, or its end date is over.',
        conflict: 'It is running already, or its number is answered by another campaign.',
      },
    },
    schema: {
      summary:
        'Makes a campaign active: an outbound one gets its contacts, by its tags, hours and dates, and is dialled for at once.',
      tags,
      params,
      response: { 200: schema.launched },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const { queued } = done(await campaigns.launch(organisationOf(request), uuid), uuid);
      return { status: 'launched', campaign_id: uuid, contacts_queued: queued };
    },
  });

  app.route<OneCampaign>({
    method: 'POST',
    url: '/v1/campaigns/:uuid/stop',
    config: { access: writing, limit: { perMinute: 5 }, errors: { conflict: 'It is a draft or completed.' } },
    schema: {
      summary: 'Pauses a campaign: nobody else is dialled or answered, and calls in progress go on.',
      tags,
      params,
      response: { 200: schema.stopped },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      done(await campaigns.stop(organisationOf(request), uuid), uuid);
      return { status: 'stopped', campaign_id: uuid };
    },
  });
}
