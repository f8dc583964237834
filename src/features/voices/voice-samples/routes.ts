import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { acceptedType, bytesType } from '../../../http/content-types.ts';
import { sendFile } from '../../../http/file-reply.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { VoiceSamples } from './service.ts';
import type { SampleRow } from './store.ts';

const tags = ['voices'];
const soundTypes = ['audio/wav', bytesType] as const;
const base = '/api/voice/voice-samples';
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;

export function registerVoiceSampleRoutes(app: FastifyInstance, samples: VoiceSamples): void {
  app.route({
    method: 'GET',
    url: `${base}/catalog`,
    config: { access: {} },
    schema: {
      summary: 'Lists every voice and language that clips support, deployed voices of the organisation included.',
      tags,
      response: { 200: schema.catalog },
    },
    handler: async (request) => {
      const voices = await samples.catalog(organisationOf(request));
      return {
        speakers: voices.map(({ name, provider, model, languageCodes }) => ({
          name,
          provider,
          model,
          languages: [...languageCodes],
        })),
        total: voices.reduce((sum, { languageCodes }) => sum + languageCodes.length, 0),
      };
    },
  });

  app.route({
    method: 'GET',
    url: base,
    config: { access: {} },
    schema: { summary: 'Lists the audition clips.', tags, response: { 200: schema.sampleList } },
    handler: async (request) => ({ samples: (await samples.list(organisationOf(request))).map(toJson) }),
  });

  app.route<{ Params: z.output<typeof schema.sampleUuid> }>({
    // An explicit HEAD: Fastify's own would read the whole file to count it.
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: `${base}/:uuid/audio`,
    config: { access: {} },
    schema: {
      summary: 'Returns an audition clip.',
      tags,
      params: schema.sampleUuid,
      answers: [...soundTypes],
      ranges: true,
    },
    handler: async (request, reply) => {
      const sample = await samples.get(organisationOf(request), request.params.uuid);
      const file = sample && (await samples.file(sample));
      if (file === undefined) throw new Problem('not_found', `Voice sample ${request.params.uuid} does not exist.`);
      reply.type(acceptedType(request.headers.accept, soundTypes));
      reply.header('cache-control', 'private, no-store').header('vary', 'accept');
      return sendFile(request, reply, { sizeBytes: file.sizeBytes, etag: `"${file.digest}"`, stream: file.stream });
    },
  });

  registerGeneration(app, samples);
}

function registerGeneration(app: FastifyInstance, samples: VoiceSamples): void {
  app.route<{ Body: schema.Generate }>({
    method: 'POST',
    url: `${base}/generate`,
    config: { access: writing },
    schema: {
      summary: 'Creates missing clips in the background.',
      description:
        'Rejects unknown voices and languages before creating anything. An interrupted run continues after a restart and creates no clip twice. With `force`, existing clips are created again.',
      tags,
      body: schema.generate,
      response: { 202: schema.generating, 409: schema.conflict },
    },
    handler: async (request, reply) => {
      const outcome = await samples.generate(organisationOf(request), request.body);
      if (outcome === 'running') return reply.code(409).send({ error: 'Voice samples are being generated already.' });
      if (outcome !== 'begun') throw new Problem('bad_request', outcome.refused);
      return reply.code(202).send({ status: 'generating' });
    },
  });

  app.route({
    method: 'GET',
    url: `${base}/generate/status`,
    config: { access: {} },
    schema: { summary: 'Returns whether clips are being created.', tags, response: { 200: schema.running } },
    handler: async (request) => ({ running: await samples.isRunning(organisationOf(request)) }),
  });
}

const toJson = (row: SampleRow): schema.Sample => ({
  uuid: row.uuid,
  speaker: row.speaker,
  language: row.languageCode,
  provider: row.provider,
  model: row.model,
  url: `${base}/${row.uuid}/audio`,
  duration_seconds: row.durationMs / 1000,
  created_at: row.createdAt,
});
