import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../../http/identity.ts';
import type { Segments } from '../segments/index.ts';
import type { Attend } from './attention.ts';
import type { CountedCalls, CountedQuery, ListedCall } from './counted-calls.ts';
import * as schema from './schema.ts';
import type { Dashboard } from './service.ts';

const tags = ['dashboard'];
const access = { scopes: ['voice:calls:read'] } as const;
const covered =
  "Days begin at midnight in the organisation's time zone. Excludes browser tests. Covers the caller's active project, narrowed to calls in one of `segment_uuids`.";

type Windowed = { Querystring: z.output<typeof schema.windowQuery> };

interface DashboardLists {
  readonly attention: Attend;
  readonly countedCalls: CountedCalls;
}

export function registerDashboardRoutes(
  app: FastifyInstance,
  dashboard: Dashboard,
  segments: Pick<Segments, 'scopeOf'>,
  lists: DashboardLists,
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

  app.route<Windowed>({
    method: 'GET',
    url: '/api/dashboard/previous',
    config: { access },
    schema: {
      summary: 'Returns the statistics of the window before, to compare with.',
      description: `The window before has as many days and ends at the same time of day: \`today\` at noon is compared with yesterday until noon. ${covered}`,
      tags,
      querystring: schema.windowQuery,
      response: { 200: schema.summary },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      const { window, segment_uuids } = request.query;
      return dashboard.previous(viewer, window, await segments.scopeOf(viewer, segment_uuids));
    },
  });

  registerLists(app, dashboard, segments, lists);
}

function registerLists(
  app: FastifyInstance,
  dashboard: Dashboard,
  segments: Pick<Segments, 'scopeOf'>,
  { attention, countedCalls }: DashboardLists,
): void {
  app.route<{ Querystring: z.output<typeof schema.callQuery> }>({
    method: 'GET',
    url: '/api/dashboard/calls',
    config: { access },
    schema: {
      summary: 'Lists the calls and uploaded recordings behind a number of the dashboard or a report, newest first.',
      description: `\`total\` equals the number for the same filter. Calls in progress are included. ${covered}`,
      tags,
      querystring: schema.callQuery,
      response: { 200: schema.countedCalls },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      const { limit, offset, segment_uuids, project } = request.query;
      const scope = await segments.scopeOf(viewer, segment_uuids, project);
      const { calls, ...counted } = await countedCalls.list(viewer, queryOf(request.query), scope);
      return { ...counted, calls: calls.map(toJson), limit, offset };
    },
  });

  app.route<{ Querystring: z.output<typeof schema.trendQuery> }>({
    method: 'GET',
    url: '/api/dashboard/trend',
    config: { access },
    schema: {
      summary: 'Returns the calls of each of the last `days` days, or of each day or hour of a window, oldest first.',
      description: `The last entry is today. ${covered}`,
      tags,
      querystring: schema.trendQuery,
      response: { 200: schema.trend },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      const { days, window, segment_uuids } = request.query;
      return dashboard.trend(viewer, window ?? days, await segments.scopeOf(viewer, segment_uuids));
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

const queryOf = (query: z.output<typeof schema.callQuery>): CountedQuery => ({
  window: query.window,
  dateFrom: query.date_from,
  dateTo: query.date_to,
  kind: query.kind,
  stage: query.stage,
  outcome: query.outcome,
  sentiment: query.sentiment,
  agentId: query.agent_id,
  agentUuid: query.agent_uuid,
  agentName: query.agent_name,
  status: query.status,
  endReason: query.end_reason,
  analysis: query.analysis,
  limit: query.limit,
  offset: query.offset,
});

const toJson = (call: ListedCall): schema.CountedCallJson => ({
  uuid: call.uuid,
  id: call.id,
  kind: call.kind,
  called_at: call.calledAt,
  status: call.status,
  end_reason: call.endReason,
  analysis: call.analysis,
  picked_up: call.isPickedUp,
  duration: call.durationMs === null ? null : Math.round(call.durationMs / 1000),
  outcome: call.outcome,
  sentiment: call.sentiment,
  campaign_uuid: call.flowUuid,
  customer: call.customer,
  agent: call.agent,
});
