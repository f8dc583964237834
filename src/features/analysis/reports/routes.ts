import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { toCsv } from './csv.ts';
import { toListed, toReport } from './json.ts';
import { resultOf } from './report.ts';
import * as schema from './schema.ts';
import type { Reports } from './service.ts';

const tags = ['reports'];
const url = '/api/reports';
const reading = { scopes: ['sales:reports:read'] } as const;
const writing = { scopes: ['sales:calls:write'] } as const;

type ById = { Params: z.output<typeof schema.reportId> };

export function registerReportRoutes(app: FastifyInstance, reports: Reports): void {
  app.route<{ Body: schema.NewReport }>({
    method: 'POST',
    url,
    config: { access: writing, errors: { conflict: 'Too many reports are pending.' } },
    schema: {
      summary: 'Creates a report of a window, which is computed in the background.',
      description:
        "`week`, `month` and `quarter` are 7, 30 and 90 complete days plus today so far; `custom` covers whole days in the organisation's time zone. A report covers the calls that its creator sees. `performance_score` is 100 times the weighted mean of the pickup rate (0.4), the share of successful calls among those with an outcome (0.4) and the sentiment (0.2: positive 1, neutral 0.5, negative 0); parts without calls are left out.",
      tags,
      body: schema.newReport,
      response: { 202: schema.accepted },
    },
    handler: async (request, reply) => {
      const { id, uuid, status } = await reports.add(viewerOf(request), request.body);
      return reply.code(202).send({ id, uuid, status });
    },
  });

  for (const path of [url, '/api/v1/sales/reports'])
    app.route<{ Querystring: schema.ReportQuery }>({
      method: 'GET',
      url: path,
      config: { access: reading },
      schema: {
        summary: 'Lists reports, newest first.',
        description: 'People who see only contacts with their tags get their own reports.',
        tags,
        querystring: schema.reportQuery,
        response: { 200: schema.reportList },
      },
      handler: async (request) => {
        const { limit, offset } = request.query;
        const { rows, total } = await reports.list(viewerOf(request), request.query);
        return { reports: rows.map(toListed), total, limit, offset };
      },
    });

  registerReport(app, reports);
}

function registerReport(app: FastifyInstance, reports: Reports): void {
  app.route<ById>({
    method: 'GET',
    url: `${url}/:id`,
    config: { access: reading },
    schema: { summary: 'Returns a report.', tags, params: schema.reportId, response: { 200: schema.report } },
    handler: async (request) => {
      const { id } = request.params;
      const report = await reports.get(viewerOf(request), Number(id));
      if (report === undefined) throw unknown(id);
      return toReport(report);
    },
  });

  app.route<ById & { Querystring: z.output<typeof schema.exportQuery> }>({
    method: 'GET',
    url: `${url}/:id/export`,
    config: { access: reading, errors: { conflict: 'The report is not completed.' } },
    schema: {
      summary: 'Returns a report as CSV or PDF.',
      tags,
      params: schema.reportId,
      querystring: schema.exportQuery,
      answers: ['text/csv', 'application/pdf'],
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const row = await reports.get(viewerOf(request), Number(id));
      if (row === undefined) throw unknown(id);
      const result = resultOf(row);
      if (result === null)
        throw new Problem('conflict', `The report is ${row.status}. Export it once it is completed.`);
      const { format } = request.query;
      // The PDF writer and its fonts are loaded on demand.
      const body =
        format === 'csv' ? Buffer.from(toCsv(row, result)) : await (await import('./pdf.ts')).toPdf(row, result);
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf')
        .header('content-disposition', `attachment; filename="report-${row.id}.${format}"`)
        .header('cache-control', 'private, no-store')
        .send(body);
    },
  });
}

const unknown = (id: string): Problem => new Problem('not_found', `Report ${id} does not exist.`);
