import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tables } from '../../../data/index.ts';
import { pageQuery } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { deadJobs, jobResponse } from './schema.ts';
import type { JobDesk } from './store.ts';

type JobRow = Tables['jobs']['$inferSelect'];

const params = z.object({ uuid: z.uuid() });
const operator = { superadmin: true, organisation: false, keys: false } as const;

export function registerJobRoutes(app: FastifyInstance, desk: JobDesk): void {
  app.route<{ Params: z.output<typeof params> }>({
    method: 'GET',
    url: '/api/jobs/:uuid',
    config: { access: {} },
    schema: {
      summary: 'Returns the status and progress of a job in your organisation.',
      tags: ['jobs'],
      params,
      response: { 200: jobResponse },
    },
    handler: async (request) => {
      const job = await desk.find(organisationOf(request), request.params.uuid);
      if (job === undefined) throw unknown(request.params.uuid);
      return jobToJson(job);
    },
  });

  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url: '/api/jobs',
    config: { access: operator },
    schema: {
      summary: 'Lists dead jobs, most recent first. Operators only.',
      tags: ['jobs'],
      querystring: pageQuery,
      response: { 200: deadJobs },
    },
    handler: async ({ query }) => {
      const { jobs, total } = await desk.dead(query);
      return { ...query, total, jobs: jobs.map(deadToJson) };
    },
  });

  app.route<{ Params: z.output<typeof params> }>({
    method: 'POST',
    url: '/api/jobs/:uuid/retry',
    config: { access: operator, errors: { conflict: 'Another job is already doing this work.' } },
    schema: {
      summary: 'Requeues a dead job.',
      tags: ['jobs'],
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const outcome = await desk.retry(uuid);
      if (outcome === 'unknown') throw unknown(uuid);
      if (outcome === 'taken') throw new Problem('conflict', `Another job is already doing the work of job ${uuid}.`);
      note(request, uuid, 'operator requeued a dead job');
      return reply.code(204).send(null);
    },
  });

  app.route<{ Params: z.output<typeof params> }>({
    method: 'DELETE',
    url: '/api/jobs/:uuid',
    config: { access: operator },
    schema: { summary: 'Deletes a dead job permanently.', tags: ['jobs'], params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await desk.drop(uuid))) throw unknown(uuid);
      note(request, uuid, 'operator deleted a dead job');
      return reply.code(204).send(null);
    },
  });
}

const unknown = (uuid: string): Problem => new Problem('not_found', `Job ${uuid} does not exist.`);

function note(request: FastifyRequest, job: string, what: string): void {
  request.log.info({ job, user: request.identity?.userUuid, requestId: request.id }, what);
}

const jobToJson = (job: JobRow): z.output<typeof jobResponse> => ({
  uuid: job.uuid,
  kind: job.kind,
  status: job.status,
  progress: job.progress,
  note: job.note,
  error: job.error,
  attempts: job.attempts,
  max_attempts: job.maxAttempts,
  created_at: job.createdAt,
  run_at: job.runAt,
  started_at: job.startedAt,
  finished_at: job.finishedAt,
});

function deadToJson(job: JobRow) {
  const payload = { ...(job.payload as Record<string, unknown>) };
  if ('personal' in payload) payload.personal = '[hidden]';
  return { ...jobToJson(job), organisation: job.organisationId, payload };
}
