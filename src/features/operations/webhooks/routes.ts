import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { type AttemptResult, attemptsOf, maxAttempts } from './attempts.ts';
import * as schema from './schema.ts';
import { type ListedWebhook, maxWebhooks, type Webhooks } from './service.ts';
import type { DeliveryRow } from './store.ts';

const tags = ['webhooks'];
/** The headers of a webhook may hold a receiver's key, and its address receives what every caller said. */
const access = { scopes: ['voice:calls:write'], role: 'manager' } as const;
const consoleUrl = '/api/voice/webhooks';

type One = { Params: z.output<typeof schema.webhookUuid> };
type Paged = { Querystring: z.output<typeof schema.listQuery> };

export function registerWebhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  registerCreate(app, consoleUrl, webhooks);
  registerCreate(app, '/v1/webhooks', webhooks, { limit: { perMinute: 20 } });
  registerList(app, webhooks);
  registerLogs(app, webhooks);
  registerChange(app, webhooks);
  registerTest(app, webhooks);
  registerRedelivery(app, webhooks);
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

function registerCreate(
  app: FastifyInstance,
  url: string,
  webhooks: Webhooks,
  limited: { readonly limit?: { readonly perMinute: number } } = {},
): void {
  app.route<{ Body: schema.NewWebhook }>({
    method: 'POST',
    url,
    config: {
      access,
      ...limited,
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
  const created = await webhooks.create(organisationOf(request), request.body);
  if (created.kind === 'bad_url') throw new Problem('bad_request', created.detail);
  if (created.kind === 'unsealed') throw new Problem('unavailable', created.detail);
  if (created.kind === 'too_many')
    throw new Problem('conflict', `The organisation has ${maxWebhooks} webhooks. Delete one first.`);
  return reply.code(201).send({ uuid: created.uuid, secret: created.secret });
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
      const page = await webhooks.list(organisationOf(request), request.query);
      return { webhooks: page.webhooks.map(toJson), total: page.total, ...request.query };
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
      const log = await webhooks.log(organisationOf(request), request.params.uuid, request.query);
      if (log === undefined) throw unknown(request.params.uuid);
      return { logs: log.rows.map((row) => entryOf(row, webhooks)), total: log.total, ...request.query };
    },
  });
}

function registerChange(app: FastifyInstance, webhooks: Webhooks): void {
  app.route<One & { Body: schema.WebhookPatch }>({
    method: 'PATCH',
    url: `${consoleUrl}/:uuid`,
    config: { access, errors: { unavailable: 'The headers cannot be encrypted or decrypted, or the disk is full.' } },
    schema: {
      summary: 'Updates a webhook. Omitted fields and the secret are unchanged.',
      tags,
      params: schema.webhookUuid,
      body: schema.webhookPatch,
      response: { 200: schema.webhook },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const changed = await webhooks.change(organisationOf(request), uuid, request.body);
      if (changed.kind === 'unknown') throw unknown(uuid);
      if (changed.kind === 'bad_request') throw new Problem('bad_request', changed.detail);
      if (changed.kind !== 'changed') throw new Problem('unavailable', changed.detail);
      return toJson(changed.webhook);
    },
  });
}

function registerTest(app: FastifyInstance, webhooks: Webhooks): void {
  app.route<One & { Body: schema.TestRequest }>({
    method: 'POST',
    url: `${consoleUrl}/:uuid/test`,
    config: { access, limit: { perMinute: 20 } },
    schema: {
      summary: 'Sends a signed sample event to a webhook and returns the response.',
      description:
        'The body has `"test": true` and made-up data. It is sent also while the webhook is inactive, and is not logged. Returns 200 whatever the receiver returns.',
      tags,
      params: schema.webhookUuid,
      body: schema.testRequest,
      response: { 200: schema.testResult },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const sent = await webhooks.test(organisationOf(request), uuid, request.body.event);
      if (sent === undefined) throw unknown(uuid);
      return {
        event_type: sent.event,
        ...resultJson(sent),
        latency_ms: sent.latencyMs,
        response_body: sent.beginning.toString('utf8'),
        is_truncated: !sent.isWhole,
      };
    },
  });
}

const refusals = {
  waiting: 'The delivery is queued and has not been sent yet.',
  sending: 'The delivery is being sent. Wait for its result before you send it again.',
  delivered: 'The delivery has succeeded. Only failed deliveries can be sent again.',
  not_kept: 'The body of this delivery is no longer stored.',
  too_often: `The delivery has ${maxAttempts} attempts, which is the limit.`,
} as const;

function registerRedelivery(app: FastifyInstance, webhooks: Webhooks): void {
  app.route<{ Params: z.output<typeof schema.deliveryUuid> }>({
    method: 'POST',
    url: `${consoleUrl}/deliveries/:delivery_uuid/redeliver`,
    config: {
      access,
      limit: { perMinute: 20 },
      errors: { conflict: 'The delivery is queued, has succeeded, or its body is not kept.' },
    },
    schema: {
      summary: 'Sends a failed delivery again and returns it with its attempts.',
      description:
        'The body and `X-Webhook-Id` are those of the first attempt; the address, the headers and the timestamp are current. Bodies of failed deliveries are kept for 7 days.',
      tags,
      params: schema.deliveryUuid,
      response: { 200: schema.logEntry },
    },
    handler: async (request) => {
      const { delivery_uuid: uuid } = request.params;
      const again = await webhooks.redeliver(organisationOf(request), uuid);
      if (again.kind === 'unknown') throw new Problem('not_found', `Delivery ${uuid} does not exist.`);
      if (again.kind !== 'sent') throw new Problem('conflict', refusals[again.kind]);
      return entryOf(again.delivery, webhooks);
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

const resultJson = ({ responseStatus, success, errorMessage }: Omit<AttemptResult, 'latencyMs'>) => ({
  response_status: responseStatus,
  success,
  error_message: errorMessage,
});

const entryOf = (row: DeliveryRow, webhooks: Pick<Webhooks, 'canRedeliver'>): schema.LogEntry => ({
  uuid: row.uuid,
  event_type: row.eventType,
  ...resultJson(row),
  created_at: row.attemptedAt ?? row.createdAt,
  attempts: attemptsOf(row).map(({ at, by, latencyMs, ...result }) => ({
    at,
    by,
    ...resultJson(result),
    latency_ms: latencyMs,
  })),
  can_redeliver: webhooks.canRedeliver(row),
});
