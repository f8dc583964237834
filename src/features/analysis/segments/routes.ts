import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageQuery } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Segment } from './segment.ts';
import type { Segments } from './service.ts';

const tags = ['call analysis'];
const url = '/api/segments';
const reading = { scopes: ['sales:calls:read'] } as const;
const writing = { scopes: ['sales:calls:write'], role: 'manager' } as const;
const errors = { conflict: 'A segment with this name exists, or there are too many.' };

type ById = { Params: z.output<typeof schema.numberedId> };

export function registerSegmentRoutes(app: FastifyInstance, segments: Segments): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url,
    config: { access: reading },
    schema: {
      summary: 'Lists the segments of the organisation by name.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.segmentList },
    },
    handler: async (request) => {
      const { segments: rows, total } = await segments.list(organisationOf(request), request.query);
      return { segments: rows.map(toJson), total, ...request.query };
    },
  });

  app.route<{ Body: schema.NewSegment }>({
    method: 'POST',
    url,
    config: { access: writing, errors },
    schema: {
      summary: 'Creates a segment: a named set of calls.',
      description:
        'A call is in a segment when it is assigned to it, or when it meets every part of the rule: the campaign, and one of the tags of its contact. A segment without a rule has assigned calls only.',
      tags,
      body: schema.newSegment,
      response: { 201: schema.segment },
    },
    handler: async (request, reply) =>
      reply.code(201).send(toJson(await segments.add(organisationOf(request), request.body))),
  });

  registerSegment(app, segments);
}

function registerSegment(app: FastifyInstance, segments: Segments): void {
  app.route<ById>({
    method: 'GET',
    url: `${url}/:id`,
    config: { access: reading },
    schema: {
      summary: 'Returns a segment.',
      tags,
      params: schema.numberedId,
      response: { 200: schema.segment },
    },
    handler: async (request) => {
      const { id } = request.params;
      const segment = await segments.get(organisationOf(request), Number(id));
      if (segment === undefined) throw unknown(id);
      return toJson(segment);
    },
  });

  app.route<ById & { Body: schema.SegmentPatch }>({
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: writing, errors },
    schema: {
      summary: 'Updates a segment. Omitted fields are unchanged; `rule` is replaced as a whole, and `null` clears it.',
      tags,
      params: schema.numberedId,
      body: schema.segmentPatch,
      response: { 200: schema.segment },
    },
    handler: async (request) => {
      const { id } = request.params;
      const changed = await segments.change(organisationOf(request), Number(id), request.body);
      if (changed === undefined) throw unknown(id);
      return toJson(changed);
    },
  });

  app.route<ById>({
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: writing },
    schema: {
      summary: 'Deletes a segment and removes it from projects. Its calls stay.',
      tags,
      params: schema.numberedId,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      if (!(await segments.remove(organisationOf(request), Number(id)))) throw unknown(id);
      return reply.code(204).send();
    },
  });
}

const unknown = (id: string): Problem => new Problem('not_found', `Segment ${id} does not exist.`);

const toJson = ({ id, uuid, name, kind, campaignUuid, tags: ofRule, createdAt }: Segment): schema.SegmentJson => ({
  id,
  uuid,
  name,
  kind,
  rule: { campaign_uuid: campaignUuid, tags: [...ofRule] },
  created_at: createdAt,
});
