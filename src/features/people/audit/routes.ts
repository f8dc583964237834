import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { momentIn } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import { auditList, auditQuery } from './schema.ts';
import type { Audit } from './service.ts';
import type { AuditRow } from './store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `none` for a route that changes nothing despite its method. */
    audit?: 'none';
  }
  interface FastifyRequest {
    /** Audit event of the change in this request. */
    auditUuid?: string;
  }
}

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Records every change by an identified caller: before its handler runs, and with its result. A login through a public
 * route is recorded once it succeeds, before the response is sent.
 */
export function watchChanges(app: FastifyInstance, audit: Audit): void {
  app.decorateRequest('auditUuid', undefined);
  app.decorateRequest('entered', undefined);
  app.addHook('preHandler', async (request) => {
    const { identity, method, routeOptions } = request;
    if (!changing.has(method) || routeOptions.config.audit === 'none') return;
    if (identity?.organisationId === undefined) return;
    const { organisationId, method: actorMethod, userUuid, credentialUuid } = identity;
    request.auditUuid = await audit.begin({
      organisationId,
      actorMethod,
      userUuid,
      credentialUuid,
      ...askedBy(request),
    });
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.entered === undefined) return;
    const { organisationId, userUuid, sessionUuid: credentialUuid } = request.entered;
    try {
      const who = { organisationId, actorMethod: 'session', userUuid, credentialUuid } as const;
      const uuid = await audit.begin({ ...who, ...askedBy(request) });
      await audit.finished(organisationId, uuid, reply.statusCode);
    } catch (error) {
      // The change has already happened, so an error response would be wrong.
      request.log.error({ err: error, requestId: request.id }, 'failed to write an authentication to the audit log');
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    const organisationId = request.identity?.organisationId;
    if (request.auditUuid === undefined || organisationId === undefined) return;
    await audit.finished(organisationId, request.auditUuid, reply.statusCode).catch((error: unknown) => {
      request.log.error(
        { err: error, requestId: request.id },
        'failed to write the result of a change to the audit log',
      );
    });
  });
}

const askedBy = (request: FastifyRequest) => ({
  address: request.ip,
  requestId: request.id,
  action: actionOf(request),
  subject: subjectOf(request.params as Readonly<Record<string, unknown>>),
  fields: fieldsOf(request.body),
});

/** Converts parameters to text, because a route's schema may have parsed them. */
const subjectOf = (params: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

/** Returns the action in the notation of the OpenAPI document. */
const actionOf = ({ method, routeOptions }: FastifyRequest): string =>
  `${method} ${(routeOptions.url ?? '').replaceAll(/:([A-Za-z_]+)/g, '{$1}')}`;

const fieldsOf = (body: unknown): string[] =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];

export function registerAuditRoutes(
  app: FastifyInstance,
  audit: Audit,
  zoneOf: (organisation: OrganisationId) => Promise<string>,
): void {
  app.route<{ Querystring: z.output<typeof auditQuery> }>({
    method: 'GET',
    url: '/api/audit',
    config: { access: { role: 'admin', keys: false } },
    schema: {
      summary: 'Lists changes in this organisation, newest first.',
      tags: ['organisation'],
      querystring: auditQuery,
      response: { 200: auditList },
    },
    handler: async (request) => {
      const { limit, offset, user_uuid: userUuid, action, from, before } = request.query;
      const organisation = organisationOf(request);
      const zone = await zoneOf(organisation);
      const days = { from: from && momentIn(zone, from), before: before && momentIn(zone, before) };
      const { rows, total } = await audit.list(organisation, { userUuid, action, ...days }, { limit, offset });
      return { events: rows.map(toJson), total, limit, offset };
    },
  });
}

const toJson = (row: AuditRow) => ({
  uuid: row.uuid,
  at: row.at,
  actor: {
    method: row.actorMethod,
    user_uuid: row.userUuid,
    credential_uuid: row.credentialUuid,
    address: row.address,
  },
  request_id: row.requestId,
  action: row.action,
  subject: row.subject,
  fields: row.fields,
  status: row.status,
});
