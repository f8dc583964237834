import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { acceptedType, bytesType } from '../../../http/content-types.ts';
import { sendFile } from '../../../http/file-reply.ts';
import { goneSignal } from '../../../http/gone.ts';
import { organisationOf, viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Runs } from './service.ts';

const tags = ['coaching'];
const url = '/api/pf-coach/runs';
const params = schema.runUuid;
const soundTypes = ['audio/wav', bytesType] as const;

type OneRun = { Params: z.output<typeof schema.runUuid> };

export function registerRunRoutes(app: FastifyInstance, runs: Runs): void {
  registerReading(app, runs);

  app.route<{ Body: schema.NewRun }>({
    method: 'POST',
    url,
    config: {
      access: {},
      errors: { not_found: 'The scenario or the target does not exist.', conflict: 'Too many runs are queued.' },
    },
    schema: {
      summary:
        'Starts a practice call. Returns 202 with the queued run, or 201 with the finished run if `wait` is true.',
      description:
        'The simulated customer of the scenario talks to the agent of a flow (`flow`, `workflow`) or to a voice agent. The same seed gives the same customer; without a language model also the same transcript and scores.',
      tags,
      body: schema.newRun,
      response: { 201: schema.run, 202: schema.run },
    },
    handler: async (request, reply) => {
      const viewer = viewerOf(request);
      const added = await runs.add(viewer, request.body);
      if (request.body.wait !== true) return reply.code(202).send(added);
      return reply.code(201).send(await runs.finished(viewer.organisationId, added, goneSignal(reply)));
    },
  });

  app.route<OneRun>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: { role: 'manager', keys: false }, errors: { conflict: 'The run is in progress.' } },
    schema: { summary: 'Deletes a run that is not running.', tags, params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const removed = await runs.remove(organisationOf(request), uuid);
      if (removed === 'unknown') throw unknownRun(uuid);
      if (removed === 'running') throw new Problem('conflict', 'The run is in progress. Delete it when it has ended.');
      return reply.code(204).send();
    },
  });
}

function registerReading(app: FastifyInstance, runs: Runs): void {
  app.route<{ Querystring: schema.RunQuery }>({
    method: 'GET',
    url,
    config: { access: {} },
    schema: {
      summary: 'Lists runs, newest first.',
      tags,
      querystring: schema.runQuery,
      response: { 200: schema.runList },
    },
    handler: async (request) => {
      const { limit, offset } = request.query;
      return { ...(await runs.list(organisationOf(request), request.query)), limit, offset };
    },
  });

  app.route<OneRun>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access: {} },
    schema: {
      summary: 'Returns a run with its transcript, scores and verdict.',
      tags,
      params,
      response: { 200: schema.run },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const run = await runs.get(organisationOf(request), uuid);
      if (run === undefined) throw unknownRun(uuid);
      return run;
    },
  });

  app.route<OneRun>({
    method: 'GET',
    url: `${url}/:uuid/audio`,
    config: { access: {}, errors: { not_found: 'The run does not exist, or has no recording.' } },
    schema: {
      summary: 'Returns the recording of a voice run: a stereo WAV, customer left, agent right. Supports ranges.',
      tags,
      params,
      answers: [...soundTypes],
      ranges: true,
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const organisation = organisationOf(request);
      if ((await runs.get(organisation, uuid)) === undefined) throw unknownRun(uuid);
      const file = await runs.audio(organisation, uuid);
      if (file === undefined) throw new Problem('not_found', `Run ${uuid} has no recording.`);
      reply.type(acceptedType(request.headers.accept, soundTypes));
      reply.header('cache-control', 'private, no-store').header('vary', 'accept');
      return sendFile(request, reply, file);
    },
  });
}

const unknownRun = (uuid: string): Problem => new Problem('not_found', `Run ${uuid} does not exist.`);
