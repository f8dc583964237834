import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { editOf, tagged, unlessConflict } from '../../../http/edits.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { VersionConflict } from '../../../versions/index.ts';
import type { Agents, SplitRow } from '../agents/index.ts';
import * as schema from './schema.ts';
import type { Splits } from './service.ts';

const url = '/api/voice/agents/:uuid/split';
const tags = ['agents'];
const params = schema.agentUuid;
const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;

type OneAgent = { Params: z.output<typeof schema.agentUuid> };

export interface SplitRoutes {
  readonly splits: Splits;
  readonly agents: Pick<Agents, 'get'>;
  /** Compares the calls of both versions since the test began. */
  readonly results: (organisation: OrganisationId, split: SplitRow) => Promise<schema.Results>;
}

export function registerSplitRoutes(app: FastifyInstance, options: SplitRoutes): void {
  registerReading(app, options);
  registerStart(app, options);
  registerEnding(app, options);
}

function registerReading(app: FastifyInstance, options: SplitRoutes): void {
  const { splits, agents } = options;
  app.route<OneAgent>({
    method: 'GET',
    url,
    config: { access: reading, errors: { not_found: 'The agent does not exist, or had no split test.' } },
    schema: {
      summary: 'Returns the split test in progress, or else the latest one, with the results of both versions.',
      tags,
      params,
      response: { 200: schema.splitAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const split = await splits.latest(organisationOf(request), uuid);
      if (split === undefined) throw await noSplit(options, request, 'had');
      return withResults(options, request, split);
    },
  });

  app.route<OneAgent & { Querystring: z.output<typeof schema.splitsQuery> }>({
    method: 'GET',
    url: `${url}s`,
    config: { access: reading },
    schema: {
      summary: 'Lists the split tests of an agent, newest first, without their results.',
      tags,
      params,
      querystring: schema.splitsQuery,
      response: { 200: schema.splitList },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const organisation = organisationOf(request);
      if ((await agents.get(organisation, uuid)) === undefined) throw unknownAgent(uuid);
      const { splits: rows, total } = await splits.list(organisation, uuid, request.query);
      return { splits: rows.map(toJson), total, ...request.query };
    },
  });

  app.route<{ Params: z.output<typeof schema.splitUuid> }>({
    method: 'GET',
    url: `${url}s/:split_uuid`,
    config: { access: reading },
    schema: {
      summary: 'Returns a split test of an agent with the results of both versions.',
      tags,
      params: schema.splitUuid,
      response: { 200: schema.splitAnswer },
    },
    handler: async (request) => {
      const { uuid, split_uuid: splitUuid } = request.params;
      const split = await splits.get(organisationOf(request), uuid, splitUuid);
      if (split === undefined)
        throw new Problem('not_found', `Agent ${uuid} does not exist, or has no split test ${splitUuid}.`);
      return withResults(options, request, split);
    },
  });
}

function registerStart(app: FastifyInstance, options: SplitRoutes): void {
  const { splits } = options;
  app.route<OneAgent & { Body: z.output<typeof schema.newSplit> }>({
    method: 'POST',
    url,
    config: {
      access: writing,
      errors: {
        bad_request: 'The version does not exist, is the published one, or uses what does not exist any more.',
        conflict: 'A split test is in progress, or the version did not pass the suite of the agent.',
      },
    },
    schema: {
      summary: 'Starts a split test: the calls of a share of the contacts use another version of the agent.',
      description:
        'A contact has the same version in all calls of a test. Calls in progress keep their version, and tests of agents use the published one. Until the test is stopped or its version promoted, nothing else is published, and the agent cannot be deleted.',
      tags,
      params,
      body: schema.newSplit,
      response: { 201: schema.splitAnswer },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const body = { ...request.body, userUuid: userOf(request) };
      const split = accepted(await splits.start(organisationOf(request), uuid, body));
      if (split === undefined) throw unknownAgent(uuid);
      return reply.code(201).send(await withResults(options, request, split));
    },
  });
}

function registerEnding(app: FastifyInstance, options: SplitRoutes): void {
  const { splits } = options;
  app.route<OneAgent>({
    method: 'POST',
    url: `${url}/stop`,
    config: { access: writing, errors: { not_found: 'The agent does not exist, or no split test is in progress.' } },
    schema: {
      summary: 'Stops the split test of an agent: new calls use the published version again.',
      tags,
      params,
      response: { 200: schema.splitAnswer },
    },
    handler: async (request) => {
      const stopped = await splits.stop(organisationOf(request), request.params.uuid);
      if (stopped === undefined) throw await noSplit(options, request, 'has');
      return withResults(options, request, stopped);
    },
  });

  app.route<OneAgent & { Body: z.output<typeof schema.promoting> }>({
    method: 'POST',
    url: `${url}/promote`,
    config: {
      access: writing,
      errors: {
        bad_request: 'The version uses what does not exist any more.',
        not_found: 'The agent does not exist, or no split test is in progress.',
        conflict: 'The agent was changed at the same moment.',
      },
    },
    schema: {
      summary: 'Publishes the other version of the split test, which ends it.',
      description:
        'The draft is published under its number. An earlier version becomes a new version with the same definition.',
      tags,
      params,
      body: schema.promoting,
      response: { 200: schema.splitAnswer },
    },
    handler: async (request: FastifyRequest<OneAgent & { Body: z.output<typeof schema.promoting> }>, reply) =>
      promoted(options, request, reply),
  });
}

async function promoted(
  options: SplitRoutes,
  request: FastifyRequest<OneAgent & { Body: z.output<typeof schema.promoting> }>,
  reply: FastifyReply,
) {
  const organisation = organisationOf(request);
  const { uuid } = request.params;
  const edit = editOf(request, request.body.version_note);
  const agent = accepted(await options.splits.promote(organisation, uuid, edit));
  const split = agent && (await options.splits.latest(organisation, uuid));
  if (agent === undefined || split === undefined) throw await noSplit(options, request, 'has');
  tagged(reply, agent.version);
  return withResults(options, request, split);
}

const unknownAgent = (uuid: string): Problem => new Problem('not_found', `Agent ${uuid} does not exist.`);

async function noSplit(
  { agents }: SplitRoutes,
  request: FastifyRequest<OneAgent>,
  verb: 'had' | 'has',
): Promise<Problem> {
  const { uuid } = request.params;
  if ((await agents.get(organisationOf(request), uuid)) === undefined) return unknownAgent(uuid);
  return new Problem(
    'not_found',
    `Agent ${uuid} ${verb} no split test. Start one with POST /api/voice/agents/${uuid}/split.`,
  );
}

function accepted<T extends object>(
  result: T | VersionConflict | { readonly refused: string } | undefined,
): T | undefined {
  if (result === undefined) return undefined;
  const allowed = unlessConflict(result);
  if ('refused' in allowed) throw new Problem('bad_request', allowed.refused);
  return allowed;
}

async function withResults({ results }: SplitRoutes, request: FastifyRequest, split: SplitRow) {
  return { ...toJson(split), results: await results(organisationOf(request), split) };
}

const toJson = ({
  uuid,
  agentUuid,
  version,
  otherVersion,
  percent,
  startedAt,
  endedAt,
  endedBy,
}: SplitRow): schema.Split => ({
  uuid,
  agent_uuid: agentUuid,
  version,
  other_version: otherVersion,
  percent,
  started_at: startedAt,
  ended_at: endedAt,
  ended_by: endedBy,
});
