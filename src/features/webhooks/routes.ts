import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import * as schema from './schema.ts';
import { type ListedWebhook, maxWebhooks, type Webhooks } from './service.ts';
import type { DeliveryRow } from './store.ts';

const tags = ['webhooks'];
const access = { scopes: ['voice:calls:write'] } as const;
const consoleUrl = '/api/voice/webhooks';

type One = { Params: z.output<typeof schema.webhookUuid> };
type Paged = { Querystring: z.output<typeof schema.listQuery> };

export function registerWebhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  for (const url of [consoleUrl, '/v1/webhooks']) registerCreate(app, url, webhooks);
  registerList(app, webhooks);
  registerLogs(app, webhooks);
  app.route<One>({
    method: 'DELETE',
    url: `${consoleUrl}/:uuid`,
    config: { access },
    schema: {
      summary: 'Deletes a webhook with its pending deliveries and its log.',
      tags,
      params: schema.webhookUuid,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await webhooks.remove(organisationOf(request), uuid))) throw unknown(uuid);
      return reply.code(204).send();
    },
  });
}

function registerCreate(app: FastifyInstance, url: string, webhooks: Webhooks): void {
  app.route<{ Body: schema.NewWebhook }>({
    method: 'POST',
    url,
    config: {
      access,
      limit: { perMinute: 20 },
      errors: {
        conflict: `The organisation has ${maxWebhooks} webhooks.`,
        unavailable: 'SETTINGS_ENCRYPTION_KEY is not set, or the disk is full.',
      },
    },
    schema: {
      summary: 'Registers a webhook. The signing secret is returned only in this response.',
      tags,
      body: schema.newWebhook,
      response: { 201: schema.madeWebhook },
    },
    handler: async (request, reply) => create(webhooks, request, reply),
  });
}

async function create(
  webhooks: Webhooks,
  request: FastifyRequest<{ Body: schema.NewWebhook }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const made = await webhooks.create(organisationOf(request), request.body);
  if (made.kind === 'bad_url') throw new Problem('bad_request', made.detail);
  if (made.kind === 'unsealed') throw new Problem('unavailable', made.detail);
  if (made.kind === 'too_many')
    throw new Problem('conflict', `The organisation has ${maxWebhooks} webhooks. Delete one first.`);
  return reply.code(201).send({ uuid: made.uuid, secret: made.secret });
}

function registerList(app: FastifyInstance, webhooks: Webhooks): void {
  app.route<Paged>({
    method: 'GET',
    url: consoleUrl,
    config: { access },
    schema: {
      summary: 'Lists webhooks, without secrets.',
      tags,
      querystring: schema.listQuery,
      response: { 200: schema.webhookList },
    },
    handler: async (request) => {
      const found = await webhooks.list(organisationOf(request), request.query);
      return { webhooks: found.webhooks.map(toJson), total: found.total, ...request.query };
    },
  });
}

function registerLogs(app: FastifyInstance, webhooks: Webhooks): void {
  app.route<One & Paged>({
    method: 'GET',
    url: `${consoleUrl}/:uuid/logs`,
    config: { access },
    schema: {
      summary: 'Lists the last 200 deliveries of a webhook with their results, newest first.',
      tags,
      params: schema.webhookUuid,
      querystring: schema.listQuery,
      response: { 200: schema.logList },
    },
    handler: async (request) => {
      const found = await webhooks.log(organisationOf(request), request.params.uuid, request.query);
      if (found === undefined) throw unknown(request.params.uuid);
      return { logs: found.rows.map(entryOf), total: found.total, ...request.query };
    },
  });
}

const unknown = (uuid: string): Problem => new Problem('not_found', `Webhook ${uuid} does not exist.`);

const toJson = (row: ListedWebhook): schema.WebhookAnswer => ({
  uuid: row.uuid,
  name: row.name,
  url: row.url,
  events: row.events as schema.WebhookEvent[],
  headers: { ...row.headers },
  is_active: row.isActive,
  last_triggered_at: row.lastTriggeredAt,
  created_at: row.createdAt,
});

const entryOf = (row: DeliveryRow) => ({
  event_type: row.eventType,
  response_status: row.responseStatus,
  success: row.success,
  error_message: row.errorMessage,
  created_at: row.attemptedAt ?? row.createdAt,
});
