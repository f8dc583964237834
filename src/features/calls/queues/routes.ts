import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Availability, Queues } from './service.ts';
import type { Queue, Written } from './store.ts';

const tags = ['queues'];
/** A leaked key must not redirect calls. */
const writing = { role: 'manager', keys: false } as const;
const url = '/api/voice/queues';
const mineUrl = '/api/voice/agents/me/availability';
const params = schema.queueUuid;
const nameTaken = { conflict: 'A queue with this name exists.' };

type OneQueue = { Params: z.output<typeof schema.queueUuid> };

const unknownQueue = (uuid: string): Problem => new Problem('not_found', `Queue ${uuid} does not exist.`);

export function registerQueueRoutes(app: FastifyInstance, queues: Queues): void {
  registerReading(app, queues);
  registerWriting(app, queues);
  registerAvailability(app, queues);
}

function registerReading(app: FastifyInstance, queues: Queues): void {
  app.route<{ Querystring: { limit: number; offset: number } }>({
    method: 'GET',
    url,
    config: { access: {} },
    schema: {
      summary: 'Lists transfer queues by name.',
      tags,
      querystring: schema.pageQuery,
      response: { 200: schema.queueList },
    },
    handler: async (request) => {
      const { limit, offset } = request.query;
      const { queues: rows, total } = await queues.list(organisationOf(request), { limit, offset });
      return { queues: rows.map(toJson), total, limit, offset };
    },
  });

  app.route<OneQueue>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access: {} },
    schema: { summary: 'Returns a queue.', tags, params, response: { 200: schema.queue } },
    handler: async (request) => {
      const { uuid } = request.params;
      const queue = await queues.get(organisationOf(request), uuid);
      if (queue === undefined) throw unknownQueue(uuid);
      return toJson(queue);
    },
  });

  app.route<{ Querystring: z.output<typeof schema.queueQuery> }>({
    method: 'GET',
    url: '/api/voice/calls/agent-availability',
    config: {
      access: { scopes: ['voice:calls:read'] },
      limit: { perMinute: 30 },
      errors: { not_found: 'The queue does not exist.' },
    },
    schema: {
      summary:
        'Returns whether a queue has a member who is available, has a phone number and is not in a call, and how many calls ring there.',
      tags,
      querystring: schema.queueQuery,
      response: { 200: schema.queueState },
    },
    handler: async (request) => {
      const { target } = request.query;
      const state = await queues.state(organisationOf(request), target);
      if (state === undefined) throw new Problem('not_found', 'No queue has this name.');
      return { target, available: state.available, queue_depth: state.depth, checked_at: state.at };
    },
  });
}

function registerWriting(app: FastifyInstance, queues: Queues): void {
  app.route<{ Body: schema.NewQueueBody }>({
    method: 'POST',
    url,
    config: { access: writing, errors: nameTaken },
    schema: {
      summary: 'Creates a queue from members and from everyone assigned one of its tags.',
      tags,
      body: schema.newQueue,
      response: { 201: schema.queue },
    },
    handler: async (request, reply) =>
      reply.code(201).send(written(await queues.add(organisationOf(request), request.body), '')),
  });

  app.route<OneQueue & { Body: schema.QueuePatchBody }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access: writing, errors: nameTaken },
    schema: {
      summary: 'Updates a queue. Omitted fields are unchanged; `null` clears a field.',
      tags,
      params,
      body: schema.queuePatch,
      response: { 200: schema.queue },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return written(await queues.change(organisationOf(request), uuid, request.body), uuid);
    },
  });

  app.route<OneQueue>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing },
    schema: { summary: 'Deletes a queue.', tags, params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await queues.remove(organisationOf(request), uuid))) throw unknownQueue(uuid);
      return reply.code(204).send();
    },
  });
}

function registerAvailability(app: FastifyInstance, queues: Queues): void {
  app.route({
    method: 'GET',
    url: mineUrl,
    config: { access: {} },
    schema: {
      summary: 'Returns whether you are available for transferred calls.',
      tags,
      response: { 200: schema.availability },
    },
    handler: async (request) => {
      const user = userOf(request);
      return availabilityToJson(user, await queues.availability(organisationOf(request), user));
    },
  });

  app.route<{ Body: z.output<typeof schema.availabilityBody> }>({
    method: 'PUT',
    url: mineUrl,
    config: { access: {} },
    schema: {
      summary: 'Sets whether you are available for transferred calls.',
      tags,
      body: schema.availabilityBody,
      response: { 200: schema.availability },
    },
    handler: async (request) => {
      const user = userOf(request);
      const set = await queues.setAvailability(organisationOf(request), user, request.body.available);
      return availabilityToJson(user, set);
    },
  });
}

function written(result: Written, uuid: string): z.input<typeof schema.queue> {
  if (result === 'unknown') throw unknownQueue(uuid);
  if (result === 'name_taken') throw new Problem('conflict', nameTaken.conflict);
  if ('unknownMember' in result)
    throw new Problem('bad_request', `Member ${result.unknownMember} does not exist in this organisation.`);
  return toJson(result);
}

const toJson = ({ uuid, name, tags: assigned, members, createdAt }: Queue): z.input<typeof schema.queue> => ({
  uuid,
  name,
  tags: [...assigned],
  members: [...members],
  created_at: createdAt,
});

const availabilityToJson = (userUuid: string, { available, changedAt }: Availability) => ({
  user_uuid: userUuid,
  available,
  changed_at: changedAt,
});
