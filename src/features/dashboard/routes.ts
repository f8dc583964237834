import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../http/identity.ts';
import type { Segments } from '../segments/index.ts';
import type { Attend } from './attention.ts';
import * as schema from './schema.ts';
import type { Dashboard } from './service.ts';

const tags = ['dashboard'];
const access = { scopes: ['voice:calls:read'] } as const;
const covered =
  "Days begin at midnight in the server's time zone. Excludes browser tests. Covers the caller's active project, narrowed to calls in one of `segment_uuids`.";

type Windowed = { Querystring: z.output<typeof schema.windowQuery> };

export function registerDashboardRoutes(
  app: FastifyInstance,
  dashboard: Dashboard,
  segments: Pick<Segments, 'scopeOf'>,
  attention: Attend,
): void {
  for (const [url, of] of [
    ['/api/dashboard', access],
    ['/api/v1/sales/stats', { scopes: ['sales:reports:read'] }],
  ] as const)
    app.route<Windowed>({
      method: 'GET',
      url,
      config: { access: of },
      schema: {
        summary: 'Returns statistics of the calls and uploaded recordings of a window.',
        description: `\`7d\`, \`14d\` and \`30d\` are 7, 14 and 30 complete days plus today so far. ${covered}`,
        tags,
        querystring: schema.windowQuery,
        response: { 200: schema.summary },
      },
      handler: async (request) => {
        const viewer = viewerOf(request);
        return dashboard.summary(
          viewer,
          request.query.window,
          await segments.scopeOf(viewer, request.query.segment_uuids),
        );
      },
    });

  app.route<{ Querystring: z.output<typeof schema.trendQuery> }>({
    method: 'GET',
    url: '/api/dashboard/trend',
    config: { access },
    schema: {
      summary: 'Returns the number of calls of each of the last `days` days, oldest first.',
      description: `The last entry is today. ${covered}`,
      tags,
      querystring: schema.trendQuery,
      response: { 200: schema.trend },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      return dashboard.trend(viewer, request.query.days, await segments.scopeOf(viewer, request.query.segment_uuids));
    },
  });

  app.route<Windowed>({
    method: 'GET',
    url: '/api/dashboard/leaderboard',
    config: { access },
    schema: {
      summary: 'Returns the calls of a window by agent: AI agents, teammates, and calls without an agent.',
      description: `Each group is sorted by the number of calls. ${covered}`,
      tags,
      querystring: schema.windowQuery,
      response: { 200: schema.leaderboard },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      return dashboard.leaderboard(
        viewer,
        request.query.window,
        await segments.scopeOf(viewer, request.query.segment_uuids),
      );
    },
  });

  app.route<Windowed>({
    method: 'GET',
    url: '/api/dashboard/attention',
    config: { access },
    schema: {
      summary:
        'Returns what needs attention: failed calls and analyses, failing webhooks, and numbers without an active campaign.',
      description: `Webhooks and numbers cover the whole organisation. ${covered}`,
      tags,
      querystring: schema.windowQuery,
      response: { 200: schema.attention },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      const { window, segment_uuids } = request.query;
      return attention(viewer, window, await segments.scopeOf(viewer, segment_uuids));
    },
  });
}
