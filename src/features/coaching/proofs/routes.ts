import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { organisationOf, viewerOf } from '../../../http/identity.ts';
import * as schema from './schema.ts';
import type { Proofs } from './service.ts';

const suiteUrl = '/api/voice/agents/:uuid/suite';
const proofsUrl = '/api/voice/agents/:uuid/proofs';
const tags = ['agents'];
const params = schema.agentUuid;
const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;

type OneAgent = { Params: z.output<typeof schema.agentUuid> };

export function registerProofRoutes(app: FastifyInstance, proofs: Proofs): void {
  registerSuite(app, proofs);
  app.route<OneAgent & { Querystring: z.output<typeof schema.proofQuery> }>({
    method: 'GET',
    url: proofsUrl,
    config: { access: reading },
    schema: {
      summary: 'Lists the proofs of an agent, newest first.',
      tags,
      params,
      querystring: schema.proofQuery,
      response: { 200: schema.proofList },
    },
    handler: async (request) => ({
      ...(await proofs.list(organisationOf(request), request.params.uuid, request.query)),
      limit: request.query.limit,
      offset: request.query.offset,
    }),
  });

  app.route<{ Params: z.output<typeof schema.proofParams> }>({
    method: 'GET',
    url: `${proofsUrl}/:proof_uuid`,
    config: { access: reading },
    schema: {
      summary: 'Returns a proof with its progress and, once all runs have ended, its result.',
      tags,
      params: schema.proofParams,
      response: { 200: schema.proof },
    },
    handler: (request) => proofs.get(organisationOf(request), request.params.uuid, request.params.proof_uuid),
  });

  app.route<OneAgent & { Body: z.output<typeof schema.newProof> }>({
    method: 'POST',
    url: proofsUrl,
    config: {
      access: writing,
      errors: {
        not_found: 'The agent does not exist or has no suite.',
        conflict: 'The agent has no draft, a proof is in progress, or too many runs are queued.',
      },
    },
    schema: {
      summary: 'Starts a proof: the suite of the agent with the draft and with the published version.',
      description:
        'Practice runs play each scenario with both versions and the same seeds, in the background. A run without a verdict is repeated with another seed, twice at most. pass^k is the share of scenarios that pass in all of their runs.',
      tags,
      params,
      body: schema.newProof,
      response: { 202: schema.proof },
    },
    handler: async (request, reply) =>
      reply.code(202).send(await proofs.start(viewerOf(request), request.params.uuid, request.body.agent_version)),
  });
}

function registerSuite(app: FastifyInstance, proofs: Proofs): void {
  const noSuite = { not_found: 'The agent does not exist or has no suite.' };
  app.route<OneAgent>({
    method: 'GET',
    url: suiteUrl,
    config: { access: reading, errors: noSuite },
    schema: {
      summary: 'Returns the suite of an agent: the scenarios that prove its versions.',
      tags,
      params,
      response: { 200: schema.suite },
    },
    handler: (request) => proofs.suite(organisationOf(request), request.params.uuid),
  });

  app.route<OneAgent & { Body: schema.SuiteInput }>({
    method: 'PUT',
    url: suiteUrl,
    config: { access: writing },
    schema: {
      summary: 'Stores the suite of an agent.',
      description:
        'With a `bar`, a version is published only if it passes at least this percentage of the scenarios: changes are saved as a draft and proved first. Versions that were published before may be restored.',
      tags,
      params,
      body: schema.suiteInput,
      response: { 200: schema.suite },
    },
    handler: (request) => proofs.putSuite(organisationOf(request), request.params.uuid, request.body),
  });

  app.route<OneAgent>({
    method: 'DELETE',
    url: suiteUrl,
    config: { access: writing, errors: noSuite },
    schema: {
      summary: 'Removes the suite of an agent with its bar. Proofs are kept.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      await proofs.removeSuite(organisationOf(request), request.params.uuid);
      return reply.code(204).send();
    },
  });
}
