import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import * as schema from './schema.ts';
import type { Dashboard } from './service.ts';

const tags = ['dashboard'];
const access = { scopes: ['voice:calls:read'] } as const;
const covered = "Days begin at midnight of the server's time zone. Browser tests are left out.";

type Windowed = { Querystring: z.output<typeof schema.windowQuery> };

export function registerDashboardRoutes(app: FastifyInstance, dashboard: Dashboard): void {
  app.route<Windowed>({
    method: 'GET',
    url: '/api/dashboard',
    config: { access },
    schema: {
      summary: 'Returns statistics of the calls and uploaded recordings of a window.',
      description: `\`7d\`, \`14d\` and \`30d\` are so many complete days and today so far. ${covered}`,
      tags,
      querystring: schema.windowQuery,
      response: { 200: schema.summary },
    },
    handler: async (request) => {
      refuseSegments(request.query.segment_uuids);
      return dashboard.summary(viewerOf(request), request.query.window);
    },
  });

  app.route<{ Querystring: z.output<typeof schema.trendQuery> }>({
    method: 'GET',
    url: '/api/dashboard/trend',
    config: { access },
    schema: {
      summary: 'Returns the number of calls of each of the last `days` days, oldest first.',
      description: `Today is the last of them. ${covered}`,
      tags,
      querystring: schema.trendQuery,
      response: { 200: schema.trend },
    },
    handler: async (request) => {
      refuseSegments(request.query.segment_uuids);
      return dashboard.trend(viewerOf(request), request.query.days);
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
      refuseSegments(request.query.segment_uuids);
      return dashboard.leaderboard(viewerOf(request), request.query.window);
    },
  });
}

/** There are no segments yet: each one that is named is unknown. */
function refuseSegments([uuid]: readonly string[]): void {
  if (uuid !== undefined)
    throw new Problem('bad_request', `Segment ${uuid} does not exist. Leave segment_uuids out to cover all calls.`);
}
