import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { ScheduleRow } from './schedule-store.ts';
import type { Schedules } from './schedules.ts';
import * as schema from './schema.ts';

const tags = ['reports'];
const url = '/api/reports/schedules';
const reading = { scopes: ['sales:reports:read'] } as const;
const writing = { scopes: ['sales:calls:write'], role: 'manager' } as const;

export function registerScheduleRoutes(app: FastifyInstance, schedules: Schedules): void {
  app.route({
    method: 'GET',
    url,
    config: { access: reading },
    schema: {
      summary: 'Lists scheduled reports.',
      description: 'People who see only contacts with their tags get their own.',
      tags,
      response: { 200: schema.scheduleList },
    },
    handler: async (request) => {
      const { rows, timezone } = await schedules.list(viewerOf(request));
      return { schedules: rows.map(toJson), timezone, is_mailed: schedules.isMailed };
    },
  });

  app.route<{ Body: schema.NewSchedule }>({
    method: 'POST',
    url,
    config: {
      access: writing,
      errors: { conflict: 'There are too many scheduled reports.' },
    },
    schema: {
      summary: 'Schedules a weekly or monthly report that is sent by e-mail.',
      description:
        "A weekly report covers Monday to Sunday and is sent on Monday at 07:00 in the organisation's time zone; a monthly one covers the month and is sent on the first. It covers the calls that its creator sees. The message has a summary, and the report as a PDF. Without `SMTP_URL` reports are created and listed but not sent. The schedule ends when its creator leaves the organisation.",
      tags,
      body: schema.newSchedule,
      response: { 201: schema.schedule },
    },
    handler: async (request, reply) =>
      reply.code(201).send(toJson(await schedules.add(viewerOf(request), request.body))),
  });

  app.route<{ Params: z.output<typeof schema.reportId> }>({
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: writing },
    schema: { summary: 'Stops a scheduled report.', tags, params: schema.reportId, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { id } = request.params;
      if (!(await schedules.remove(viewerOf(request), Number(id))))
        throw new Problem('not_found', `Scheduled report ${id} does not exist.`);
      return reply.code(204).send();
    },
  });
}

const toJson = ({ id, every, recipients, segmentUuids, nextAt, createdAt }: ScheduleRow) => ({
  id,
  every,
  recipients: recipients as string[],
  segment_uuids: segmentUuids as string[],
  next_at: nextAt,
  created_at: createdAt,
});
