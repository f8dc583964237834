import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { acceptedType, bytesType } from '../../../http/content-types.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import { maxWords, type Pronunciations, type Refused } from './service.ts';
import type { PronunciationRow, Written } from './store.ts';

const tags = ['voices'];
const soundTypes = ['audio/wav', bytesType] as const;
const url = '/api/voice/pronunciations';
const params = schema.pronunciationUuid;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;
const wordTaken = 'The lexicon has this word.';
const full = `The lexicon has ${maxWords} words. Delete one first.`;

type One = { Params: z.output<typeof schema.pronunciationUuid> };

const unknown = (uuid: string): Problem => new Problem('not_found', `Pronunciation ${uuid} does not exist.`);

export function registerPronunciationRoutes(app: FastifyInstance, pronunciations: Pronunciations): void {
  registerReading(app, pronunciations);
  registerWriting(app, pronunciations);
}

function registerReading(app: FastifyInstance, pronunciations: Pronunciations): void {
  app.route<{ Querystring: z.output<typeof schema.pageQuery> }>({
    method: 'GET',
    url,
    config: { access: {} },
    schema: {
      summary: 'Lists the pronunciation lexicon of the organisation by word.',
      tags,
      querystring: schema.pageQuery,
      response: { 200: schema.pronunciationList },
    },
    handler: async (request) => {
      const { rows, total } = await pronunciations.list(organisationOf(request), request.query);
      return { pronunciations: rows.map(toJson), total, ...request.query };
    },
  });

  app.route<{ Body: schema.SpokenWord }>({
    method: 'POST',
    url: `${url}/preview`,
    config: {
      access: writing,
      limit: { perMinute: 30 },
      errors: { unavailable: 'Too many texts are being spoken, or the model of the voice is missing.' },
    },
    schema: {
      summary: 'Returns audio of an embedded voice that speaks the word. Stores nothing.',
      description: 'Without `phonemes` and `respelling`, the voice speaks the word as it would without the lexicon.',
      tags,
      body: schema.spokenWord,
      answers: [...soundTypes],
    },
    handler: async (request, reply) => {
      const sound = await pronunciations.spoken(request.body);
      if (sound === 'busy') throw new Problem('unavailable', 'Too many texts are being spoken. Retry in a moment.');
      if ('refused' in sound) throw new Problem('bad_request', sound.refused);
      reply.type(acceptedType(request.headers.accept, soundTypes));
      reply.header('cache-control', 'private, no-store').header('vary', 'accept');
      return reply.send(Buffer.from(sound));
    },
  });
}

function registerWriting(app: FastifyInstance, pronunciations: Pronunciations): void {
  app.route<{ Body: schema.NewPronunciation }>({
    method: 'POST',
    url,
    config: { access: writing, errors: { conflict: `${wordTaken} Or: ${full}` } },
    schema: {
      summary: 'Adds a word to the lexicon, with its phonemes or a respelling.',
      description:
        'Applies from the next call if the engine of its voice accepts pronunciations, as the embedded engine does.',
      tags,
      body: schema.newPronunciation,
      response: { 201: schema.pronunciation },
    },
    handler: async (request, reply) =>
      reply.code(201).send(written(await pronunciations.add(organisationOf(request), request.body), '')),
  });

  app.route<One & { Body: schema.PronunciationPatch }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access: writing, errors: { conflict: wordTaken } },
    schema: {
      summary:
        'Updates a word of the lexicon. Omitted fields are unchanged; phonemes replace a respelling and the other way round.',
      tags,
      params,
      body: schema.pronunciationPatch,
      response: { 200: schema.pronunciation },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return written(await pronunciations.change(organisationOf(request), uuid, request.body), uuid);
    },
  });

  app.route<One>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing },
    schema: { summary: 'Deletes a word from the lexicon.', tags, params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await pronunciations.remove(organisationOf(request), uuid))) throw unknown(uuid);
      return reply.code(204).send();
    },
  });
}

function written(result: Written | Refused, uuid: string): z.input<typeof schema.pronunciation> {
  if (result === 'unknown') throw unknown(uuid);
  if (result === 'taken') throw new Problem('conflict', wordTaken);
  if (result === 'full') throw new Problem('conflict', full);
  if ('refused' in result) throw new Problem('bad_request', result.refused);
  return toJson(result);
}

const toJson = (row: PronunciationRow): z.input<typeof schema.pronunciation> => ({
  uuid: row.uuid,
  word: row.word,
  phonemes: row.phonemes,
  respelling: row.respelling,
  created_at: row.createdAt,
});
