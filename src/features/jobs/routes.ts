import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tables } from '../../data/index.ts';
import { organisationOf } from '../../http/identity.ts';
import { pageQuery } from '../../http/page.ts';
import { Problem } from '../../http/problem.ts';
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
      summary: 'How far a job of your organisation is.',
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
      summary: 'Jobs that failed too often, the last first, for the operator.',
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
    config: { access: operator },
    schema: {
      summary: 'Runs a dead job again.',
      tags: ['jobs'],
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const outcome = await desk.retry(uuid);
      if (outcome === 'unknown') throw unknown(uuid);
      if (outcome === 'taken') throw new Problem('conflict', `What job ${uuid} was for is being done by another.`);
      note(request, uuid, 'an operator runs a dead job again');
      return reply.code(204).send(null);
    },
  });

  app.route<{ Params: z.output<typeof params> }>({
    method: 'DELETE',
    url: '/api/jobs/:uuid',
    config: { access: operator },
    schema: { summary: 'Removes a dead job for good.', tags: ['jobs'], params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await desk.drop(uuid))) throw unknown(uuid);
      note(request, uuid, 'an operator removed a dead job');
      return reply.code(204).send(null);
    },
  });
}

const unknown = (uuid: string): Problem => new Problem('not_found', `There is no such job ${uuid}.`);

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
