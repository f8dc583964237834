import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { editHeaders, editOf, tagged } from '../../../http/edits.ts';
import { type flag, isOn } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { campaignToJson } from './campaign-json.ts';
import type { Flow } from './definition-service.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import * as schema from './schema.ts';
import type { Campaigns } from './service.ts';

const tags = ['campaigns'];
const url = '/api/voice/flows';
const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;
const params = schema.campaignUuid;

type OneCampaign = { Params: z.output<typeof schema.campaignUuid> };
type Listing = { Querystring: schema.CampaignQuery };
type Getting = OneCampaign & { Querystring: z.output<typeof schema.metricsQuery> };

export const unknownCampaign = (uuid: string): Problem => new Problem('not_found', `Campaign ${uuid} does not exist.`);

/** Returns the result of a change. Throws if it was rejected or the campaign does not exist. */
export function done<T extends object>(result: T | Refusal | undefined, uuid: string): T {
  if (result === undefined) throw unknownCampaign(uuid);
  if (isRefusal(result)) throw new Problem(result.refused, result.detail);
  return result;
}

/** Registers the public routes and the console's, which act on the same records. */
export function registerCampaignRoutes(app: FastifyInstance, campaigns: Campaigns): void {
  registerLists(app, campaigns);
  for (const path of ['/v1/campaigns', url]) registerOne(app, path, campaigns);
  registerAdding(app, campaigns);
  registerChanging(app, campaigns);
  registerRunning(app, campaigns);
}

function registerLists(app: FastifyInstance, campaigns: Campaigns): void {
  const summary =
    'Lists campaigns. Filter by status and kind, or search names with `q`; `include_metrics` adds metrics.';
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
  const { limit, offset, sort, order, include_metrics: wanted, ...filter } = request.query;
  const organisation = organisationOf(request);
  const { flows, total } = await campaigns.list(organisation, filter, { limit, offset, sort, order });
  return { rows: await withFigures(campaigns, organisation, flows, wanted), total, limit, offset };
}

async function withFigures(
  campaigns: Campaigns,
  organisation: ReturnType<typeof organisationOf>,
  flows: readonly Flow[],
  wanted: z.output<typeof flag>,
) {
  const figures = isOn(wanted) ? await campaigns.metrics(organisation, flows) : undefined;
  return flows.map((flow) => campaignToJson(flow, figures?.get(flow.uuid)));
}

function registerOne(app: FastifyInstance, path: string, campaigns: Campaigns): void {
  app.route<Getting>({
    method: 'GET',
    url: `${path}/:uuid`,
    config: { access: reading },
    schema: {
      summary: 'Returns a campaign with the titles of its documents. Its `ETag` names its version.',
      tags,
      params,
      querystring: schema.metricsQuery,
      response: { 200: schema.campaignWithKnowledge },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const organisation = organisationOf(request);
      const flow = done(await campaigns.get(organisation, uuid), uuid);
      const knowledge = await campaigns.knowledge(organisation, uuid);
      const [campaign] = await withFigures(campaigns, organisation, [flow], request.query.include_metrics);
      tagged(reply, flow.version);
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
      errors: { conflict: 'The campaign would be active, and another campaign answers its number.' },
    },
    schema: {
      summary: 'Creates a campaign. Without `voice_agent_id`, an agent is created with `speaker` or the default voice.',
      tags,
      body: schema.newCampaign,
      response: { 201: schema.campaign },
    },
    handler: async (request, reply) => {
      const flow = done(await campaigns.add(organisationOf(request), request.body, editOf(request)), '');
      tagged(reply, flow.version);
      return reply.code(201).send(campaignToJson(flow));
    },
  });
}

function registerChanging(app: FastifyInstance, campaigns: Campaigns): void {
  app.route<OneCampaign & { Body: z.output<typeof schema.campaignChange> }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: {
      access: writing,
      errors: {
        conflict: 'Another campaign answers its number, or another version is current than the one of `If-Match`.',
      },
    },
    schema: {
      summary:
        'Updates a campaign for future calls. Omitted fields are unchanged, `null` clears a field, `config` is merged by key.',
      description:
        '`speaker` gives its agent another voice; an agent that other campaigns share is copied first. With `voice_agent_id`, `speaker` is ignored.',
      tags,
      params,
      headers: editHeaders,
      body: schema.campaignChange,
      response: { 200: schema.campaign },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const { version_note: note, ...body } = request.body;
      const changed = await campaigns.change(organisationOf(request), uuid, body, editOf(request, note));
      const flow = done(changed, uuid);
      tagged(reply, flow.version);
      return campaignToJson(flow);
    },
  });

  app.route<OneCampaign>({
    method: 'POST',
    url: `${url}/:uuid/toggle`,
    config: {
      access: writing,
      errors: { conflict: 'The campaign is a draft or completed, or another campaign answers its number.' },
    },
    schema: {
      summary: 'Pauses an active campaign or resumes a paused one.',
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
      summary: 'Stops and deletes a campaign. Its calls are kept, and calls in progress continue.',
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

/** Also used by the console to launch and stop campaigns. */
function registerRunning(app: FastifyInstance, campaigns: Campaigns): void {
  app.route<OneCampaign>({
    method: 'POST',
    url: '/v1/campaigns/:uuid/launch',
    config: {
      access: writing,
      limit: { perMinute: 5 },
      errors: {
        bad_request:
          'The public address of this server is not set, no telephony provider is connected, the number is not E.164, or the end date has passed.',
        conflict: 'The campaign is already running, or another campaign answers its number.',
      },
    },
    schema: {
      summary:
        'Activates a campaign. An outbound campaign selects its contacts by tags and starts dialing within its hours and dates.',
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
    config: { access: writing, limit: { perMinute: 5 }, errors: { conflict: 'The campaign is a draft or completed.' } },
    schema: {
      summary: 'Pauses a campaign. No new calls are dialled or answered; calls in progress continue.',
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
